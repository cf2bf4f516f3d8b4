import { deleteMeta, writeMeta } from '../store/engine/meta.ts'
import type { Deps } from './deps.ts'

/** Whoever asks for health, a balancer, waits little longer. */
const WITHIN_MS = 2_000

/**
 * Writes something and waits until it is on disk: the proof behind `GET /v1/health`. A row of its own each time, which
 * nobody else can hold: a replica that hangs in the middle of its proof must not make the others look ill.
 *
 * @throws AppError and whatever else keeps it from being written
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
