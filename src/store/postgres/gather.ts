import { nextTurn } from '../engine/pace.ts'

/** Statements of one kind that are under way at once, and how many ask with one. */
const UNDER_WAY_MAX = 2
const ASKED_MAX = 64

type QueuedCall<Asked, Answer> = { asked: Asked; sinceMs: number } & Omit<
  PromiseWithResolvers<Answer>,
  'promise'
>

/**
 * Asks with one statement for all who ask at the same time: whoever comes while two are under way waits for the end of
 * one. Nobody joins a statement that is sent already, whose answer may be older than the question.
 *
 * @param run answers all, in their order, or fails for all; told since when the first of them waits (monotonic clock)
 */
export function gather<Asked, Answer>(
  run: (asked: readonly Asked[], sinceMs: number) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  const waiting: QueuedCall<Asked, Answer>[] = []
  let underWay = 0

  async function pump(): Promise<void> {
    // A turn of the event loop lets those who came together go together.
    for (await nextTurn(); waiting.length > 0; await nextTurn()) {
      const some = waiting.splice(0, ASKED_MAX)
      try {
        const answers = await run(
          some.map(({ asked }) => asked),
          some[0]!.sinceMs,
        )
        for (const [at, { resolve }] of some.entries()) resolve(answers[at]!)
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    underWay--
  }

  return (asked) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.push({ asked, sinceMs: performance.now(), resolve, reject })
    if (underWay < UNDER_WAY_MAX) {
      underWay++
      void pump()
    }
    return promise
  }
}
