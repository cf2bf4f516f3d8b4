import type { Static } from 'typebox'
import { needRole } from '../../domain/accounts/membership.ts'
import { memberRole, type User } from '../../domain/accounts/user.ts'
import type { Guest } from '../../domain/bookings/booking.ts'
import type { BookingChange } from '../../domain/bookings/booking-change.ts'
import { contactFlaws } from '../../domain/bookings/guest-contact.ts'
import { checkCodes } from '../../domain/catalog/catalog-rules.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import { AppError, refused, refuseFlaws } from '../../domain/kernel/errors.ts'
import { countNoun } from '../../domain/kernel/text.ts'
import { STD } from '../../domain/rates/rate.ts'
import { noHotel } from '../../domain/sale/stay.ts'
import type { Visitor } from '../../domain/sites/site.ts'
import type { BookingRequest } from '../../service/bookings/place-booking.ts'
import type { Taker } from '../../service/strangers/taking.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { hashRequest, readIdempotencyKey } from '../api/idempotency.ts'
import type { Call } from '../api/route.ts'
import { bookerAt } from '../doors/visitor.ts'
import type { ChangeBody, NewGuest, TestPlaceBody } from './booking-bodies.ts'
import { PlaceBody } from './booking-bodies.ts'
import { readManualPrice } from './manual-price.ts'

/** The guest of a test booking without one. */
const TEST_GUEST = { firstName: 'Test', lastName: 'Guest', email: 'guest@example.com' }

/** Defaults of a booking; adults default to one per room. */
const DEFAULTS = { rooms: 1, children: 0, hold: false }

/** The account that books, if any, and its HTTP call. */
type Booker = { user: User | undefined } & Pick<Call, 'request' | 'server'>

/**
 * Reads a booking request from body, caller and headers (Idempotency-Key included). A suspended hotel is not refused
 * here, because the replay of an earlier request must still be answered.
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
  // Checked before the hotel is: an invalid request must not reveal whether a hotel is suspended or missing.
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
function readOverride({ override = false }: Static<typeof PlaceBody>, isStaff: boolean): boolean {
  if (override && !isStaff)
    throw new AppError('forbidden', 'Only the hotel’s staff may override its rules.')
  return override
}

/** Reads the fields that real and test bookings share: stay, guest and their details, with defaults filled in. */
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
 * Reads a test booking of a sandbox. Its source is the web, or the hotel if the guest has a telephone number alone.
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

/** Fields of a body that describe stay and party. */
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
 * Returns the number of children: that of the ages, if ages are given.
 *
 * @throws AppError `validation_failed` with `ages_mismatch` if both are given and differ
 */
function childrenOf({
  children,
  childAges,
}: Pick<PartyBody, 'children' | 'childAges'>): number | undefined {
  if (childAges === undefined) return children
  if (children === undefined || children === childAges.length) return childAges.length
  const message = `Got ${countNoun(childAges.length, 'age')} for ${countNoun(children, 'child', 'children')}.`
  throw refused('/childAges', 'ages_mismatch', message)
}

const withDefaults = <Body extends PartyBody>(body: Body) => {
  const filled = { ...DEFAULTS, ...body }
  const children = childrenOf(body) ?? DEFAULTS.children
  return { ...filled, children, adults: filled.adults ?? filled.rooms }
}

function refuseCountry({ country }: Partial<Static<typeof PlaceBody>['guest']>): void {
  const [flaw] = checkCodes(country === undefined ? {} : { country })
  if (flaw) throw refused('/guest/country', flaw.code, flaw.message)
}

/** Reads a change from its body. @throws AppError `validation_failed` */
export function readChange({ guest, ...rest }: Partial<Static<typeof ChangeBody>>) {
  if (guest) refuseCountry(guest)
  const children = childrenOf(rest)
  // A new number of children without ages makes the old ages unknown.
  const { childAges = null } = rest
  const party = children === undefined ? {} : { children, childAges }
  return { ...rest, ...party, ...(guest && { guest: guest as Partial<Guest> }) } as BookingChange
}

/** Returns the source of a booking: an agency, the hotel's staff, or the web. */
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
  // Without an account, keys belong to the guest's e-mail address: the same key from a stranger is no conflict.
  const owner = user?.id ?? `anonymous ${normalizeEmail(body.guest.email ?? '')}`
  return { owner, key, requestHash }
}

/** Fields added after the first release: at their defaults they leave the hash of a request unchanged. */
const LATER_FIELDS = ['rateCode', 'childAges', 'language', 'manualPrice'] as const

/** Returns the canonical text of a body, the same for equal requests: fields in schema order, defaults filled in. */
function canonicalText(body: Static<typeof PlaceBody>): string {
  const filled = withDefaults(body)
  const fields = Object.keys(PlaceBody.properties) as (keyof typeof filled)[]
  const guestFields = Object.keys(PlaceBody.properties.guest.properties) as (keyof Guest)[]
  const guest = guestFields.map((field) => body.guest[field] ?? null)
  const isLater = (field: string) => LATER_FIELDS.some((name) => name === field)
  const values: unknown[] = fields
    .filter((field) => !isLater(field))
    .map((field) => (field === 'guest' ? guest : (filled[field] ?? null)))
  const { rateCode = STD, childAges, language, manualPrice } = body
  const isMore = rateCode !== STD || childAges !== undefined
  if (isMore) values.push({ rateCode, childAges })
  if (language !== undefined) values.push({ language })
  if (manualPrice !== undefined) values.push({ manualPrice })
  return JSON.stringify(values)
}
