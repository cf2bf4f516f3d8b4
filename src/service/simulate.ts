import type { Tx } from '../store/engine/engine.ts'
import type { Deps } from './deps.ts'

/**
 * What a transaction would come to: it runs with all its locks and refusals, and is then rolled back.
 *
 * @throws what the body throws
 */
export async function simulateTx<T>(
  { store }: Pick<Deps, 'store'>,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  let outcome: { value: T } | undefined
  try {
    await store.tx(async (tx) => {
      outcome = undefined
      outcome = { value: await body(tx) }
      throw new Error('rolled back, for it was only tried')
    })
  } catch (error) {
    if (!outcome) throw error
  }
  return outcome!.value
}
