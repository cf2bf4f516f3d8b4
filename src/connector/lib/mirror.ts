/** The mirror: what Roomwire has as far as it is known here, and how far that is. */
import { cellOf, roomsBeyond, stayOf } from './days.ts'
import type { Booking, Change, Day, Entry, Kept, RateCell, Step } from './entries.ts'
import { journalPath, openJournal, type Records, replay } from './journal.ts'

/** Elements of one record that compaction writes. */
const PIECE = 500

/** The known state, to be read. */
export type MirrorView = ReturnType<typeof viewOf>
export type Mirror = Awaited<ReturnType<typeof openMirror>>

type State = {
  cursor: string | undefined
  days: Map<string, Day>
  rates: Map<string, RateCell>
  entries: Map<string, Entry>
  notes: Map<string, string>
  /** Codes of bookings of which your system may lack something, oldest news first. */
  news: Set<string>
}

/** Opens the mirror in a folder. The cursor is in one record with what was read up to it: neither is ever ahead. */
export async function openMirror(folder: string, slackBytes?: number) {
  const state = emptyState()
  const journal = await openJournal<Step>(folder, recordsOf(state), slackBytes)
  const { append } = journal
  return {
    ...viewOf(state),
    broken: journal.broken,
    bytes: journal.bytes,
    close: journal.close,
    /** Takes a page of the feed that begins at a place; it is left out if the mirror is at another by now. */
    takePage: (changes: Change[], from: string, cursor: string) =>
      append({ step: 'page', changes, from, cursor }),
    /** Takes everything anew, and the place of the feed before it was read. What is missing there was lost. */
    takeAll: (days: Day[], bookings: Booking[], cursor: string) =>
      append({ step: 'all', days, bookings, cursor }),
    /** Takes the days of a new range, and the place of the feed before they were read. */
    takeDays: (days: Day[], cursor: string) => append({ step: 'days', days, cursor }),
    /** Notes what your system has of a booking. */
    keep: (code: string, kept: Kept) => append({ step: 'kept', code, kept }),
    acked: (acks: { code: string; revision: number }[]) => append({ step: 'acked', acks }),
    /** Forgets a lost booking that your system knows to be lost. */
    drop: (code: string) => append({ step: 'dropped', code }),
    note: (name: string, value: string) => append({ step: 'note', name, value }),
  }
}

/** Reads the mirror of a folder without a change to it, also while a connector runs. */
export async function readMirror(folder: string): Promise<MirrorView> {
  const state = emptyState()
  await replay(journalPath(folder), recordsOf(state))
  return viewOf(state)
}

const emptyState = (): State => ({
  cursor: undefined,
  days: new Map(),
  rates: new Map(),
  entries: new Map(),
  notes: new Map(),
  news: new Set(),
})

function viewOf(state: State) {
  const entriesInOrder = () => [...state.news].map((code) => state.entries.get(code)!)
  return {
    cursor: () => state.cursor,
    noted: (name: string) => state.notes.get(name),
    day: (roomCode: string, date: string) => state.days.get(cellOf(roomCode, date)),
    days: () => [...state.days.values()],
    /** Days of rates that the feed has told of. */
    rates: () => [...state.rates.values()],
    entry: (code: string) => state.entries.get(code),
    /** Bookings that Roomwire has. */
    entries: () => [...state.entries.values()].filter(({ isLost }) => !isLost),
    /** The bookings of a group that are known, in its order. */
    group: (code: string) =>
      [...state.entries.values()]
        .filter(({ booking, isLost }) => !isLost && booking.group?.code === code)
        .map(({ booking }) => booking)
        .toSorted((a, b) => a.group!.position - b.group!.position),
    /** Bookings that your system lacks, oldest news first. @param withHolds true if it has holds, too */
    unkept: (withHolds: boolean) =>
      entriesInOrder().filter((entry) => withHolds || entry.isLost || wasConfirmed(entry)),
    /** Revisions that your system has and Roomwire does not know it has. Holds are not acknowledged. */
    unacked: (most: number) => {
      const found: { code: string; revision: number; externalId?: string | undefined }[] = []
      for (const { booking, kept, acked, isLost } of state.entries.values()) {
        if (found.length === most) break
        if (isLost || !kept || kept.revision <= acked || booking.confirmedAt === null) continue
        found.push({ code: booking.code, revision: kept.revision, externalId: kept.externalId })
      }
      return found
    },
    /** Rooms by day of a room type that bookings take and that your system knows nothing of. */
    unkeptRooms: () => {
      const rooms = new Map<string, number>()
      for (const { booking, kept, isLost } of entriesInOrder()) {
        const beyond = isLost ? [] : roomsBeyond(stayOf(booking), kept?.stay)
        for (const [cell, more] of beyond) rooms.set(cell, (rooms.get(cell) ?? 0) + more)
      }
      return rooms
    },
  }
}

const wasConfirmed = ({ booking, kept }: Entry) =>
  booking.confirmedAt !== null || kept !== undefined
