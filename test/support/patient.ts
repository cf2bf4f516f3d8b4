import type { Answer } from './matchers.ts'

const TRIES_MAX = 10

/**
 * Calls again what is refused for the moment, with nothing changed (503 with `Retry-After`), when the answer says: hundreds
 * at once wait longer for a connection or their turn than a busy machine lets them.
 */
export const patient =
  <Request extends unknown[]>(call: (...request: Request) => Promise<Answer>) =>
  async (...request: Request): Promise<Answer> => {
    for (let tries = 1; ; tries++) {
      const answer = await call(...request)
      const seconds = Number(answer.headers.get('retry-after'))
      if (answer.status !== 503 || seconds === 0 || tries === TRIES_MAX) return answer
      await Bun.sleep(1_000 * seconds)
    }
  }
