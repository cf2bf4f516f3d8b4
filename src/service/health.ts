import { deleteMeta, writeMeta } from '../store/engine/meta.ts'
import type { Deps } from './deps.ts'

/** Time limit of a health check; load balancers hardly wait longer. */
const WITHIN_MS = 2_000

/**
 * Writes a row and waits until it is on disk: the proof behind `GET /v1/health`. Each check writes its own row, which
 * no other process can lock: a replica that hangs during its check must not make the others look unhealthy.
 *
 * @throws AppError and any other error that prevents the write
 */
export async function checkWritable({
  store,
  newId,
}: Pick<Deps, 'store' | 'newId'>): Promise<void> {
  const key = `health:${newId()}` as const
  await store.tx(
    async (tx) => {
      await writeMeta(tx, key, '')
      await deleteMeta(tx, key)
    },
    { withinMs: WITHIN_MS },
  )
}
