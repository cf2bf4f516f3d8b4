// Metrics of PostgreSQL's connections, retries, notices, clock and lease.

import type { Clock } from '../engine/clock.ts'
import type { Gauge } from '../engine/commit-gauges.ts'
import type { Lease } from '../engine/lease.ts'
import type { createNotices } from './notices.ts'
import type { Pool } from './pool.ts'

type ReplicaState = {
  pools: Record<keyof typeof NAMES, Pick<Pool, 'state'>>
  retries: number
  /** The transactions that wait without a connection for others of their hotel. */
  inLine: number
  notices: ReturnType<Awaited<ReturnType<typeof createNotices>>['state']>
  lease: ReturnType<Lease['state']>
  clock: Pick<Clock, 'aheadMs'>
}

/** The names of the pools in metrics. */
const NAMES = {
  ...{ writers: 'write', readers: 'read', longReaders: 'long', askers: 'request' },
  ...{ workerWriters: 'worker_write', workerReaders: 'worker_read' },
}

/** The metrics of a replica's connections, notices, clock and lease. */
export function gaugesOf({ pools, retries, inLine, notices, lease, clock }: ReplicaState): Gauge[] {
  const states = Object.entries(NAMES).map(([pool, name]) => ({
    name,
    ...pools[pool as keyof typeof NAMES].state(),
  }))
  const byPool = (key: 'used' | 'waiting' | 'max') =>
    Object.fromEntries(states.map((state) => [`pool="${state.name}"`, state[key]]))
  return [
    gauge('database_connections', 'Connections in use, by pool.', byPool('used')),
    gauge(
      'database_line',
      'Writes that wait for others of their hotel, without a connection.',
      inLine,
    ),
    gauge('database_connections_max', 'Largest number of connections, by pool.', byPool('max')),
    gauge(
      'database_connections_awaited',
      'Callers that wait for a connection, by pool.',
      byPool('waiting'),
    ),
    {
      name: 'roomwire_database_retries_total',
      type: 'counter',
      help: 'Transactions begun again after a conflict, a lock held too long or a lost connection.',
      samples: retries,
    },
    gauge(
      'database_notice_seconds',
      'Time until the last notice of this replica came back to it.',
      notices.lagMs / 1_000,
    ),
    gauge(
      'database_notice_age_seconds',
      'Time since it came back; one is sent every 2 seconds.',
      notices.silentMs / 1_000,
    ),
    gauge(
      'clock_ahead_seconds',
      "How far the clock of this machine is ahead of the database's.",
      clock.aheadMs() / 1_000,
    ),
    ...leaseGauges(lease),
  ]
}

/** The metrics of the lease; a replica that is not the worker reports no age. */
function leaseGauges({ epoch, renewedMsAgo }: ReplicaState['lease']): Gauge[] {
  const help = '1 if this replica is the worker, which does the background work.'
  const gauges = [gauge('worker', help, epoch === undefined ? 0 : 1)]
  if (renewedMsAgo === undefined) return gauges
  const age =
    'Time since the last renewal of the worker lease; it is renewed four times in its length (WORKER_LEASE_MS).'
  return [...gauges, gauge('worker_lease_age_seconds', age, renewedMsAgo / 1_000)]
}

const gauge = (name: string, help: string, samples: Gauge['samples']): Gauge => ({
  name: `roomwire_${name}`,
  type: 'gauge',
  help,
  samples,
})
