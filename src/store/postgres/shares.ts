// The connections of a replica, and what each of its pools may have of them.

/** Sizes of the pools at the usual number: writes, reads, slow reads, and the statement that every request makes. */
const USUAL = { writers: 12, readers: 8, longReaders: 4, askers: 8 }
/** One connection listens, one sends, one renews the lease. */
const OWN = 3
const POOLED = Object.values(USUAL).reduce((sum, size) => sum + size)
/** Fewer would let slow work keep all connections of a pool. */
const CONNECTIONS_MIN = 10
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
  const { writers, readers, longReaders, askers } = USUAL
  return {
    writers: sizeOf(writers),
    readers: sizeOf(readers),
    longReaders: sizeOf(longReaders),
    askers: sizeOf(askers),
  }
}
