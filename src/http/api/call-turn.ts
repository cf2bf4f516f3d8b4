import { AppError } from '../../domain/kernel/errors.ts'
import { callTurn, countWaitingCalls } from '../../store/engine/loop-turns.ts'
import { addressOf } from './address.ts'
import type { Context } from './context.ts'
import { type Exchange, wholeOf } from './socket.ts'

/** How long calls that came together hold the event loop before the others of them wait for a turn. */
const HELD_MS_MAX = 10
/** Turns of the event loop are watched at this distance: to watch each would cost a 20th of a small call. */
const LOOK_MS = 2
/** Larger texts that are kept are not sent whole: 2,000 slow readers of one pull of 462 KB took 850 MB. */
const SHARED_BYTES_MAX = 64 * 1_024

type Origin = Exchange & { server: Parameters<typeof addressOf>[2] }

/** The first call of this turn of the event loop, if it is watched. */
let calledAtMs: number | undefined
let lookedAtMs = 0

/**
 * Returns what answers calls that read at once, or in a later turn if others that came with them have held the event
 * loop for 10 ms: hundreds of calls at once would be answered one after another, before anything else. Addresses go on by
 * turns, and of each the keys, sessions and visitors; the calls of one of them in their order. They wait before the door,
 * so that a key that is revoked meanwhile is refused.
 */
export const inTurn =
  <Call extends Origin, Params>(
    context: Pick<Context, 'trustedProxies' | 'log'>,
    answer: (call: Call, params: Params) => Promise<unknown>,
  ) =>
  (call: Call, params: Params): Promise<unknown> => {
    const nowMs = performance.now()
    const isFull = calledAtMs !== undefined && nowMs - calledAtMs >= HELD_MS_MAX
    if (calledAtMs === undefined && nowMs - lookedAtMs > LOOK_MS) watchTurn(nowMs)
    if (!isFull && countWaitingCalls() === 0) return answer(call, params)
    const { request, server } = call
    const caller = {
      address: addressOf(context, request, server),
      // The token alone: spaces before it would make others of it.
      account: request.headers.get('authorization')?.split(' ').at(-1) ?? '',
    }
    if (!isFull && countWaitingCalls(caller) === 0) return answer(call, params)
    return callTurn(caller).then(async () => {
      refuseGone(request)
      const answered = await answer(call, params)
      // An answer that is written for each caller has a copy for each anyway.
      const bytesMax = typeof answered === 'string' ? SHARED_BYTES_MAX : undefined
      return wholeOf(answered, call, bytesMax)
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
  if (signal.aborted) throw new AppError('unavailable', 'The caller has gone.', { isGone: true })
}
