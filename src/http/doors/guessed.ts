import { LRUCache } from 'lru-cache'
import { canMailProof } from '../../service/mail-health.ts'
import { findUserSecret } from '../../store/accounts/users.ts'
import type { Context } from '../api/context.ts'
import { createDraw } from '../api/draw.ts'

/** A try at a password from an unknown place. */
export type UnknownTry<T> = {
  email: string
  request: Pick<Request, 'signal'>
  /** A second factor that is brought with it, right or wrong. */
  totp: string | undefined
  run: () => Promise<T>
}

/** Failures over all unknown places that make an account one that is guessed at (`contract-access`, *Accounts*). */
const GUESSED_FAILURES = 30
const GUESSED_MS = 10 * 60 * 1_000
const ACCOUNTS_KEPT = 100_000

/**
 * What becomes of an account, known or not, that is guessed at from unknown places, as far as this process has seen: 30
 * failures in 10 minutes. Where mail is set its right password needs a mailed code (`judgeMailedCode`); without mail those
 * places have ten tries a minute together.
 */
export function createGuessWatch(context: Context) {
  const { store, monotonicMs, drawWorld } = context
  const failures = new LRUCache<string, readonly number[]>({ max: ACCOUNTS_KEPT })
  const draw = createDraw(drawWorld)

  const isGuessed = (email: string): boolean => {
    const first = failures.get(email)?.at(-GUESSED_FAILURES)
    return first !== undefined && first > monotonicMs() - GUESSED_MS
  }

  /**
   * Runs a try when it is drawn. One that brings the second factor of an account that has one is run at once, too, and
   * waits no longer when it succeeds; of its failure nobody learns: whoever brings codes without the password cannot tell
   * a right one, and those beside a right password are counted as ever.
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
