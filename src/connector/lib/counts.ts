/** Counts and prices: what differs from your system is pushed, with the place in the feed that the counts include. */
import { randomUUID } from 'node:crypto'
import type { Answer, Body } from '../../client/call.ts'
import { type Api, type Log, RefusedError } from './api.ts'
import { cellOf, dayAfter } from './days.ts'
import type { Day } from './entries.ts'
import type { Feed } from './feed.ts'
import type { Mirror } from './mirror.ts'
import type { Pms, WantedDay } from './pms.ts'

type Parts = { api: Api; mirror: Mirror; pms: Pms; feed: Feed; log: Log }
type Update = Body<'patchAvailability'>['updates'][number]
/** A day with only the fields that differ, and the text of what is wanted and what is shown. */
type Difference = { day: WantedDay; text: string }

/** Days of one push. */
const PUSH_MAX = 5_000
/** A day that was pushed in vain, as above the capacity of its type, is pushed again so much later. */
const AGAIN_AFTER_MS = 30_000
/** The note that the first sync is done. */
const FIRST_SYNC = 'first_sync'
/** Roomwire does not have what the cursor says was seen: too long ago, or lost by a failover or a restore. */
const CURSOR_LOST = ['cursor_expired', 'cursor_ahead']

/** Pushes what differs: the first time everything, later changes, and after any mishap whatever that left. */
export function createCounts({ api, mirror, pms, feed, log }: Parts) {
  /** Pushes that changed nothing, by day. */
  const inVain = new Map<string, { text: string; untilMs: number }>()
  const first = createFirstSync(mirror)

  /** Reads what your system wants, less what it does not know of. */
  async function differences() {
    // Of one moment, before your system counts: whatever it has kept by then is in its counts.
    const seenThrough = mirror.cursor()!
    const unkept = mirror.unkeptRooms()
    const wanted = (await pms.wantedDays?.(feed.range())) ?? []
    const found: Difference[] = []
    for (const day of wanted) {
      const difference = differenceOf(day, unkept)
      if (difference) found.push(difference)
      if (found.length === PUSH_MAX) break
    }
    return { found, seenThrough, hasDays: wanted.length > 0 }
  }

  /** The difference of one day; none if it was pushed just now and changed nothing. */
  function differenceOf(day: WantedDay, unkept: Map<string, number>): Difference | undefined {
    const cell = cellOf(day.roomCode, day.date)
    const shown = mirror.day(day.roomCode, day.date)
    const known = first.isUnsaid(cell) ? undefined : shown
    const differing = differingFields(day, known, unkept.get(cell) ?? 0)
    // A later difference of the same kind is another one.
    if (!differing) return void inVain.delete(cell)
    const text = textOf(differing, shown)
    const last = inVain.get(cell)
    const isInVain = last?.text === text && last.untilMs > Date.now()
    return isInVain ? undefined : { day: differing, text }
  }

  /** Notes which days show the same as before: they wait, unless something about them changes. */
  function noteFailures(found: readonly Difference[]): void {
    const untilMs = Date.now() + AGAIN_AFTER_MS
    for (const { day, text } of found) {
      const cell = cellOf(day.roomCode, day.date)
      const isSame = textOf(day, mirror.day(day.roomCode, day.date)) === text
      if (isSame) inVain.set(cell, { text, untilMs })
      else inVain.delete(cell)
    }
  }

  return {
    /** Pushes once. Nothing is queued, so nothing in a queue can be lost or late. */
    async push(): Promise<void> {
      const { found, seenThrough, hasDays } = await differences()
      if (found.length === 0) return hasDays ? await first.end(seenThrough) : undefined
      const updates = rangesOf(found.map(({ day }) => day))
      try {
        const options = {
          // The counts have the rooms of every booking at the cursor off, holds included.
          body: { seenThrough, holds: 'counted' as const, updates },
          // A key of its own for each push: sent again under it, it is not done again.
          idempotencyKey: randomUUID(),
        }
        log('pushed', toldOf(await api.call('patchAvailability', {}, options)))
      } catch (error) {
        if (!(error instanceof RefusedError && CURSOR_LOST.includes(error.problem.code)))
          throw error
        return await feed.pullEverything()
      }
      first.said(found.map(({ day }) => cellOf(day.roomCode, day.date)))
      // The next counts come after what this push changed, so that they are later in the feed, too.
      await feed.caughtUp()
      noteFailures(found)
    },
  }
}

/** The parts of a report that the log has. */
function toldOf({
  applied,
  unchanged,
  rejected,
  corrected,
  stale,
  errors,
}: Answer<'patchAvailability'>) {
  return { applied, unchanged, rejected, corrected, stale, errors: errors.slice(0, 5) }
}

/** The first sync of a folder: it says every day that your system wants, differing or not. */
function createFirstSync(mirror: Mirror) {
  const isOver = () => mirror.noted(FIRST_SYNC) !== undefined
  const said = new Set<string>()
  return {
    isUnsaid: (cell: string) => !isOver() && !said.has(cell),
    said: (cells: readonly string[]) => {
      if (!isOver()) for (const cell of cells) said.add(cell)
    },
    end: async (seenThrough: string) => {
      if (!isOver()) await mirror.note(FIRST_SYNC, seenThrough)
    },
  }
}

/** Returns the fields of a day that differ from what is shown. @param unkept rooms that your system has not taken off */
function differingFields(
  { roomCode, date, ...wanted }: WantedDay,
  shown: Day | undefined,
  unkept: number,
): WantedDay | undefined {
  const left = wanted.available === undefined ? undefined : Math.max(0, wanted.available - unkept)
  const differs = <Value>(value: Value | undefined, other: Value | undefined) =>
    value !== undefined && value !== other
  const fields = {
    ...(differs(left, shown?.available) && { available: left }),
    ...(differs(wanted.priceCents, shown?.priceCents) && { priceCents: wanted.priceCents }),
    ...(differs(wanted.closed, shown?.closed) && { closed: wanted.closed }),
  }
  return Object.keys(fields).length > 0 ? { roomCode, date, ...fields } : undefined
}

const textOf = (differing: WantedDay, shown: Day | undefined) => JSON.stringify([differing, shown])

/** Joins days of a room type that follow one another and want the same. */
function rangesOf(days: readonly WantedDay[]): Update[] {
  const ranges: { first: WantedDay; dateTo: string; text: string }[] = []
  const byRoom = days.toSorted((a, b) => order(a.roomCode, b.roomCode) || order(a.date, b.date))
  for (const day of byRoom) {
    const text = JSON.stringify({ ...day, date: undefined })
    const last = ranges.at(-1)
    if (last?.text === text && dayAfter(last.dateTo, 1) === day.date) last.dateTo = day.date
    else ranges.push({ first: day, dateTo: day.date, text })
  }
  return ranges.map(({ first: { date, ...rest }, dateTo }) =>
    date === dateTo ? { ...rest, date } : { ...rest, dateFrom: date, dateTo },
  )
}

const order = (a: string, b: string) => (a < b ? -1 : Number(a > b))
