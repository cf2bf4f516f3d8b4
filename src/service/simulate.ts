import type { Tx } from '../store/engine/engine.ts'
import type { Deps } from './deps.ts'

/**
 * Runs a transaction with all its locks and checks, rolls it back and returns its result: the basis of a dry run.
 *
 * @throws the errors of the body
 */
export async function simulateTx<T>(
  { store }: Pick<Deps, 'store'>,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  let outcome: { value: T } | undefined
  try {
    await store.tx(
      async (tx) => {
        outcome = undefined
        outcome = { value: await body(tx) }
        throw new Error('rolled back, for it was only tried')
      },
      { isTried: true },
    )
  } catch (error) {
    if (!outcome) throw error
  }
  return outcome!.value
}
