import type { Outcome, Problem, Questions, Visit } from './page-shape.ts'

/** Reads the answers of the calls that `send` sends. */
export const askBy =
  (send: Questions['send']): Visit['ask'] =>
  async <T>(...call: Parameters<Questions['send']>): Promise<Outcome<T>> => {
    const { text, isRefused, isReplay, retryAfterSeconds } = await send(...call)
    const value = text ? JSON.parse(text) : undefined
    if (!isRefused) return { value, isReplay }
    return { problem: { ...(value as Problem), ...(retryAfterSeconds && { retryAfterSeconds }) } }
  }
