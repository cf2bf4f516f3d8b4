import { AppError } from '../../domain/kernel/errors.ts'

/** How time passes, and what chance says: from 0 to 1. */
export type DrawWorld = {
  random: () => number
  /** Runs something after so many milliseconds. @returns calls it off */
  schedule: (ms: number, run: () => void) => () => void
}

type Waiter = { let: () => void; refuse: () => void }

/** Tries a minute that are let through of one account, one after another. */
const DRAWN_PER_MINUTE = 10
const TURN_MS = 60_000 / DRAWN_PER_MINUTE
const WAIT_MS_MAX = 10_000
/** Of one account; past it one of them all gives way, drawn like the others, so that coming late costs nobody more. */
const WAITING_MAX = 1_000

const realWorld: DrawWorld = {
  random: Math.random,
  schedule(ms, run) {
    const timer = setTimeout(run, ms)
    // Whoever stops the service does not wait for turns that nobody takes.
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Lets ten tries a minute through by name, drawn at random among those who wait (`contract-access`, *Accounts*): a stranger
 * who asks without end has as many lots as tries that wait, and is never before anybody by being quick. Nobody waits where
 * nobody was let through in the last six seconds.
 *
 * @returns fulfilled when it is one's turn. It is rejected with AppError `rate_limited` after ten seconds without one, and
 * when the signal says that nobody waits any more
 */
export function createDraw({ random, schedule }: DrawWorld = realWorld) {
  const rooms = new Map<string, Set<Waiter>>()

  /** One of those who wait: the room is small, and one is drawn every six seconds. */
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
    'Others guess at the password of this account, and this try was not drawn among theirs. It is let in at once from where it signed in before, and with its second factor in the same call.',
    { retryAfterSeconds: TURN_MS / 1_000 },
  )
