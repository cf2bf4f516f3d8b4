import { findMeta, writeMeta } from '../store/engine/meta.ts'
import { VERSION_KEY } from '../store/engine/newer.ts'
import type { Deps } from './deps.ts'

/** Notes in the database the version that serves it, unless a newer one has: an older one names it when it refuses. */
export async function noteVersion({ store }: Pick<Deps, 'store'>, version: string): Promise<void> {
  const noted = await findMeta(store, VERSION_KEY)
  if (noted !== undefined && Bun.semver.order(noted, version) >= 0) return
  // A full disk does not prevent a start.
  await store.tx((tx) => writeMeta(tx, VERSION_KEY, version)).catch(() => {})
}
