import { AppError } from '../../domain/kernel/errors.ts'

/** The clock and the randomness of a draw; `random` returns 0 to 1. */
export type DrawWorld = {
  random: () => number
  /** Runs a function after some milliseconds. @returns a function that cancels it */
  schedule: (ms: number, run: () => void) => () => void
}

type Waiter = { let: () => void; refuse: () => void }

/** Password attempts per minute at one account, one at a time. */
const DRAWN_PER_MINUTE = 10
const TURN_MS = 60_000 / DRAWN_PER_MINUTE
const WAIT_MS_MAX = 10_000
/** Waiting attempts of one account at most; past it a random one is refused, so that latecomers have equal odds. */
const WAITING_MAX = 1_000

const realWorld: DrawWorld = {
  random: Math.random,
  schedule(ms, run) {
    const timer = setTimeout(run, ms)
    // Idle turns must not delay the stop of the service.
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Rate limit by lottery against brute force: ten attempts a minute by name, drawn at random among the waiting ones
 * (`contract-access`, *Accounts*). A flooding attacker has only as many chances as waiting attempts, and gains nothing by
 * speed. An attempt runs at once if none ran in the last six seconds.
 *
 * @returns a function whose promise resolves at the attempt's turn. It rejects with AppError `rate_limited` after ten
 *   seconds without a turn, and when the signal aborts
 */
export function createDraw({ random, schedule }: DrawWorld = realWorld) {
  const rooms = new Map<string, Set<Waiter>>()

  /** Draws a random waiter; copying the set is cheap: it is small, and one is drawn every six seconds. */
  const anyOf = (room: Set<Waiter>) => [...room][Math.floor(random() * room.size)]

  function drawLater(name: string, room: Set<Waiter>): void {
    schedule(TURN_MS, () => {
      const next = anyOf(room)
      if (!next) return void rooms.delete(name)
      next.let()
      drawLater(name, room)
    })
  }

  return (name: string, signal?: AbortSignal): Promise<void> => {
    const room = rooms.get(name)
    if (!room) {
      const empty = new Set<Waiter>()
      rooms.set(name, empty)
      drawLater(name, empty)
      return Promise.resolve()
    }
    if (signal?.aborted) return Promise.reject(notDrawn())
    return new Promise((resolve, reject) => {
      const leave = () => {
        room.delete(waiting)
        callOff()
        signal?.removeEventListener('abort', refuse)
      }
      const refuse = () => {
        leave()
        reject(notDrawn())
      }
      const waiting: Waiter = {
        let: () => {
          leave()
          resolve()
        },
        refuse,
      }
      const callOff = schedule(WAIT_MS_MAX, refuse)
      signal?.addEventListener('abort', refuse)
      room.add(waiting)
      if (room.size > WAITING_MAX) anyOf(room)!.refuse()
    })
  }
}

const notDrawn = () =>
  new AppError(
    'rate_limited',
    'Someone is guessing the password of this account, and this attempt was not drawn among theirs. Attempts from a place where the account signed in before, or with its second factor in the same call, are let in at once.',
    { limit: 'login', retryAfterSeconds: TURN_MS / 1_000 },
  )