/** A hold that ended unconfirmed. */
const cameToNothing = ({ confirmedAt, status }: Booking) =>
  confirmedAt === null && status !== 'pending'
/** True if your system may lack something of it; a hold that came to nothing unseen is nothing to it. */
const isNews = ({ booking, kept, isLost }: Entry) =>
  isLost || (kept ? kept.revision < booking.revision : !cameToNothing(booking))

function recordsOf(state: State): Records<Step> {
  return { apply: (step) => applyStep(state, step), snapshot: () => snapshotOf(state) }
}

function applyStep(state: State, step: Step): void {
  switch (step.step) {
    case 'page':
      // Everything was read anew meanwhile, as of an earlier place.
      if (state.cursor !== step.from) break
      for (const change of step.changes) applyChange(state, change)
      state.cursor = step.cursor
      break
    case 'all':
      putDays(state, step.days)
      replaceBookings(state, step.bookings)
      state.cursor = step.cursor
      break
    case 'days':
      putDays(state, step.days)
      state.cursor = step.cursor
      break
    case 'kept': {
      const entry = state.entries.get(step.code)
      if (entry) putEntry(state, { ...entry, kept: step.kept })
      break
    }
    case 'acked':
      for (const { code, revision } of step.acks) {
        const entry = state.entries.get(code)
        if (entry) entry.acked = Math.max(entry.acked, revision)
      }
      break
    case 'dropped':
      state.entries.delete(step.code)
      state.news.delete(step.code)
      break
    case 'note':
      state.notes.set(step.name, step.value)
      break
    case 'entries':
      for (const entry of step.entries) putEntry(state, entry)
      break
    case 'rates':
      for (const cell of step.rates) putRate(state, cell)
  }
}

/** Entries come in order and whole. Kinds that this version does not know are left to a later one. */
function applyChange(state: State, change: Change): void {
  if (change.type === 'booking') putBooking(state, change.booking)
  if (change.type === 'rates') for (const cell of change.days) putRate(state, cell)
  if (change.type === 'availability')
    for (const day of change.days) state.days.set(cellOf(day.roomCode, day.date), day)
}

function putRate(state: State, cell: RateCell): void {
  state.rates.set(`${cellOf(cell.roomCode, cell.date)} ${cell.rateCode}`, cell)
}

function putDays(state: State, days: readonly Day[]): void {
  state.days = new Map(days.map((day) => [cellOf(day.roomCode, day.date), day]))
}

/** A revision that is known already, or an older one, changes nothing. */
function putBooking(state: State, booking: Booking): void {
  const known = state.entries.get(booking.code)
  if (known && !known.isLost && known.booking.revision > booking.revision) return
  const acked = Math.max(known?.acked ?? 0, booking.ackedRevision ?? 0)
  putEntry(state, { booking, kept: known?.kept, acked })
}

function putEntry(state: State, entry: Entry): void {
  const { code } = entry.booking
  state.entries.set(code, entry)
  if (isNews(entry)) state.news.add(code)
  else state.news.delete(code)
}

/**
 * Puts all bookings in the place of those that were known. One that is there with another content under the same
 * revision, or under an older one, was lost and made anew: your system is told again.
 */
function replaceBookings(state: State, bookings: readonly Booking[]): void {
  const before = state.entries
  state.entries = new Map()
  state.news = new Set()
  for (const booking of bookings) {
    const known = before.get(booking.code)
    before.delete(booking.code)
    const isSame = known && isSameRevision(known.booking, booking)
    const isOlder = known?.kept && known.kept.revision >= booking.revision && !isSame
    const kept = isOlder ? { ...known.kept!, revision: booking.revision - 1 } : known?.kept
    putEntry(state, { booking, kept, acked: booking.ackedRevision ?? 0 })
  }
  // Your system may have the others, and must hear that they are no more; a hold that came to nothing is in no pull.
  for (const entry of before.values())
    putEntry(state, cameToNothing(entry.booking) ? entry : { ...entry, isLost: true })
}

const isSameRevision = (one: Booking, other: Booking) =>
  one.revision === other.revision &&
  one.status === other.status &&
  one.updatedAt === other.updatedAt

function* snapshotOf(state: State): Iterable<Step> {
  for (const [name, value] of state.notes) yield { step: 'note', name, value }
  const rates = [...state.rates.values()]
  for (let at = 0; at < rates.length; at += PIECE)
    yield { step: 'rates', rates: rates.slice(at, at + PIECE) }
  // Those of which your system lacks something stay in their order.
  const news = [...state.news].map((code) => state.entries.get(code)!)
  const known = [...state.entries.values()].filter(({ booking }) => !state.news.has(booking.code))
  const entries = [...known, ...news]
  for (let at = 0; at < entries.length; at += PIECE)
    yield { step: 'entries', entries: entries.slice(at, at + PIECE) }
  yield { step: 'days', days: [...state.days.values()], cursor: state.cursor }
}
