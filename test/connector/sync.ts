import { type Answer, type Api, type Booking, type Day, type Log, RefusedError } from './api.ts'
import { dayAfter, type Mirror } from './mirror.ts'
import type { Pms } from './pms.ts'

export type Sync = ReturnType<typeof createSync>
type Parts = { api: Api; mirror: Mirror; pms: Pms; log: Log; days: number; timezone: string }

const PAGE = 500
const WAIT_SECONDS = 20
const STATUSES = ['pending', 'confirmed', 'cancelled', 'expired', 'no_show', 'completed'] as const
/** What your system knows nothing of costs this much until somebody says otherwise. */
const USUAL_PRICE_CENTS = 10_000

export function createSync({ api, mirror, pms, log, days, timezone }: Parts) {
  /** They wait until the feed was read to its end by a read that began after they asked. */
  let asking: (() => void)[] = []
  /** Ends a read that waits at the other end. */
  let hurry = new AbortController()

  /** All days and bookings that Roomwire has. */
  async function read(): Promise<{ days: Day[]; bookings: Booking[] }> {
    const bookings: Booking[] = []
    let cursor: string | null = null
    do {
      const query = { updatedSince: '2000-01-01T00:00:00Z', status: [...STATUSES], limit: PAGE }
      const page: Answer<'pullBookings'> = await api.call('pullBookings', {
        ...query,
        ...(cursor && { cursor }),
      })
      bookings.push(...page.bookings)
      cursor = page.nextCursor
    } while (cursor)
    const { rooms } = await api.call('pullAvailability', range())
    return {
      days: rooms.flatMap(({ roomCode, days }) => days.map((day) => ({ roomCode, ...day }))),
      bookings,
    }
  }

  /**
   * Everything, once: first the place in the feed, then what there is. What happens meanwhile comes by the feed.
   *
   * @param from the place, where Roomwire has said it; else the end
   */
  async function pullEverything(from?: string): Promise<void> {
    const cursor = from ?? (await api.call('listChanges', { cursor: 'latest' })).nextCursor
    const { days, bookings } = await read()
    mirror.replace(days, bookings, cursor)
    log('pulled', { days: days.length, bookings: bookings.length })
  }

  /** From today where the hotel is, which is not today everywhere. */
  const range = () => {
    const from = new Date().toLocaleDateString('sv', { timeZone: timezone })
    return { from, to: dayAfter(from, days - 1) }
  }

  return {
    range,
    read,
    pullEverything,

    /** On the first start and whenever a day begins: room types and days not known yet, and everything there is of them. */
    async openDays(): Promise<void> {
      const { from, to } = range()
      if (mirror.kept('openedTo') === to) return
      const { rooms } = await api.call('getMapping', {})
      const dates = Array.from({ length: days }, (_, index) => dayAfter(from, index))
      mirror.transaction(() => {
        for (const { roomCode, totalRooms, basePriceCents } of rooms)
          pms.open(roomCode, totalRooms ?? 10, dates, basePriceCents ?? USUAL_PRICE_CENTS)
      })
      await pullEverything()
      mirror.keep('openedTo', to)
    },

    /** Reads on from the cursor, waiting at the other end while nothing happens. */
    async follow(): Promise<void> {
      const answered = asking
      asking = []
      const mayWait = answered.length === 0 && !hurry.signal.aborted
      if (hurry.signal.aborted) hurry = new AbortController()
      const query = {
        cursor: mirror.cursor()!,
        limit: PAGE,
        waitSeconds: mayWait ? WAIT_SECONDS : 0,
      }
      try {
        const { changes, nextCursor, hasMore } = await api.call('listChanges', query, {
          signal: hurry.signal,
        })
        if (changes.length > 0) mirror.apply(changes, nextCursor)
        if (hasMore) asking.unshift(...answered)
        else for (const tell of answered) tell()
      } catch (error) {
        asking.unshift(...answered)
        if (hurry.signal.aborted) return
        if (!(error instanceof RefusedError && error.problem.code === 'cursor_expired')) throw error
        // It is older than what is kept, or its change was lost and perhaps bookings with it: only everything helps.
        const { reason, cursor } = error.problem
        log('expired', { reason })
        await pullEverything(cursor)
      }
    },

    /** Something happened that is not here yet: all that a webhook is good for. */
    hint: () => hurry.abort(),

    /** Resolves when the mirror has all that had happened when this was called. */
    caughtUp: () =>
      new Promise<void>((resolve) => {
        asking.push(resolve)
        hurry.abort()
      }),
  }
}
