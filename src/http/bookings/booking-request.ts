import type { Static } from 'typebox'
import { needRole } from '../../domain/accounts/membership.ts'
import { memberRole, needRoleInAgency, type User } from '../../domain/accounts/user.ts'
import type { Caller } from '../../domain/bookings/booking.ts'
import { collectFlaws } from '../../domain/bookings/booking-details.ts'
import { contactFlaws } from '../../domain/bookings/guest-contact.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import { noHotel } from '../../domain/sale/stay.ts'
import type { Visitor } from '../../domain/sites/site.ts'
import type { AddedStay } from '../../service/bookings/add-stay.ts'
import type { BookingRequest, GroupRequest, Order } from '../../service/bookings/order.ts'
import { FORM_OWNER, strangerOwner } from '../../service/kept-answers.ts'
import type { Taker } from '../../service/strangers/taking.ts'
import { isOnBehalf } from '../api/address.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { hashRequest, readIdempotencyKey } from '../api/idempotency.ts'
import type { Call } from '../api/route.ts'
import type { TestKey } from '../doors/partner-key.ts'
import { bookerAt } from '../doors/visitor.ts'
import type {
  AddStayBody,
  GroupBody,
  PlaceBody,
  QuoteBody,
  TestGroupBody,
  TestPlaceBody,
} from './booking-bodies.ts'
import { canonicalGroup, canonicalStay, canonicalText } from './canonical-order.ts'
import { readManualPrice } from './manual-price.ts'
import { checkOrderer } from './payment-body.ts'
import { type OrderBody, readShared, readStay, readStays, type SharedPart } from './read-order.ts'

/** The guest of a test booking without one. */
const TEST_GUEST = { firstName: 'Test', lastName: 'Guest', email: 'guest@example.com' }

/** The account that books, if any, and its HTTP call. */
type Booker = { user: User | undefined } & Pick<Call, 'request' | 'server'>

/** The caller of an order, as far as its body does not say it. */
type OrderCaller = Omit<Order, keyof SharedPart>

/**
 * Reads a booking request from body, caller and headers (Idempotency-Key included). A suspended hotel is not refused
 * here, because the replay of an earlier request must still be answered.
 *
 * @throws AppError `not_found`, `forbidden`, `role_missing`, `validation_failed`
 */
export async function readRequest(
  context: Context,
  body: Static<typeof PlaceBody>,
  booker: Booker,
): Promise<BookingRequest> {
  const shared = readShared(body, body.guest)
  const stay = readStay(body)
  const caller = await readCaller(context, { body, textOf: () => canonicalText(body) }, booker)
  const manualPrice = readManualPrice(body.manualPrice, caller.isStaff ? booker.user : undefined)
  return { ...caller, ...shared, ...stay, manualPrice }
}

/** Reads a request for several stays, as `readRequest` does; the places of a stay begin with `/stays/`. */
export async function readGroupRequest(
  context: Context,
  body: Static<typeof GroupBody>,
  booker: Booker,
): Promise<GroupRequest> {
  const shared = readShared(body, body.guest)
  const stays = readStays(body.stays, readStay)
  const caller = await readCaller(context, { body, textOf: () => canonicalGroup(body) }, booker)
  const by = caller.isStaff ? booker.user : undefined
  const priced = readStays(stays, (stay, index) => ({
    ...stay,
    manualPrice: readManualPrice(body.stays[index]!.manualPrice, by),
  }))
  return { ...caller, ...shared, stays: priced }
}

/** Reads a further stay of a reservation, for its agency or the hotel's staff. */
export function readAddedStay(
  body: Static<typeof AddStayBody>,
  {
    code,
    caller,
    user,
    request,
  }: { code: string; caller: Caller; user: User } & Pick<Call, 'request'>,
): AddedStay {
  const isStaff = caller !== 'guest'
  const { expectedTotalCents = null, expectedPayableCents = null, ...stay } = body
  const textOf = () => canonicalStay(code, body)
  return {
    ordered: {
      ...readStay(stay),
      manualPrice: readManualPrice(body.manualPrice, isStaff ? user : undefined),
    },
    ...{ expectedTotalCents, expectedPayableCents, isStaff },
    override: readOverride(body, isStaff),
    idempotency: readIdempotency(request.headers.get('idempotency-key'), user.id, textOf),
  }
}

/** Nobody yet: the guest of stays that are asked for and not booked. */
const NO_GUEST = { firstName: '', lastName: '', email: null }

/** Reads a question for the price of several stays, as `readGroupRequest` reads a request for them. */
export async function readQuoteRequest(
  context: Context,
  body: Static<typeof QuoteBody>,
  booker: Booker,
): Promise<GroupRequest> {
  const request = await readGroupRequest(context, { ...body, guest: NO_GUEST }, booker)
  // A key is of what is kept.
  return { ...request, idempotency: null }
}

