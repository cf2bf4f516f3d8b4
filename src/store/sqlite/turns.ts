// Turns of work that is done between two commits.

/**
 * Creates the turns of work that other connections of this process do between two commits, since SQLite has one writer.
 *
 * @param run runs a body; an empty one brings `between` its turn
 * @returns `take`, which does work in its turn and returns its result, `isTaken`, true from that call to the end of the
 *   work, and `between`, to be awaited while no transaction is open; it never throws
 */
export function createTurns(run: (body: () => Promise<void>) => Promise<void>) {
  const waiting = new Set<() => Promise<void>>()
  let isTaken = false

  async function take<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const turn = () => work().then(resolve, reject)
    waiting.add(turn)
    await run(async () => {}).catch((error) => {
      waiting.delete(turn)
      reject(error)
    })
    return await promise
  }

  async function between(): Promise<void> {
    for (const turn of [...waiting]) {
      waiting.delete(turn)
      isTaken = true
      await turn()
      isTaken = false
    }
  }

  return { take, between, isTaken: () => isTaken || waiting.size > 0 }
}
