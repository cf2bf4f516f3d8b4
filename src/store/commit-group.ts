import type { Database } from 'bun:sqlite'
import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '../domain/errors.ts'

/**
 * What the code inside a `tx` can reach without being handed it: the guard, the topics it touched, and those that
 * earlier bodies of the same commit did.
 */
export type TxScope = { topics: Set<string>; earlier: ReadonlySet<string> }

export const txScope = new AsyncLocalStorage<TxScope>()

/** Bodies that share one commit: more would win little and make the first wait. */
const GROUP_MAX = 64

type Job = {
  body: () => Promise<unknown>
  topics: Set<string>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

type Outcome = { value: unknown } | { error: unknown }

/**
 * Group commit: bodies that wait together share one BEGIN IMMEDIATE … COMMIT on the writer, each in a savepoint
 * of its own, and nobody is answered before the commit is on disk.
 *
 * @param onCommit told the topics of the bodies that were committed, in the same step as the commit
 * @returns `run`, which answers what the body answered or throws what it threw (then nothing of it is written),
 *   and `settled`, which waits until no body is left
 */
export function createCommitGroup(writer: Database, onCommit: (topics: Set<string>) => void) {
  const exec = (statement: string) => writer.query(statement).run()
  const waiting: Job[] = []
  let pumping: Promise<void> | undefined

  function run<T>(body: () => Promise<T>): Promise<T> {
    if (txScope.getStore()) throw new Error('a tx inside a tx would wait for itself')
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.push({ body, topics: new Set(), resolve, reject })
    pumping ??= pump()
    return promise as Promise<T>
  }

  async function pump(): Promise<void> {
    // One turn of the event loop lets requests that arrived together join the same commit.
    await nextTurn()
    while (waiting.length > 0) {
      await commitTogether(waiting.splice(0, GROUP_MAX))
      await nextTurn()
    }
    pumping = undefined
  }

  async function commitTogether(group: Job[]): Promise<void> {
    const outcomes: Outcome[] = []
    const earlier = new Set<string>()
    try {
      exec('begin immediate')
      for (const job of group) outcomes.push(await attempt(job, earlier))
      exec('commit')
    } catch (error) {
      rollBack()
      for (const job of group) job.reject(unwritable(error))
      return
    }
    for (const [index, job] of group.entries()) settle(job, outcomes[index]!)
  }

  /** Never throws: whoever waits must hear of the error that led here, and the next group begins afresh. */
  function rollBack(): void {
    try {
      if (writer.inTransaction) exec('rollback')
    } catch {
      // The connection is closed or broken; the next `begin` says so.
    }
  }

  async function attempt(job: Job, earlier: Set<string>): Promise<Outcome> {
    exec('savepoint body')
    try {
      const value = await txScope.run({ topics: job.topics, earlier }, job.body)
      exec('release body')
      for (const topic of job.topics) earlier.add(topic)
      return { value }
    } catch (error) {
      // A full disk or an I/O error ends the whole transaction: nobody's work is left to commit.
      if (!writer.inTransaction) throw error
      exec('rollback to body')
      exec('release body')
      return { error }
    }
  }

  function settle(job: Job, outcome: Outcome): void {
    if ('error' in outcome) {
      job.reject(outcome.error)
    } else {
      onCommit(job.topics)
      job.resolve(outcome.value)
    }
  }

  return { run, settled: () => pumping ?? Promise.resolve() }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A commit that failed is answered 503 with the reason in the log, not to the caller. */
function unwritable(cause: unknown): AppError {
  return Object.assign(
    new AppError(
      'unavailable',
      'The database cannot be written at the moment; nothing was changed.',
      {
        retryAfterSeconds: 5,
      },
    ),
    { cause },
  )
}
