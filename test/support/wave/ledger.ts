import { asc, eq } from 'drizzle-orm'
import type { CalendarDate } from '../../../src/domain/kernel/date.ts'
import { nightsOf } from '../../../src/domain/kernel/night.ts'
import type { TestService } from '../service.ts'
import { dateOf } from './house.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Nights that are looked at ahead. */
const AHEAD = 30

/** A state of a booking, as its revision tells it. */
type State = {
  code: string
  atMs: number
  status: string
  roomCode: string
  rooms: number
  nights: readonly CalendarDate[]
}

/** What strangers came to have of a hotel. */
export type Ledger = {
  /** The most room-nights confirmed in any 24 hours and in any 7 days. */
  day: number
  week: number
  /** The most rooms that were pending on a night at a moment. */
  pending: number
  /** The most rooms × nights of the 30 coming nights that they kept from others at a moment. */
  denied: number
}

/** Reads from the revisions of a hotel's bookings what strangers took since an instant; what was before counts in windows. */
export async function readLedger(
  { store, alfa }: TestService,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<Ledger> {
  const states = (await listStates(store, alfa.id)).filter(({ atMs }) => atMs <= untilMs)
  const sold = confirmations(states)
  const since = (windowMs: number) =>
    Math.max(
      0,
      ...sold
        .filter(({ atMs }) => atMs >= fromMs)
        .map(({ atMs }) =>
          sold
            .filter((each) => each.atMs > atMs - windowMs && each.atMs <= atMs)
            .reduce((sum, { roomNights }) => sum + roomNights, 0),
        ),
    )
  return { day: since(DAY_MS), week: since(7 * DAY_MS), ...occupation(states, fromMs) }
}

async function listStates(store: TestService['store'], hotelId: number): Promise<State[]> {
  const { bookingRevision, change } = store.t
  const rows = await store.db
    .select({ snapshot: bookingRevision.snapshot, atMs: change.atMs })
    .from(bookingRevision)
    .innerJoin(change, eq(change.seq, bookingRevision.changeSeq))
    .where(eq(bookingRevision.hotelId, hotelId))
    .orderBy(asc(bookingRevision.changeSeq))
  return rows.map(({ snapshot: record, atMs }) => {
    const { code, status, roomCode, rooms } = record
    return { code, atMs, status, roomCode, rooms, nights: nightsOf(record) }
  })
}

/** Room-nights as they were confirmed: of a change those that it took anew. */
function confirmations(states: readonly State[]): { atMs: number; roomNights: number }[] {
  const last = new Map<string, State>()
  return states.flatMap((state) => {
    const before = last.get(state.code)
    last.set(state.code, state)
    if (state.status !== 'confirmed') return []
    const had = (night: CalendarDate) =>
      before?.status === 'confirmed' &&
      before.roomCode === state.roomCode &&
      before.nights.includes(night)
        ? before.rooms
        : 0
    const roomNights = state.nights.reduce(
      (sum, night) => sum + Math.max(0, state.rooms - had(night)),
      0,
    )
    return roomNights > 0 ? { atMs: state.atMs, roomNights } : []
  })
}

/** Goes through all states in their order, and counts what stands at each moment. */
function occupation(states: readonly State[], fromMs: number): { pending: number; denied: number } {
  const last = new Map<string, State>()
  const rooms = { pending: new Map<string, number>(), confirmed: new Map<string, number>() }
  const move = ({ status, nights, rooms: count }: State, sign: number) => {
    if (status !== 'pending' && status !== 'confirmed') return
    const of = rooms[status]
    for (const night of nights) of.set(night, (of.get(night) ?? 0) + sign * count)
  }
  const most = { pending: 0, denied: 0 }
  for (const state of states) {
    const before = last.get(state.code)
    if (before) move(before, -1)
    move(state, 1)
    last.set(state.code, state)
    if (state.atMs < fromMs) continue
    most.pending = Math.max(most.pending, ...rooms.pending.values())
    const [first, end] = [dateOf(state.atMs), dateOf(state.atMs + AHEAD * DAY_MS)]
    const denied = [rooms.pending, rooms.confirmed]
      .flatMap((of) => [...of])
      .filter(([night]) => night >= first && night < end)
      .reduce((sum, [, count]) => sum + count, 0)
    most.denied = Math.max(most.denied, denied)
  }
  return most
}
