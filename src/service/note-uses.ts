import type { Tx } from '../store/engine/engine.ts'
import type { Deps } from './deps.ts'

/**
 * Flushes the last uses of keys, sessions or sites, which are collected in memory, and their addresses if those are
 * kept. Written uses leave memory; failed ones stay for the next flush.
 *
 * @param uses by id
 */
export async function noteUses<Noted>(
  { store }: Pick<Deps, 'store'>,
  uses: Map<string, Noted>,
  write: (tx: Tx, noted: ReadonlyMap<string, Noted>) => Promise<void>,
): Promise<void> {
  if (uses.size === 0) return
  const noted = new Map(uses)
  uses.clear()
  try {
    await store.tx((tx) => write(tx, noted))
  } catch (error) {
    // A use noted during the write is the later one.
    for (const [id, use] of noted) if (!uses.has(id)) uses.set(id, use)
    throw error
  }
}
