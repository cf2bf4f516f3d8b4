import { LRUCache } from 'lru-cache'
import { canMailProof } from '../../service/mail-health.ts'
import { findUserSecret } from '../../store/accounts/users.ts'
import type { Context } from '../api/context.ts'
import { createDraw } from '../api/draw.ts'

/** A password attempt from an unknown place. */
export type UnknownTry<T> = {
  email: string
  request: Pick<Request, 'signal'>
  /** The second factor sent with it, right or wrong. */
  totp: string | undefined
  run: () => Promise<T>
}

/** Failures from all unknown places that put an account under attack (`contract-access`, *Accounts*). */
const GUESSED_FAILURES = 30
const GUESSED_MS = 10 * 60 * 1_000
const ACCOUNTS_KEPT = 100_000

/**
 * Brute-force protection of an account, existing or not, after 30 failures from unknown places in 10 minutes, as counted
 * by this process. With mail the right password then also needs a mailed code (`judgeMailedCode`); without mail all
 * unknown places together have ten attempts a minute.
 */
export function createGuessWatch(context: Context) {
  const { store, monotonicMs, drawWorld } = context
  const failures = new LRUCache<string, readonly number[]>({
    maxSize: ACCOUNTS_KEPT,
    sizeCalculation: () => 1,
  })
  const draw = createDraw(drawWorld)

  const isGuessed = (email: string): boolean => {
    const first = failures.get(email)?.at(-GUESSED_FAILURES)
    return first !== undefined && first > monotonicMs() - GUESSED_MS
  }

  /**
   * Runs an attempt when it is drawn. An attempt with a second factor, at an account that has one, also runs at once and
   * stops waiting on success. Its failure stays hidden: an attacker without the password learns nothing about a code, and
   * wrong codes with the right password count as always.
   */
  async function byLot<T>({ email, request: { signal }, totp, run }: UnknownTry<T>): Promise<T> {
    if (totp === undefined || !(await holdsFactor(email))) {
      await draw(email, signal)
      return await run()
    }
    const done = new AbortController()
    const drawn = draw(email, AbortSignal.any([signal, done.signal])).then(run)
    try {
      return await Promise.any([drawn, run()])
    } catch (error) {
      throw error instanceof AggregateError ? error.errors[0] : error
    } finally {
      done.abort()
    }
  }

  const holdsFactor = async (email: string) =>
    (await findUserSecret(store, email))?.hasSecondFactor === true

  return {
    isGuessed,
    noteFailure(email: string): void {
      const times = [...(failures.get(email) ?? []), monotonicMs()]
      failures.set(email, times.slice(-GUESSED_FAILURES))
    },
    try: <T>(one: UnknownTry<T>): Promise<T> =>
      isGuessed(one.email) && !canMailProof(context) ? byLot(one) : one.run(),
  }
}
