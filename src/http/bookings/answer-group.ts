import type { Static, TObject } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import type { GroupRecord } from '../../domain/bookings/group.ts'
import { addStay } from '../../service/bookings/add-stay.ts'
import {
  changeGroup,
  type GroupChangeRequest,
  simulateGroupChange,
} from '../../service/bookings/change-group.ts'
import {
  cancelGroup,
  confirmGroup,
  type GroupActor,
  simulateGroupCancel,
} from '../../service/bookings/group-acts.ts'
import type { GroupRequest } from '../../service/bookings/order.ts'
import { placeGroup } from '../../service/bookings/place-group.ts'
import type { Context } from '../api/context.ts'
import type { Call } from '../api/route.ts'
import { visitorAt } from '../doors/visitor.ts'
import { isOfAgency } from './booking-access.ts'
import type { AddStayBody, GroupBody, OwnGroupChangeBody } from './booking-bodies.ts'
import { readAddedStay, readGroupRequest } from './booking-request.ts'
import type { cancelFields } from './end-bodies.ts'
import type { GroupAct } from './group-access.ts'
import { actedGroup, newTokenOf } from './managed-booking.ts'
import { checkPayer } from './payment-body.ts'
import { readGroupChange } from './read-group-change.ts'

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
  return await answerGroupRequest(context, asked, set, address)
}

/** Places a reservation that was read, as `answerGroupPlace` does. */
export async function answerGroupRequest(
  context: Context,
  asked: GroupRequest,
  set: Call['set'],
  address: (code: string) => string,
) {
  const { record, isReplay, manageToken } = await placeGroup(context, asked)
  set.headers.location = address(record.code)
  if (isReplay) set.headers['idempotent-replayed'] = 'true'
  return { ...record, ...(manageToken !== undefined && { manageToken }) }
}

/** Changes a reservation, or simulates it. @throws AppError as `changeGroup` */
export async function answerGroupChange(
  context: Context,
  { simulate, ...body }: Static<typeof OwnGroupChangeBody>,
  act: GroupAct,
  { user, request, server }: Call & { user: User | undefined },
) {
  const { booking, actor, caller } = act
  const code = booking.groupCode!
  const guest = await visitorAt(context, { request, server }, booking.hotelId)
  for (const each of [body, ...(body.stays ?? [])]) checkPayer(each.payment, act, guest)
  const change = readGroupChange(body, caller === 'guest' ? undefined : user)
  const asked = { ...change, caller, guest, isOfAgency: isOfAgency(act), simulate }
  const record = actedGroup(act, await runGroupChange(context, code, actor, asked))
  return { ...record, ...(!simulate && newTokenOf(context, act, body.guest)) }
}

/** Runs the change of a reservation, or with `simulate` its dry run. @throws AppError as `changeGroup` */
export async function runGroupChange(
  context: Context,
  code: string,
  actor: GroupActor,
  { simulate, ...asked }: GroupChangeRequest & { simulate: boolean | undefined },
): Promise<GroupRecord & { simulated?: boolean }> {
  if (!simulate) return await changeGroup(context, code, actor, asked)
  return { ...(await simulateGroupChange(context, code, actor, asked)), simulated: true }
}

/** Adds a stay to a reservation and sets the headers of its answer. @throws AppError as `addStay` */
export async function answerAddStay(
  context: Context,
  body: Static<typeof AddStayBody>,
  { booking, actor, caller }: GroupAct,
  { user, request, set }: Call & { user: User },
) {
  const code = booking.groupCode!
  const added = readAddedStay(body, { code, caller, user, request })
  const { record, isReplay } = await addStay(context, code, actor, added)
  if (isReplay) set.headers['idempotent-replayed'] = 'true'
  return record
}

/** Fields of a cancellation, without credentials. */
type CancelBody = Static<TObject<typeof cancelFields>> & { reason?: string }

/** Cancels what stands of a reservation, or simulates it. @throws AppError as `cancelGroup` */
export async function answerGroupCancel(
  context: Context,
  act: GroupAct,
  { simulate, ...rest }: CancelBody,
) {
  const { booking, actor, caller } = act
  const request = { reason: null, ...rest, caller }
  const code = booking.groupCode!
  if (!simulate) return actedGroup(act, await cancelGroup(context, code, actor, request))
  const tried = await simulateGroupCancel(context, code, actor, request)
  return { ...actedGroup(act, tried), simulated: true }
}

/** Confirms the holds of a reservation. @throws AppError as `confirmGroup` */
export async function answerGroupConfirm(
  context: Context,
  act: GroupAct,
  { request, server }: Call,
) {
  const { booking, caller, actor } = act
  const isGuest = caller === 'guest' && booking.agencyId === null
  const guest = isGuest ? await visitorAt(context, { request, server }, booking.hotelId) : null
  return actedGroup(act, await confirmGroup(context, booking.groupCode!, actor, guest))
}
