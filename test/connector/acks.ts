import { type Api, type Log, RefusedError } from './api.ts'
import type { Mirror } from './mirror.ts'

const ACKS_MAX = 500

/**
 * Acknowledges revisions that are on disk here, one or many at once; after a lost answer the same acks are sent
 * again.
 */
export async function acknowledge({ api, mirror, log }: { api: Api; mirror: Mirror; log: Log }) {
  const acks = mirror.unacked(ACKS_MAX).map((each) => ({ ...each, externalId: `PMS-${each.code}` }))
  const [first, ...others] = acks
  if (!first) return
  if (others.length === 0) return await acknowledgeOne({ api, mirror, log }, first)
  const { acked, already, refused, results } = await api.call(
    'ackReservations',
    {},
    { body: { acks } },
  )
  for (const { code, revision } of acks) mirror.acked(code, revision)
  // Once more would be refused once more; somebody has to look.
  for (const { code, result, errors } of results)
    if (result === 'refused') log('ack_refused', { code, errors })
  log('acked', { acked, already, refused })
}

type Ack = { code: string; revision: number; externalId: string }

async function acknowledgeOne(
  { api, mirror, log }: { api: Api; mirror: Mirror; log: Log },
  { code, ...ack }: Ack,
): Promise<void> {
  try {
    await api.call('ackReservation', { code }, { body: ack })
    log('acked', { acked: 1 })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    log('ack_refused', { code, problem: error.problem })
  }
  mirror.acked(code, ack.revision)
}
