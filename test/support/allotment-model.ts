import { addDay } from './bookings.ts'
import type { Owing, Terms } from './credit-model.ts'

/** Room types of the model's hotel; SUI has no number of rooms, so nothing caps its counts. */
export const TYPES = { DBL: 8, SUI: null } as const
export type RoomCode = keyof typeof TYPES
export type AgencyCode = 'DELTA' | 'ECHO'
export const AGENCIES: readonly AgencyCode[] = ['DELTA', 'ECHO']
/** The owner of a booking: an agency, a guest on the web, or the hotel's own people. */
export type Who = AgencyCode | 'web' | 'hotel'

/** Nights of a history, and rooms that are counted on each at its beginning. */
export const NIGHTS = 6
export const COUNTED = 5

export const isAgency = (who: Who): who is AgencyCode => who === 'DELTA' || who === 'ECHO'

export type Asked = { roomCode: RoomCode; start: number; nights: number; rooms: number }
type Status = 'pending' | 'confirmed' | 'cancelled' | 'expired' | 'no_show'
export type ModelBooking = Asked &
  Owing & {
    who: Who
    status: Status
    wasConfirmed: boolean
    holdUntilMs: number
    /** Payments that were not taken back. */
    payments: { id: string; amountCents: number }[]
  }

/** A night of a room type as the model knows it. */
type Cell = { available: number; shortfall: number; live: number; kept: Record<AgencyCode, number> }
type Allotment = { rooms: number; releaseDays: number }
/** A cell, and rooms of it. */
export type Night = [cell: string, rooms: number]

/** Why somebody may not take rooms; undefined: they may. */
type Refusal = 'sold_out' | 'set_aside' | 'too_many_options' | undefined
export type Taking = { who: Who; isHotel: boolean; override: boolean; isHold: boolean }

/** The rules of allotments, written anew from contract-agencies and contract-counts. */
export class AllotmentModel {
  readonly cells = new Map<string, Cell>()
  readonly allotments = new Map<string, Allotment>()
  readonly bookings: ModelBooking[] = []
  /** Terms as the hotel set them last. */
  readonly terms: Record<AgencyCode, Terms & { stopSale: boolean }>
  /** Sums that each agency owed before the history began. */
  readonly carried: Record<AgencyCode, number>
  capacity: Record<RoomCode, number> = { DBL: TYPES.DBL, SUI: Number.POSITIVE_INFINITY }
  today = ''
  readonly first: string
  readonly restores: boolean

  constructor(first: string, restores: boolean, carried: Record<AgencyCode, number>) {
    this.first = first
    this.restores = restores
    this.carried = carried
    const none = { active: false, stopSale: false, creditLimitCents: 0, commissionBp: null }
    this.terms = { DELTA: none, ECHO: none }
    for (const roomCode of Object.keys(TYPES) as RoomCode[])
      for (let night = 0; night < NIGHTS; night++)
        this.cells.set(`${roomCode} ${this.date(night)}`, {
          ...{ available: COUNTED, shortfall: 0, live: 0 },
          kept: { DELTA: 0, ECHO: 0 },
        })
  }

  date(night: number): string {
    return addDay(this.first, night)
  }

  cellsOf({ roomCode, start, nights }: Omit<Asked, 'rooms'>): string[] {
    return Array.from({ length: nights }, (_, night) => `${roomCode} ${this.date(start + night)}`)
  }

  nightsOf(stay: Asked): Night[] {
    return this.cellsOf(stay).map((cell) => [cell, stay.rooms])
  }

  /** The cells that can still be slept in. */
  ahead(): string[] {
    return [...this.cells.keys()].filter((cell) => cell.slice(4) >= this.today)
  }

  /** The cells in which a booking's rooms are live. */
  liveCells(booking: ModelBooking): string[] {
    if (booking.status === 'no_show') return this.cellsOf(booking).slice(0, 1)
    const isLive = booking.status === 'pending' || booking.status === 'confirmed'
    return isLive ? this.cellsOf(booking) : []
  }

  /** Rooms of an agency's live bookings in a cell, and those of them that are only held. */
  roomsOf(agency: AgencyCode, cell: string): { live: number; pending: number } {
    const those = this.bookings.filter(
      (each) => each.who === agency && this.liveCells(each).includes(cell),
    )
    const sum = (some: ModelBooking[]) => some.reduce((rooms, each) => rooms + each.rooms, 0)
    return { live: sum(those), pending: sum(those.filter(({ status }) => status === 'pending')) }
  }

  drawn(agency: AgencyCode, cell: string): number {
    return this.roomsOf(agency, cell).live + this.cells.get(cell)!.kept[agency]
  }

  isReleased(agency: AgencyCode, cell: string): boolean {
    const { releaseDays } = this.allotments.get(`${agency} ${cell}`)!
    const { active, stopSale } = this.terms[agency]
    return !active || stopSale || this.today >= addDay(cell.slice(4), -releaseDays)
  }

