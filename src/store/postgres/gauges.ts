import type { Gauge } from '../engine/engine.ts'
import type { Lease } from '../engine/lease.ts'
import type { createNotices } from './notices.ts'
import type { Pool } from './pool.ts'

type ReplicaState = {
  pools: Record<string, Pick<Pool, 'state'>>
  retries: number
  notices: ReturnType<Awaited<ReturnType<typeof createNotices>>['state']>
  lease: ReturnType<Lease['state']>
}

/** What a replica tells of its connections, for the metrics. */
export function gaugesOf({ pools, retries, notices, lease }: ReplicaState): Gauge[] {
  const states = Object.entries(pools).map(([name, pool]) => ({ name, ...pool.state() }))
  const byPool = (key: 'used' | 'waiting' | 'max') =>
    Object.fromEntries(states.map((state) => [`pool="${state.name}"`, state[key]]))
  return [
    gauge('database_connections', 'Connections in use, by what they are for.', byPool('used')),
    gauge('database_connections_max', 'Connections that there may be.', byPool('max')),
    gauge('database_connections_awaited', 'How many wait for a connection.', byPool('waiting')),
    {
      name: 'roomwire_database_retries_total',
      type: 'counter',
      help: 'Transactions that were tried again.',
      samples: retries,
    },
    gauge(
      'database_notice_seconds',
      'How long the last notice of this replica took to come back to it.',
      notices.lagMs / 1_000,
    ),
    gauge(
      'database_notice_age_seconds',
      'How long ago it came back; one is sent every 2 seconds.',
      notices.silentMs / 1_000,
    ),
    ...leaseGauges(lease),
  ]
}

/** Of a replica that is not the worker there is no age to tell. */
function leaseGauges({ epoch, renewedMsAgo }: ReplicaState['lease']): Gauge[] {
  const help = 'Whether this replica is the worker, which does what one alone may do.'
  const gauges = [gauge('worker', help, epoch === undefined ? 0 : 1)]
  if (renewedMsAgo === undefined) return gauges
  const age = 'Since the lease of the worker was renewed last; it is each second.'
  return [...gauges, gauge('worker_lease_age_seconds', age, renewedMsAgo / 1_000)]
}

const gauge = (name: string, help: string, samples: Gauge['samples']): Gauge => ({
  name: `roomwire_${name}`,
  type: 'gauge',
  help,
  samples,
})
