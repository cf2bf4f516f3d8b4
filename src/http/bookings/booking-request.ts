import type { Static } from 'typebox'
import { needRole } from '../../domain/accounts/membership.ts'
import { memberRole, type User } from '../../domain/accounts/user.ts'
import type { Guest } from '../../domain/bookings/booking.ts'
import type { BookingChange } from '../../domain/bookings/booking-change.ts'
import { contactFlaws } from '../../domain/bookings/guest-contact.ts'
import { checkCodes } from '../../domain/catalog/catalog-rules.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import { AppError, refused, refuseFlaws } from '../../domain/kernel/errors.ts'
import { STD } from '../../domain/rates/rate.ts'
import { noHotel } from '../../domain/sale/stay.ts'
import type { BookingRequest } from '../../service/bookings/place-booking.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { hashRequest, readIdempotencyKey } from '../api/idempotency.ts'
import type { Call } from '../api/route.ts'
import { bookerAt } from '../doors/visitor.ts'
import type { ChangeBody, NewGuest, TestPlaceBody } from './booking-bodies.ts'
import { PlaceBody } from './booking-bodies.ts'
import { readManualPrice } from './manual-price.ts'
import { takerOf } from './taker.ts'

/** Who books when nobody is named. */
const TEST_GUEST = { firstName: 'Test', lastName: 'Guest', email: 'guest@example.com' }

/** Defaults of a booking; adults default to one a room. */
const DEFAULTS = { rooms: 1, children: 0, hold: false }

/** Who books: an account or nobody, and the call they come by. */
type Booker = { user: User | undefined } & Pick<Call, 'request' | 'server'>

/**
 * Reads a booking request from body, caller and headers. Whether the hotel sells at present is not checked here: a
 * request that was answered before is answered again.
 *
 * @throws AppError `not_found`, `forbidden`, `role_missing`, `validation_failed`
 */
export async function readRequest(
  context: Context,
  body: Static<typeof PlaceBody>,
  { user, ...call }: Booker,
): Promise<BookingRequest> {
  refuseCountry(body.guest)
  const order = readOrder(body, body.guest)
  const snapshot = await context.knownHotelOfSlug(body.hotelSlug)
  const role = snapshot && memberRole(user, snapshot.hotel.id)
  // Before it is said whether there is the hotel: an invalid request must not tell a suspended one from a missing one.
  refuseFlaws(contactFlaws(order.guest, role !== undefined))
  const idempotency = readIdempotency(call.request.headers.get('idempotency-key'), user, body)
  if (!snapshot) throw noHotel()
  const visitor = await bookerAt(context, call, snapshot.hotel.id)
  if (role) needRole(role, 'front_desk')
  const isOwn = role !== undefined
  const isStaff = isOwn || user?.role === 'admin'
  const source = sourceOf(user, isOwn)
  const isAsked = !isStaff && source.agencyId === null
  const { email } = order.guest
  return {
    ...snapshot,
    ...order,
    source,
    isStaff,
    taker: isAsked ? takerOf({ user, email }, visitor) : null,
    site: visitor.site?.name ?? null,
    takenBy: isStaff ? { type: 'user', id: user!.id } : null,
    idempotency,
    isAnonymous: user === undefined,
    override: readOverride(body, isStaff),
    manualPrice: readManualPrice(body.manualPrice, isStaff ? user : undefined),
  }
}

/** @throws AppError `forbidden` for who is not of the hotel */
function readOverride({ override = false }: Static<typeof PlaceBody>, isStaff: boolean): boolean {
  if (override && !isStaff) throw new AppError('forbidden', 'Only the hotel books past its rules.')
  return override
}

/** What both kinds of request say alike: the stay, the guest, and what goes with it; what is not said has its default. */
function readOrder(body: PartyBody, guest: Static<typeof NewGuest>) {
  const { checkin, checkout, specialRequests, language, expectedTotalCents, hold } = body
  return {
    stay: { ...readParty(body), checkin, checkout },
    guest: {
      ...guest,
      email: guest.email ?? null,
      phone: guest.phone ?? null,
      country: guest.country ?? null,
    },
    specialRequests: specialRequests ?? null,
    language: language ?? null,
    expectedTotalCents: expectedTotalCents ?? null,
    hold: hold ?? DEFAULTS.hold,
  }
}

/**
 * Reads a test booking of a sandbox, as a guest on the web makes it, or the hotel where the guest has a telephone alone.
 *
 * @throws AppError `validation_failed`
 */
