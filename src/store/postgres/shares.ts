// The connections of a replica, and what each of its pools, and each hotel, may have of them.

import type { Places } from './turns.ts'

/**
 * Sizes of the pools at the usual number: writes, reads, slow reads, the statement that every request makes, and the
 * worker's own writes and reads, for which no request waits and which wait for none.
 */
const USUAL = {
  ...{ writers: 10, readers: 8, longReaders: 4, askers: 6 },
  ...{ workerWriters: 2, workerReaders: 2 },
}
/** One connection listens, one sends, one renews the lease. */
const OWN = 3
const POOLED = Object.values(USUAL).reduce((sum, size) => sum + size)
/** Fewer would let slow work keep all connections of a pool. */
export const CONNECTIONS_MIN = 10
/** Replicas that a server has room for unless said otherwise: a rolling upgrade has one more than usual. */
const REPLICAS = 3

/**
 * Returns the number of connections of one replica, unless it is set: a third of those that the server grants the role,
 * from 10 to 35.
 */
export const usualConnections = (granted: number): number =>
  Math.min(OWN + POOLED, Math.max(CONNECTIONS_MIN, Math.floor(granted / REPLICAS)))

/** Returns the sizes of the pools, in the same proportions for any number of connections. */
export function sharesOf(connections: number): typeof USUAL {
  const sizeOf = (usual: number) => Math.max(1, Math.floor(((connections - OWN) * usual) / POOLED))
  return Object.fromEntries(
    Object.entries(USUAL).map(([name, usual]) => [name, sizeOf(usual)]),
  ) as typeof USUAL
}

/**
 * Returns the places of requests at each hotel and at all that are held, which leave half of the connections to others. One
 * transaction of a replica stands at a hotel's lock: each that stood behind it would keep the hotel for another 2 s after
 * the replica was paused.
 */
export const placesOf = ({ max }: { max: number }): Places => ({
  ofOne: 1,
  ofHeld: Math.max(1, Math.floor(max / 2)),
})
