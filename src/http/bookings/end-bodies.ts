import { type Static, Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import {
  type CancelRequest,
  cancelBooking,
  simulateCancel,
} from '../../service/bookings/cancel-booking.ts'
import { markNoShow, simulateNoShow } from '../../service/bookings/mark-no-show.ts'
import type { Deps } from '../../service/deps.ts'
import type { Actor } from '../../store/days/history.ts'
import { strictObject, writtenProse } from '../api/texts.ts'

/** The `simulate` flag of both ends of a booking: cancellation, with the penalty charged or waived, and no-show. */
export const simulate = Type.Optional(
  Type.Boolean({ description: 'Reports the result; changes nothing.' }),
)

/** Reason of a cancellation. */
export const Reason = writtenProse(500)

const ExpectedCents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Optional fields of every cancellation. The hotel waives the penalty (cancels without it) unless `charge` is true. */
export const cancelFields = {
  simulate: Type.Optional(Type.Boolean()),
  expectedPenaltyCents: Type.Optional(ExpectedCents),
  expectedPayableCents: Type.Optional(ExpectedCents),
  charge: Type.Optional(
    Type.Boolean({
      description: "For the hotel's side alone: charges the guest's penalty instead of waiving it.",
    }),
  ),
}

/** Body of a no-show. */
export const NoShowBody = strictObject({
  force: Type.Optional(
    Type.Boolean({
      description: 'Allows it before the check-in time, never before the check-in day.',
    }),
  ),
  simulate,
})

/** Describes when a booking may be marked as a no-show. */
export const aboutNoShow =
  "Possible from the hotel's check-in time on the check-in day; `force: true` lifts the hour, never the day. Too early is 409 `transition_invalid` with `from`. The first night is kept, later nights go back on sale. `simulate: true` only reports the result."

/** Cancels a booking, or simulates it. @throws as `cancelBooking` */
export async function answerCancel(
  deps: Deps,
  { code }: Pick<Booking, 'code'>,
  actor: Actor,
  { simulate = false, ...request }: CancelRequest & { simulate?: boolean | undefined },
) {
  if (!simulate) return (await cancelBooking(deps, code, actor, request)).record
  const { record, nightsGivenBack } = await simulateCancel(deps, code, request)
  return { ...record, simulated: true, nightsGivenBack }
}

/** Marks a no-show, or simulates it. @throws as `markNoShow` */
export async function answerNoShow(
  deps: Deps,
  { code }: Pick<Booking, 'code'>,
  actor: Actor,
  { force = false, simulate = false, ...by }: Static<typeof NoShowBody> & { isAtDesk?: boolean },
) {
  const terms = { isForced: force, ...by }
  if (!simulate) return await markNoShow(deps, code, actor, terms)
  const { record, nightsGivenBack } = await simulateNoShow(deps, code, terms)
  return { ...record, simulated: true, nightsGivenBack }
}
