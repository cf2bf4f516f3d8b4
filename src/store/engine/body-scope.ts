import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The deadline of a body, and the moment since which it has held the event loop, both on the monotonic clock; and
 * whether it has sent all that it writes.
 */
type Scope = { endsAtMs: number; turnedAtMs: number; isOver?: boolean }

/**
 * The scope of the code that runs inside a `tx`, available without a parameter. A second `tx` there would wait for the
 * first one forever, so it is refused.
 */
export const bodyScope = new AsyncLocalStorage<Scope>()

/** The scope of a body that begins now. */
export const createScope = (endsAtMs: number): Scope => ({
  endsAtMs,
  turnedAtMs: performance.now(),
})

/** @throws Error in a body that has ended: its transaction may be committed already */
export function refuseLate(): void {
  if (bodyScope.getStore()?.isOver) throw new Error('a body writes after its end')
}
