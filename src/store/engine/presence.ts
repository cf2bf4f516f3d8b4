// The replicas on one database, by what each says of itself in its beat.

/** After this long without a beat a replica counts no more: it beats every 2 s. */
const SILENT_MS = 6_000

/** The replicas that are heard, the most connections that they take together, and how many the server grants the role. */
export type Presence = { replicas: number; connections: number; granted: number }

/** Creates the list of replicas; those of a version before this one do not say what they take, and are not in it. */
export function createPresence(monotonicMs: () => number) {
  const heard = new Map<string, { connections: number; atMs: number }>()
  return {
    hear(from: string, connections: number): void {
      heard.set(from, { connections, atMs: monotonicMs() })
    },
    now(): Omit<Presence, 'granted'> {
      for (const [from, { atMs }] of heard) if (monotonicMs() - atMs > SILENT_MS) heard.delete(from)
      const connections = heard.values().reduce((sum, each) => sum + each.connections, 0)
      return { replicas: heard.size, connections }
    },
  }
}
