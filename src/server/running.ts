import type { Deps } from '../service/deps.ts'

/** A service that runs: where it listens, what it is made of, and how to end it. */
export type Running = {
  url: string
  deps: Deps
  stop: () => Promise<void>
  /** Fulfilled when the database has failed and everybody had time to hear of it: the process has to end. */
  failed: Promise<void>
}
