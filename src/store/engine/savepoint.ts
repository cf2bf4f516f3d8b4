import type { Tx } from './engine.ts'

/**
 * Runs work in a savepoint of a transaction; if it throws, what it wrote is rolled back and the transaction goes on.
 * Locks that the work took stay. Savepoints are not nested.
 *
 * @throws the error of the work
 */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const run = (text: string) => tx.dialect.run(tx.db, text, [])
  const { unsent } = tx
  await run('savepoint part')
  try {
    const value = await work()
    await run('release savepoint part')
    return value
  } catch (error) {
    await run('rollback to savepoint part')
    await run('release savepoint part')
    tx.unsent = unsent
    throw error
  }
}
