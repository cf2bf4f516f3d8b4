import { type Static, Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import {
  type CancelRequest,
  cancelBooking,
  markNoShow,
  simulateCancel,
  simulateNoShow,
} from '../../service/bookings/end-booking.ts'
import type { Deps } from '../../service/deps.ts'
import type { Actor } from '../../store/days/history.ts'
import { strictObject, writtenProse } from '../api/texts.ts'

/** A flag of whatever can be tried. */
export const simulate = Type.Optional(
  Type.Boolean({ description: 'Answers what would happen; changes nothing.' }),
)

/** Why a booking is cancelled. */
export const Reason = writtenProse(500)

/** What else a cancellation may say, whoever cancels. */
export const cancelFields = {
  simulate: Type.Optional(Type.Boolean()),
  expectedPenaltyCents: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  ),
  charge: Type.Optional(
    Type.Boolean({ description: "The hotel's side alone: asks for what a guest would owe." }),
  ),
}

/** Body of a no-show. */
export const NoShowBody = strictObject({
  force: Type.Optional(
    Type.Boolean({ description: 'Before the check-in time, but not before the check-in day.' }),
  ),
  simulate,
})

/** When a no-show is marked, in words. */
export const aboutNoShow =
  "From the hotel's check-in time of the check-in day; `force: true` lifts the hour, never the day. Too early is 409 `transition_invalid` with `from`. The first night is kept, later ones go back to sale. `simulate: true` only says what would happen."

/** Cancels, or says what that would come to. @throws as `cancelBooking` */
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

/** Marks a no-show, or says what that would come to. @throws as `markNoShow` */
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
