// Batching of concurrent calls into one statement.

import { urgentTurn } from '../engine/loop-turns.ts'

/** The number of statements of one kind that run at once, and of calls that share one. */
const UNDER_WAY_MAX = 2
const CALLS_MAX = 64

type QueuedCall<Call, Answer> = { call: Call; sinceMs: number } & Omit<
  PromiseWithResolvers<Answer>,
  'promise'
>

/**
 * Batches calls: one statement answers all calls that arrive together. A call that arrives while two statements run
 * waits until one of them ends. No call joins a statement already sent, whose answer may be older than the call.
 *
 * @param run answers all calls in their order, or fails for all; it receives the moment since which the first of them
 *   has waited (monotonic clock)
 */
export function gather<Call, Answer>(
  run: (calls: readonly Call[], sinceMs: number) => Promise<readonly Answer[]>,
): (call: Call) => Promise<Answer> {
  const waiting: QueuedCall<Call, Answer>[] = []
  let underWay = 0

  async function pump(): Promise<void> {
    // A turn of the event loop lets calls that arrived together share a statement.
    for (await urgentTurn(); waiting.length > 0; await urgentTurn()) {
      const some = waiting.splice(0, CALLS_MAX)
      try {
        const answers = await run(
          some.map(({ call }) => call),
          some[0]!.sinceMs,
        )
        for (const [at, { resolve }] of some.entries()) resolve(answers[at]!)
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    underWay--
  }

  return (call) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.push({ call, sinceMs: performance.now(), resolve, reject })
    if (underWay < UNDER_WAY_MAX) {
      underWay++
      void pump()
    }
    return promise
  }
}