export function readTestRequest(
  snapshot: HotelSnapshot,
  { guest = TEST_GUEST, ...body }: Static<typeof TestPlaceBody>,
): BookingRequest {
  refuseCountry(guest)
  const order = readOrder(body, guest)
  refuseFlaws(contactFlaws(order.guest, true))
  const type = order.guest.email === null ? 'panel' : 'web'
  return {
    ...snapshot,
    ...order,
    source: { type, agencyId: null, userId: null },
    isStaff: true,
    taker: null,
    idempotency: null,
  }
}

/** What of a body says who sleeps where. */
type PartyBody = Omit<Static<typeof PlaceBody>, 'hotelSlug' | 'guest' | 'manualPrice'>

function readParty(body: PartyBody) {
  const {
    roomCode,
    adults,
    rooms,
    children,
    rateCode = null,
    boardCode = null,
  } = withDefaults(body)
  const childAges = body.childAges ?? null
  return { roomCode, rateCode, boardCode, rooms, adults, children, childAges }
}

/**
 * How many children there are: as many as ages, where these are said.
 *
 * @throws AppError `validation_failed` with `ages_mismatch` when both are said and differ
 */
function childrenOf({
  children,
  childAges,
}: Pick<PartyBody, 'children' | 'childAges'>): number | undefined {
  if (childAges === undefined) return children
  if (children === undefined || children === childAges.length) return childAges.length
  const message = `These are the ages of ${childAges.length}, and the children are ${children}.`
  throw refused('/childAges', 'ages_mismatch', message)
}

const withDefaults = <Body extends PartyBody>(body: Body) => {
  const said = { ...DEFAULTS, ...body }
  const children = childrenOf(body) ?? DEFAULTS.children
  return { ...said, children, adults: said.adults ?? said.rooms }
}

function refuseCountry({ country }: Partial<Static<typeof PlaceBody>['guest']>): void {
  const [flaw] = checkCodes(country === undefined ? {} : { country })
  if (flaw) throw refused('/guest/country', flaw.code, flaw.message)
}

/** Reads a change from its body. @throws AppError `validation_failed` */
export function readChange({ guest, ...rest }: Partial<Static<typeof ChangeBody>>) {
  if (guest) refuseCountry(guest)
  const children = childrenOf(rest)
  // Ages are those of the children that were said: without them they are not known any more.
  const { childAges = null } = rest
  const party = children === undefined ? {} : { children, childAges }
  return { ...rest, ...party, ...(guest && { guest: guest as Partial<Guest> }) } as BookingChange
}

/** The source of a booking: an agency's user, the hotel's own staff, or the web. */
function sourceOf(user: User | undefined, isOwn: boolean): BookingRequest['source'] {
  if (user?.role === 'agency_user') {
    if (user.agencyId === null) throw new AppError('forbidden', 'You belong to no agency.')
    return { type: 'agency', agencyId: user.agencyId, userId: user.id }
  }
  if (isOwn) return { type: 'panel', agencyId: null, userId: null }
  return { type: 'web', agencyId: null, userId: user?.id ?? null }
}

function readIdempotency(
  header: string | null,
  user: User | undefined,
  body: Static<typeof PlaceBody>,
) {
  const key = readIdempotencyKey(header)
  if (key === undefined) return null
  const requestHash = hashRequest(canonicalText(body))
  // Without an account, keys belong to the guest's e-mail address: a stranger's key of the same name is no conflict.
  const owner = user?.id ?? `anonymous ${normalizeEmail(body.guest.email ?? '')}`
  return { owner, key, requestHash }
}

/** Fields that came later: where they say nothing else than before, a request is the one it was. */
const LATER_FIELDS = ['rateCode', 'childAges', 'language', 'manualPrice'] as const

/** Canonical text of a body, the same for equal requests: fields in the schema's order, defaults filled in. */
function canonicalText(body: Static<typeof PlaceBody>): string {
  const said = withDefaults(body)
  const fields = Object.keys(PlaceBody.properties) as (keyof typeof said)[]
  const guestFields = Object.keys(PlaceBody.properties.guest.properties) as (keyof Guest)[]
  const guest = guestFields.map((field) => body.guest[field] ?? null)
  const isLater = (field: string) => LATER_FIELDS.some((name) => name === field)
  const values: unknown[] = fields
    .filter((field) => !isLater(field))
    .map((field) => (field === 'guest' ? guest : (said[field] ?? null)))
  const { rateCode = STD, childAges, language, manualPrice } = body
  const isMore = rateCode !== STD || childAges !== undefined
  if (isMore) values.push({ rateCode, childAges })
  if (language !== undefined) values.push({ language })
  if (manualPrice !== undefined) values.push({ manualPrice })
  return JSON.stringify(values)
}
