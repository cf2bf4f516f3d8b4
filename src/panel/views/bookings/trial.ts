import { api, Problem } from '../../lib/api.ts'
import { type Loaded, useLoad } from '../../lib/load.ts'
import type { Simulated } from './model.ts'

/** What an action would do to a booking; `isEarly`: it is done only by force, its hour has not come. */
export type Trial = Simulated & { isEarly: boolean }

/** Asks the service what an action would do to a booking as it is now. */
export const useTrial = (path: string, revision: number): Loaded<Trial> =>
  useLoad(
    async (signal) => {
      const ask = (body: object) => api.post<Simulated>(path, { body, signal })
      try {
        return { ...(await ask({ simulate: true })), isEarly: false }
      } catch (error) {
        if (!(error instanceof Problem) || !('from' in error.body)) throw error
        return { ...(await ask({ simulate: true, force: true })), isEarly: true }
      }
    },
    [path, revision],
  )
