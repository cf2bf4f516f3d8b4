/** The outbox: what your system lacks is given to it, then acknowledged. Each step is on disk before the next. */
import { type Api, backOffMs, type Log, RefusedError } from './api.ts'
import { stayOf } from './days.ts'
import type { Entry } from './entries.ts'
import type { Mirror } from './mirror.ts'
import type { Pms } from './pms.ts'

type Parts = { api: Api; mirror: Mirror; pms: Pms; log: Log }
type Ack = { code: string; revision: number; externalId?: string | undefined }

/** Acknowledgements of one call. */
const ACKS_MAX = 500

/** Gives bookings to your system, one after another in the order of the feed, and acknowledges what it has kept. */
export function createOutbox({ api, mirror, pms, log }: Parts) {
  /** Bookings that your system did not take: when they are due again, in milliseconds since 1970. */
  const failed = new Map<string, { tried: number; dueAtMs: number }>()

  async function give(entry: Entry): Promise<void> {
    const { booking, kept, isLost } = entry
    const { code, revision } = booking
    if (isLost) {
      await pms.dropBooking?.(booking)
      await mirror.drop(code)
      log('dropped', { code })
      return
    }
    const group = booking.group ? mirror.group(booking.group.code) : []
    const { externalId } =
      (await pms.keepBooking(booking, { keptRevision: kept?.revision ?? null, group })) ?? {}
    const stay = stayOf(booking)
    await mirror.keep(code, { revision, externalId: externalId ?? kept?.externalId, stay })
  }

  /** Lets one booking wait that your system did not take; others go on. */
  function postpone(code: string, error: unknown): void {
    const tried = failed.get(code)?.tried ?? 0
    const waitMs = backOffMs(tried, null)
    failed.set(code, { tried: tried + 1, dueAtMs: Date.now() + waitMs })
    log('not_kept', { code, error: String(error), tried, waitMs })
  }

  return {
    /** Gives your system every booking that it lacks and that is due. */
    async deliver(): Promise<void> {
      for (const entry of mirror.unkept(pms.wantsHolds ?? false)) {
        const { code } = entry.booking
        if ((failed.get(code)?.dueAtMs ?? 0) > Date.now()) continue
        try {
          await give(mirror.entry(code) ?? entry)
          failed.delete(code)
        } catch (error) {
          postpone(code, error)
        }
      }
    },

    /** Acknowledges what your system has, one or many at once; after a lost answer the same acks are sent again. */
    async acknowledge(): Promise<void> {
      const acks = mirror.unacked(ACKS_MAX)
      const [first, ...others] = acks
      if (!first) return
      if (others.length === 0) await acknowledgeOne(api, log, first)
      else await acknowledgeMany(api, log, acks)
      await mirror.acked(acks.map(({ code, revision }) => ({ code, revision })))
    },
  }
}

async function acknowledgeMany(api: Api, log: Log, acks: Ack[]): Promise<void> {
  const report = await api.call('ackReservations', {}, { body: { acks } })
  const { acked, already, refused, results } = report
  // A refused one would be refused again: somebody has to look.
  for (const { code, result, errors } of results)
    if (result === 'refused') log('ack_refused', { code, errors })
  log('acked', { acked, already, refused })
}

async function acknowledgeOne(api: Api, log: Log, { code, ...body }: Ack): Promise<void> {
  try {
    await api.call('ackReservation', { code }, { body })
    log('acked', { acked: 1 })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    log('ack_refused', { code, problem: error.problem })
  }
}