  #standing(agency: AgencyCode, cell: string): number {
    const allotment = this.allotments.get(`${agency} ${cell}`)
    return allotment && !this.isReleased(agency, cell) ? allotment.rooms : 0
  }

  ownLeft(agency: AgencyCode, cell: string): number {
    return Math.max(0, this.#standing(agency, cell) - this.drawn(agency, cell))
  }

  setAside(cell: string): number {
    return AGENCIES.reduce((sum, agency) => sum + this.ownLeft(agency, cell), 0)
  }

  free(cell: string): number {
    return Math.max(0, this.cells.get(cell)!.available - this.setAside(cell))
  }

  sureOf(agency: AgencyCode, cell: string): number {
    const own = this.ownLeft(agency, cell)
    const others = this.setAside(cell) - own
    return Math.max(0, Math.min(own, this.cells.get(cell)!.available - others))
  }

  /** The rooms of a cell that somebody may take. */
  takeable(who: Who, cell: string): number {
    const own = isAgency(who) ? this.ownLeft(who, cell) : 0
    return Math.min(this.cells.get(cell)!.available, own + this.free(cell))
  }

  /** True if an agency takes nothing anew at present, by whoever's act. */
  isStopped(who: Who): boolean {
    return isAgency(who) && this.terms[who].active && this.terms[who].stopSale
  }

  /** Judges rooms of cells, all or nothing, by what stands before. */
  refusal(nights: readonly Night[], taking: Taking): Refusal {
    if (nights.some(([cell, rooms]) => this.cells.get(cell)!.available < rooms)) return 'sold_out'
    const { who, isHotel, override } = taking
    if (!override && nights.some(([cell, rooms]) => this.takeable(who, cell) < rooms))
      return isHotel ? 'set_aside' : 'sold_out'
    if (nights.some((night) => this.#hasManyOptions(night, taking))) return 'too_many_options'
    return undefined
  }

  take(nights: readonly Night[]): void {
    for (const [cell, rooms] of nights) {
      const day = this.cells.get(cell)!
      day.available -= rooms
      day.live += rooms
    }
  }

  #hasManyOptions([cell, rooms]: Night, { who, isHold, override }: Taking): boolean {
    if (!isHold || override || !isAgency(who)) return false
    const { available, live } = this.cells.get(cell)!
    const known = this.capacity[cell.slice(0, 3) as RoomCode]
    const total = known === Number.POSITIVE_INFINITY ? available + live : known
    const beyond = this.drawn(who, cell) + rooms - this.#standing(who, cell)
    const pending = this.roomsOf(who, cell).pending + rooms
    return Math.min(pending, Math.max(0, beyond)) > Math.max(1, Math.floor(total / 4))
  }

  /** Takes rooms off a night that they leave; given back, or kept back until the next count. */
  leave(cell: string, rooms: number, who: Who, isGiven: boolean): void {
    const day = this.cells.get(cell)!
    const before = day.available
    day.live -= rooms
    if (isGiven && cell.slice(4) >= this.today) {
      const more = Math.max(0, rooms - day.shortfall)
      const ceiling = this.capacity[cell.slice(0, 3) as RoomCode] - day.live
      day.available = Math.max(0, Math.min(day.available + more, ceiling))
      day.shortfall = Math.max(0, day.shortfall - rooms)
    }
    const back = Math.max(0, day.available - before)
    if (isAgency(who)) day.kept[who] += Math.max(0, rooms - back)
  }

  end(booking: ModelBooking, status: 'cancelled' | 'expired' | 'no_show'): void {
    const isGiven = this.restores || booking.status === 'pending' || status === 'no_show'
    const cells = this.liveCells(booking)
    for (const cell of status === 'no_show' ? cells.slice(1) : cells)
      this.leave(cell, booking.rooms, booking.who, isGiven)
    booking.status = status
  }

  /** Counts a cell anew. @returns false if the count is refused */
  count(cell: string, available: number): boolean {
    const capacity = this.capacity[cell.slice(0, 3) as RoomCode]
    if (available > capacity) return false
    const day = this.cells.get(cell)!
    const left = Math.min(available, capacity - day.live)
    Object.assign(day, {
      ...{ available: Math.max(0, left), shortfall: Math.max(0, -left) },
      kept: { DELTA: 0, ECHO: 0 },
    })
    return true
  }

  /** Adds to a count, or takes off it. @returns false if that is refused */
  countBy(cell: string, by: number): boolean {
    const day = this.cells.get(cell)!
    const capacity = this.capacity[cell.slice(0, 3) as RoomCode]
    const sum = day.available + by
    if (sum < 0 || sum > capacity) return false
    day.available = Math.max(0, Math.min(sum, capacity - day.live))
    return true
  }

  /** Another number of rooms of DBL: counts above it fall to it. */
  cap(rooms: number): void {
    this.capacity.DBL = rooms
    for (const cell of this.ahead().filter((each) => each.startsWith('DBL'))) {
      const day = this.cells.get(cell)!
      const left = rooms - day.live
      if (day.available === 0 || day.available <= left) continue
      day.available = Math.max(0, left)
      day.shortfall = Math.max(day.shortfall, -left)
    }
  }

  expire(nowMs: number): void {
    for (const each of this.bookings)
      if (each.status === 'pending' && each.holdUntilMs <= nowMs) this.end(each, 'expired')
  }
}
