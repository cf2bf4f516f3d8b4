import type { Static, TObject } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import {
  cancelGroup,
  confirmGroup,
  simulateGroupCancel,
} from '../../service/bookings/group-acts.ts'
import { placeGroup } from '../../service/bookings/place-group.ts'
import type { Context } from '../api/context.ts'
import type { Call } from '../api/route.ts'
import { visitorAt } from '../doors/visitor.ts'
import type { GroupBody } from './booking-bodies.ts'
import { readGroupRequest } from './booking-request.ts'
import type { cancelFields } from './end-bodies.ts'
import type { GroupAct } from './group-access.ts'

// Handlers of reservations of several stays, for guests, agencies and the panel alike.

/**
 * Places a reservation and sets the headers of its answer.
 *
 * @param address its address for this caller, by its code
 * @returns the reservation, with the manage token if the caller has no session
 * @throws AppError as `placeGroup`
 */
export async function answerGroupPlace(
  context: Context,
  body: Static<typeof GroupBody>,
  { user, request, server, set }: Call & { user: User | undefined },
  address: (code: string) => string,
) {
  const asked = await readGroupRequest(context, body, { user, request, server })
  const { record, isReplay, manageToken } = await placeGroup(context, asked)
  set.headers.location = address(record.code)
  if (isReplay) set.headers['idempotent-replayed'] = 'true'
  return { ...record, ...(manageToken !== undefined && { manageToken }) }
}

/** Fields of a cancellation, without credentials. */
type CancelBody = Static<TObject<typeof cancelFields>> & { reason?: string }

/** Cancels what stands of a reservation, or simulates it. @throws AppError as `cancelGroup` */
export async function answerGroupCancel(
  context: Context,
  { booking, actor, caller }: GroupAct,
  { simulate, ...rest }: CancelBody,
) {
  const request = { reason: null, ...rest, caller }
  const code = booking.groupCode!
  if (!simulate) return await cancelGroup(context, code, actor, request)
  return { ...(await simulateGroupCancel(context, code, actor, request)), simulated: true }
}

/** Confirms the holds of a reservation. @throws AppError as `confirmGroup` */
export async function answerGroupConfirm(
  context: Context,
  { booking, caller, actor }: GroupAct,
  { request, server }: Call,
) {
  const isGuest = caller === 'guest' && booking.agencyId === null
  const guest = isGuest ? await visitorAt(context, { request, server }, booking.hotelId) : null
  return await confirmGroup(context, booking.groupCode!, actor, guest)
}
