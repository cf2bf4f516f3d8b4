/**
 * What contract §2 says a push does, once more and in the plainest words. Shares nothing with `src`, so that both
 * would have to be wrong in the same way.
 */

export type ModelRoom = {
  roomCode: string
  totalRooms: number | null
  basePriceCents: number | null
  active: boolean
}

export type ModelDay = { available: number; priceCents: number | null; closed: boolean }

export type ModelPush = { updates: unknown[]; mode: 'partial' | 'atomic'; dryRun: boolean }

/** What the service must answer, and which days it must have changed. */
type ModelAnswer = {
  status: number
  received: number
  applied: number
  unchanged: number
  rejected: number
  /** By index of the element: why it was refused; `malformed` stands for whatever is wrong with its form. */
  errors: Map<number, string[]>
  /** `<index> <code>` of every warning. */
  warnings: string[]
  changed: { cell: string; before: ModelDay | null; after: ModelDay }[]
}

export type PushModel = {
  push: (push: ModelPush) => ModelAnswer
  /** The answer to a pull of these dates, as specification §2.2 writes it. */
  pull: (dates: string[]) => unknown
  day: (roomCode: string, date: string) => ModelDay | null
}

type Update = {
  roomCode: string
  date: string
  available: number
  priceCents?: number
  closed?: boolean
}

const FIELDS = ['roomCode', 'date', 'available', 'priceCents', 'closed']
const PRICE_MAX = 10_000_000_000

/** A hotel that takes pushes on one day, which is today. */
export function createPushModel(rooms: ModelRoom[], today: string): PushModel {
  let days = new Map<string, ModelDay>()
  const first = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString()
  const last = Temporal.PlainDate.from(today).add({ days: 730 }).toString()

  function flawsOf(element: unknown): string[] {
    if (!isUpdate(element)) return ['malformed']
    const flaws: string[] = []
    if (!rooms.some(({ roomCode }) => roomCode === element.roomCode)) flaws.push('unknown_room')
    if (!isRealDate(element.date)) flaws.push('invalid_date')
    else if (element.date < first) flaws.push('date_in_past')
    else if (element.date > last) flaws.push('date_too_far')
    return flaws
  }

  function push({ updates, mode, dryRun }: ModelPush): ModelAnswer {
    const now = new Map(days)
    const errors = new Map<number, string[]>()
    const warnings: string[] = []
    const takenAt = new Map<string, number>()
    let [applied, unchanged] = [0, 0]
    for (const [index, element] of updates.entries()) {
      const flaws = flawsOf(element)
      if (flaws.length > 0) {
        errors.set(index, flaws)
        continue
      }
      const update = element as Update
      const room = rooms.find(({ roomCode }) => roomCode === update.roomCode)!
      const cell = `${update.roomCode} ${update.date}`
      const old = now.get(cell)
      const day: ModelDay = { available: update.available, priceCents: null, closed: false }
      if (update.priceCents !== undefined) day.priceCents = update.priceCents
      else day.priceCents = old && old.priceCents !== null ? old.priceCents : room.basePriceCents
      if (update.closed !== undefined) day.closed = update.closed
      else if (old) day.closed = old.closed

      const isOnSale = !day.closed && day.available > 0
      if (room.totalRooms !== null && day.available > room.totalRooms) {
        errors.set(index, ['above_capacity'])
      } else if (isOnSale && (day.priceCents === null || day.priceCents === 0)) {
        errors.set(index, ['price_required'])
      } else {
        if (takenAt.has(cell)) warnings.push(`${takenAt.get(cell)} duplicate_element`)
        if (old?.closed && update.closed === undefined) warnings.push(`${index} day_still_closed`)
        if (!room.active) warnings.push(`${index} room_inactive`)
        // A day that has no price of its own shows that of its room type.
        const was = BigInt(old?.priceCents ?? room.basePriceCents ?? 0)
        const is = BigInt(update.priceCents ?? 0)
        if (was && is && (is > 5n * was || was > 5n * is)) warnings.push(`${index} price_jump`)
        if (old && JSON.stringify(old) === JSON.stringify(day)) unchanged++
        else applied++
        takenAt.set(cell, index)
        now.set(cell, day)
      }
    }
    const rejected = errors.size
    const isRefused = rejected === updates.length || (mode === 'atomic' && rejected > 0)
    const status = isRefused ? 422 : rejected > 0 ? 207 : 200
    const counts = { received: updates.length, applied, unchanged, rejected }
    // Of an atomic push that is refused each element is.
    const none = { received: updates.length, applied: 0, unchanged: 0, rejected: updates.length }
    if (isRefused) return { status, ...none, errors, warnings: [], changed: [] }
    const changed = dryRun ? [] : differences(days, now)
    if (!dryRun) days = now
    return { status, ...counts, errors, warnings, changed }
  }

  return {
    push,
    day: (roomCode, date) => days.get(`${roomCode} ${date}`) ?? null,
    pull: (dates) => ({
      from: dates[0],
      to: dates.at(-1),
      rooms: rooms
        .filter(({ active }) => active)
        .toSorted((a, b) => (a.roomCode < b.roomCode ? -1 : 1))
        .map(({ roomCode, basePriceCents }) => ({
          roomCode,
          days: dates.map((date) => {
            const day = days.get(`${roomCode} ${date}`)
            const { available, closed } = day ?? { available: 0, closed: true }
            return { date, available, priceCents: day?.priceCents ?? basePriceCents ?? 0, closed }
          }),
        })),
    }),
  }
}

function differences(before: Map<string, ModelDay>, after: Map<string, ModelDay>) {
  return [...after].flatMap(([cell, day]) => {
    const old = before.get(cell) ?? null
    return JSON.stringify(old) === JSON.stringify(day) ? [] : [{ cell, before: old, after: day }]
  })
}

function isUpdate(element: unknown): element is Update {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return false
  const { roomCode, date, available, priceCents, closed } = element as Record<string, unknown>
  return (
    Object.keys(element).every((field) => FIELDS.includes(field)) &&
    typeof roomCode === 'string' &&
    roomCode.length >= 1 &&
    roomCode.length <= 64 &&
    typeof date === 'string' &&
    isWhole(available, 9_999) &&
    (!('priceCents' in element) || isWhole(priceCents, PRICE_MAX)) &&
    (!('closed' in element) || typeof closed === 'boolean')
  )
}

const isWhole = (value: unknown, most: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most

function isRealDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return month >= 1 && month <= 12 && day >= 1 && day <= lengths[month - 1]!
}
