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
export function inTurn<T>({ headers }: Request, work: () => T): T | Promise<Awaited<T>> {
  const nowMs = performance.now()
  if (calledAtMs === undefined) {
    if (nowMs - lookedAtMs > LOOK_MS) watchTurn(nowMs)
    return work()
  }
  if (nowMs - calledAtMs < HELD_MS_MAX) return work()
  const account = headers.get('authorization')
  // The type of a promise in a promise is that of the inner one.
  return (account === null ? visitTurn() : shortTurn(account)).then(work) as Promise<Awaited<T>>
}

function watchTurn(nowMs: number): void {
  calledAtMs = nowMs
  setImmediate(() => {
    calledAtMs = undefined
    lookedAtMs = performance.now()
  })
}