/** Reads hotel and caller of an order, and its Idempotency-Key. @throws AppError as `readRequest` */
async function readCaller(
  context: Context,
  { body, textOf }: { body: OrderBody; textOf: () => string },
  { user, ...call }: Booker,
): Promise<OrderCaller> {
  const snapshot = await context.knownHotelOfSlug(body.hotelSlug)
  const role = snapshot && memberRole(user, snapshot.hotel.id)
  const { email = null, phone = null } = body.guest
  // Checked before the hotel is: an invalid request must not reveal whether a hotel is suspended or missing.
  if (body.guest !== NO_GUEST) refuseFlaws(contactFlaws({ email, phone }, role !== undefined))
  const owner = user?.id ?? (isOnBehalf(call.request) ? FORM_OWNER : strangerOwner(email))
  const idempotency = readIdempotency(call.request.headers.get('idempotency-key'), owner, textOf)
  if (!snapshot) throw noHotel()
  const visitor = await bookerAt(context, call, snapshot.hotel.id)
  if (role) needRole(role, 'front_desk')
  const isOwn = role !== undefined
  const isStaff = isOwn || user?.role === 'admin'
  const source = sourceOf(user, isOwn)
  const isAsked = !isStaff && source.agencyId === null
  checkOrderer(body.payment, { isStaff, agencyId: source.agencyId, site: visitor.site })
  refuseFlaws(collectFlaws(body.payment ?? {}, source.agencyId))
  if (body.holdUntil !== undefined && isAsked)
    throw new AppError('forbidden', 'Only the hotel’s staff and agencies may send holdUntil.')
  return {
    ...snapshot,
    ...{ source, isStaff, idempotency },
    taker: isAsked ? takerOf({ user, email }, visitor) : null,
    site: visitor.site?.name ?? null,
    takenBy: isStaff ? { type: 'user', id: user!.id } : null,
    isAnonymous: user === undefined,
    override: readOverride(body, isStaff),
  }
}

/**
 * Returns the taker of a web booking with their standing: proven by a site that proves its guests, or by an account
 * whose e-mail address is proven, for that address alone; otherwise none.
 */
function takerOf(
  { user, email }: { user: User | undefined; email: string | null },
  { site, address }: Visitor,
): Taker {
  const isOwn = user?.isAddressProven === true && normalizeEmail(email ?? '') === user.email
  return { standing: site?.proves ? 'hotel' : isOwn ? 'mail' : 'none', site, address }
}

/** Reads the `override` flag. @throws AppError `forbidden` for callers other than the hotel's staff */
function readOverride(
  { override = false }: Pick<OrderBody, 'override'>,
  isStaff: boolean,
): boolean {
  if (override && !isStaff)
    throw new AppError('forbidden', 'Only the hotel’s staff may override its rules.')
  return override
}

/**
 * Reads a test booking of a sandbox. Its source is the web, or the hotel if the guest has a telephone number alone.
 *
 * @throws AppError `validation_failed`
 */
export function readTestRequest(
  snapshot: HotelSnapshot,
  { guest = TEST_GUEST, ...body }: Static<typeof TestPlaceBody>,
  caller: TestCall,
): BookingRequest {
  const textOf = () => canonicalText({ ...body, guest, hotelSlug: snapshot.hotel.slug })
  const order = readTestOrder(snapshot, readShared(body, guest), { ...caller, textOf })
  return { ...order, ...readStay(body) }
}

/** Reads a test reservation of several stays, as `readTestRequest` does. */
export function readTestGroupRequest(
  snapshot: HotelSnapshot,
  { guest = TEST_GUEST, stays, ...body }: Static<typeof TestGroupBody>,
  caller: TestCall,
): GroupRequest {
  const textOf = () => canonicalGroup({ ...body, guest, stays, hotelSlug: snapshot.hotel.slug })
  const order = readTestOrder(snapshot, readShared(body, guest), { ...caller, textOf })
  return { ...order, stays: readStays(stays, readStay) }
}

/** The key of a test order, and its HTTP call. */
type TestCall = { key: TestKey } & Pick<Call, 'request'>

function readTestOrder(
  snapshot: HotelSnapshot,
  shared: SharedPart,
  { key, request, textOf }: TestCall & { textOf: () => string },
): Order {
  refuseFlaws([...contactFlaws(shared.guest, true), ...collectFlaws(shared.details, null)])
  const type = shared.guest.email === null ? 'panel' : 'web'
  // A reset gives the sandbox another id, so that a new copy knows no earlier key.
  const owner = `sandbox ${snapshot.hotel.id} ${key.id}`
  return {
    ...snapshot,
    ...shared,
    source: { type, agencyId: null, userId: null },
    isStaff: true,
    taker: null,
    idempotency: readIdempotency(request.headers.get('idempotency-key'), owner, textOf),
  }
}

/** Returns the source of a booking: an agency, the hotel's staff, or the web. */
function sourceOf(user: User | undefined, isOwn: boolean): BookingRequest['source'] {
  if (user?.role === 'agency_user') {
    needRoleInAgency(user, ['agency_seller'])
    if (user.agencyId === null) throw new AppError('forbidden', 'You belong to no agency.')
    return { type: 'agency', agencyId: user.agencyId, userId: user.id }
  }
  if (isOwn) return { type: 'panel', agencyId: null, userId: null }
  return { type: 'web', agencyId: null, userId: user?.id ?? null }
}

/**
 * @param owner the account, or without one the form or the e-mail: the same key from a stranger is no conflict
 * @param textOf makes the canonical text of the order, which an order without a key does not need
 */
function readIdempotency(header: string | null, owner: string, textOf: () => string) {
  const key = readIdempotencyKey(header)
  return key === undefined ? null : { owner, key, requestHash: hashRequest(textOf()) }
}
