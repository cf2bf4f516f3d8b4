import type { Tx } from '../store/engine/engine.ts'
import type { Deps } from './deps.ts'

/**
 * Writes down when things were last used, and from where if that is kept, which is kept in memory until then, and forgets what it wrote; what could not
 * be written stays for the next time.
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
    // What was used meanwhile was so later.
    for (const [id, use] of noted) if (!uses.has(id)) uses.set(id, use)
    throw error
  }
}
