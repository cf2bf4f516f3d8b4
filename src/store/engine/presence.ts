// The replicas on one database, by what each says of itself in its beat.

/** After this long without a beat a replica counts no more: it beats every 2 s. */
const SILENT_MS = 6_000

/** The replicas that are heard, the most connections that they take together, and how many the server grants the role. */
export type Presence = { replicas: number; connections: number; granted: number }

/**
 * Creates the list of replicas; those of a version before this one do not say what they take, and are not in it.
 *
 * @param own the name of this replica
 */
export function createPresence(own: string, monotonicMs: () => number) {
  const heard = new Map<string, { connections: number; atMs: number }>()
  return {
    /** @param connections 0: it ends */
    hear(from: string, connections: number): void {
      if (connections > 0) heard.set(from, { connections, atMs: monotonicMs() })
      else heard.delete(from)
    },
    /** @returns undefined while not even this one is heard */
    now(): Omit<Presence, 'granted'> | undefined {
      for (const [from, { atMs }] of heard) if (monotonicMs() - atMs > SILENT_MS) heard.delete(from)
      if (!heard.has(own)) return undefined
      const connections = heard.values().reduce((sum, each) => sum + each.connections, 0)
      return { replicas: heard.size, connections }
    },
  }
}
