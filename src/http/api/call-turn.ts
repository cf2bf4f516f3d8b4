import { unavailable } from '../../domain/kernel/errors.ts'
import { shortTurn, visitTurn } from '../../store/engine/loop-turns.ts'

/** How long calls that came together hold the event loop before the others of them wait for a turn. */
const HELD_MS_MAX = 10
/** Turns of the event loop are watched at this distance: to watch each would cost a 20th of a small call. */
const LOOK_MS = 2

/** The first call of this turn of the event loop, if it is watched. */
let calledAtMs: number | undefined
let lookedAtMs = 0

/**
 * Does the work of a call that reads, at once, or in a later turn if others that came with it have held the event loop
 * for 10 ms: hundreds of calls at once would be answered one after another, before anything else. Keys and sessions go
 * on by turns, before visitors.
 */
export function inTurn(request: Request, work: () => unknown): unknown {
  const nowMs = performance.now()
  if (calledAtMs === undefined) {
    if (nowMs - lookedAtMs > LOOK_MS) watchTurn(nowMs)
    return work()
  }
  if (nowMs - calledAtMs < HELD_MS_MAX) return work()
  const account = request.headers.get('authorization')
  const turn = account === null ? visitTurn() : shortTurn(account)
  return turn.then(() => {
    refuseGone(request)
    return work()
  })
}

function watchTurn(nowMs: number): void {
  calledAtMs = nowMs
  setImmediate(() => {
    calledAtMs = undefined
    lookedAtMs = performance.now()
  })
}

/** Ends a call that has waited, if nobody waits for its answer. @throws AppError `unavailable` */
export function refuseGone({ signal }: Request): void {
  if (signal.aborted) throw unavailable('The caller has gone.', 1)
}
