/** The feed: first everything, then every change from where it was left. It is the truth; webhooks are hints to read it. */
import { type Api, type Log, RefusedError } from './api.ts'
import type { Mirror } from './mirror.ts'
import { createPull } from './pull.ts'

export type Feed = ReturnType<typeof createFeed>
type Parts = { api: Api; mirror: Mirror; log: Log; days: number; signal: AbortSignal }
/** Somebody who waits for the end of the feed. */
type Waiting = { tell: () => void; giveUp: (reason: unknown) => void }

const PAGE = 500
const WAIT_SECONDS = 20

/** Reads the feed into the mirror. `days` is the number of days that the mirror has, from the hotel's today. */
export function createFeed({ api, mirror, log, days, signal }: Parts) {
  const queue = createQueue(signal)
  const { range, read, readDays, findToday } = createPull(api, days)

  /** Reads everything. @param from the place to read on from, where Roomwire has said it; else the end */
  async function pullEverything(from?: string): Promise<void> {
    // First the place, then what there is: what happens meanwhile comes by the feed.
    const cursor = from ?? (await api.call('listChanges', { cursor: 'latest' })).nextCursor
    const { days, bookings } = await read()
    await mirror.takeAll(days, bookings, cursor)
    log('pulled', { days: days.length, bookings: bookings.length })
  }

  return {
    range,
    read,
    pullEverything,

    /** Reads everything on the first start, and whenever the hotel's day begins the days of the new range. */
    async openDays(): Promise<void> {
      await findToday()
      const { to } = range()
      if (mirror.noted('openTo') === to) return
      const cursor = mirror.cursor()
      if (cursor === undefined) await pullEverything()
      else await mirror.takeDays(await readDays(), cursor)
      await mirror.note('openTo', to)
    },

    /** Reads on from the cursor, and waits at the other end while nothing happens. */
    async follow(): Promise<void> {
      const { waiting, mayWait, hurry } = queue.begin()
      const cursor = mirror.cursor()!
      const query = { cursor, limit: PAGE, waitSeconds: mayWait ? WAIT_SECONDS : 0 }
      try {
        const page = await api.call('listChanges', query, { signal: hurry })
        const { changes, nextCursor, hasMore } = page
        if (nextCursor !== cursor) await mirror.takePage(changes, cursor, nextCursor)
        if (hasMore || mirror.cursor() !== nextCursor) queue.waitOn(waiting)
        else for (const { tell } of waiting) tell()
      } catch (error) {
        queue.waitOn(waiting)
        if (!hurry.aborted) await pullEverything(placeToBegin(error, log))
      }
    },

    /** Says that something happened that is not here yet: all that a webhook is good for. */
    hint: queue.hurry,
    /** Resolves when the mirror has all that had happened when this was called. */
    caughtUp: queue.join,
    /** Ends the waiting of everybody, once the signal says that all is over. */
    end: queue.end,
  }
}

/** Those who wait for a read that began after they asked and came to the end; they end a read that waits. */
function createQueue(ended: AbortSignal) {
  let all: Waiting[] = []
  let hurry = new AbortController()

  function end(): void {
    hurry.abort()
    for (const { giveUp } of all) giveUp(ended.reason)
    all = []
  }

  return {
    /** Begins a read for who waits; it may wait at the other end if nobody does. */
    begin() {
      const waiting = all
      all = []
      const mayWait = waiting.length === 0 && !hurry.signal.aborted
      if (hurry.signal.aborted) hurry = new AbortController()
      return { waiting, mayWait, hurry: hurry.signal }
    },
    /** Lets those wait for the next read. */
    waitOn(waiting: Waiting[]): void {
      all.unshift(...waiting)
      if (ended.aborted) end()
    },
    hurry: (): void => hurry.abort(),
    join: () =>
      new Promise<void>((tell, giveUp) => {
        all.push({ tell, giveUp })
        hurry.abort()
        if (ended.aborted) end()
      }),
    end,
  }
}

/**
 * Returns where to begin anew if the feed does not have the cursor: it is too old, or its change was lost, perhaps
 * with bookings; undefined is the end.
 *
 * @throws any other error
 */
function placeToBegin(error: unknown, log: Log): string | undefined {
  if (!(error instanceof RefusedError && error.problem.code === 'cursor_expired')) throw error
  const { reason, cursor } = error.problem
  log('expired', { reason })
  return cursor
}
