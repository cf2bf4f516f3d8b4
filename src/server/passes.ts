import type { Context } from '../http/context.ts'
import { noteKeyUses } from '../service/accounts/api-keys.ts'
import { tellOversold } from '../service/availability/tell-oversold.ts'
import { completeStays, expireHolds } from '../service/bookings/booking-passes.ts'
import { indexBookings } from '../service/bookings/index-words.ts'
import { foldSums } from '../service/bookings/sums.ts'
import { publishUnacked } from '../service/bookings/unacked.ts'
import { forgetAnswers, pruneOld } from '../service/retention.ts'
import type { createClockDoubt } from './clock-doubt.ts'
import type { Loop } from './loops.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

type Guard = Awaited<ReturnType<typeof createClockDoubt>>

/**
 * What a running service does by itself, and how often. Holds go by minutes, on a wrong clock too; what is ended or
 * deleted by a wrong one does not come back.
 */
export function passes(context: Context, unlessDoubted: Guard): Loop[] {
  const signal = context.stopping
  type Run = Loop['run']
  const loop = (name: string, everyMs: number, run: Run): Loop => ({ name, everyMs, run })
  const doubting = (name: string, everyMs: number, run: Run) =>
    loop(name, everyMs, unlessDoubted(run))
  return [
    loop('expire_holds', SECOND_MS, () => expireHolds(context, signal)),
    loop('index_bookings', 2 * SECOND_MS, () => indexBookings(context, signal)),
    loop('fold_sums', 30 * SECOND_MS, () => foldSums(context)),
    loop('publish_unacked', MINUTE_MS, () => publishUnacked(context, signal)),
    loop('note_key_uses', MINUTE_MS, () => noteKeyUses(context, context.keyUses)),
    doubting('complete_stays', MINUTE_MS, () => completeStays(context, signal)),
    doubting('prune_old', HOUR_MS, () => pruneOld(context, signal)),
    doubting('forget_answers', HOUR_MS, () => forgetAnswers(context, signal)),
    doubting('tell_oversold', HOUR_MS, () => tellOversold(context)),
  ]
}
