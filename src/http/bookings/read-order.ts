import type { Static } from 'typebox'
import type { Guest } from '../../domain/bookings/booking.ts'
import type { BookingChange } from '../../domain/bookings/booking-change.ts'
import { consentFlaws, type GivenConsent } from '../../domain/bookings/consent.ts'
import { checkCodes } from '../../domain/catalog/catalog-rules.ts'
import { AppError, type Flaw, refused, refuseFlaws } from '../../domain/kernel/errors.ts'
import { countNoun } from '../../domain/kernel/text.ts'
import type { Order, OrderedStay } from '../../service/bookings/order.ts'
import { readInstant } from '../api/texts.ts'
import type { ChangeBody, GroupBody, NewGuest } from './booking-bodies.ts'
import { readDetails } from './detail-bodies.ts'
import { readPayment } from './payment-body.ts'

// The parts of bodies that bookings, reservations of several stays and changes share.

/** Defaults of a booking; adults default to one per room. */
export const DEFAULTS = { rooms: 1, children: 0, hold: false }

/** Fields of a body that describe an order: of a booking or of a reservation of several stays. */
export type OrderBody = Pick<
  Static<typeof GroupBody>,
  Exclude<keyof Static<typeof GroupBody>, 'stays'>
>

/** The part of an order that its body says. */
export type SharedPart = Pick<
  Order,
  | 'guest'
  | 'details'
  | 'specialRequests'
  | 'language'
  | 'consents'
  | 'expectedTotalCents'
  | 'expectedPayableCents'
  | 'hold'
  | 'holdUntilMs'
>

/** Reads the fields that all stays of an order share, with defaults filled in. */
export function readShared(
  body: Omit<OrderBody, 'hotelSlug' | 'guest'>,
  guest: Static<typeof NewGuest>,
): SharedPart {
  refuseCountry(guest)
  const { arrivalTime = null, company = null } = readDetails(body)
  return {
    guest: {
      ...guest,
      email: guest.email ?? null,
      phone: guest.phone ?? null,
      country: guest.country ?? null,
    },
    details: { arrivalTime, company, ...readPayment(body.payment) },
    specialRequests: body.specialRequests ?? null,
    language: body.language ?? null,
    consents: readConsents(body),
    expectedTotalCents: body.expectedTotalCents ?? null,
    expectedPayableCents: body.expectedPayableCents ?? null,
    ...readHold(body),
  }
}

/** Reads the texts that the guest agreed to. @throws AppError `validation_failed` */
function readConsents({ consents = [] }: Pick<OrderBody, 'consents'>): GivenConsent[] {
  const given = consents.map((each) => ({ ...each, textSha256: each.textSha256 ?? null }))
  refuseFlaws(consentFlaws(given))
  return given
}

/** Reads the hold that an order asks for: of 15 minutes, or an option with its end. @throws AppError `validation_failed` */
function readHold({ hold, holdUntil }: Pick<OrderBody, 'hold' | 'holdUntil'>) {
  if (holdUntil === undefined) return { hold: hold ?? DEFAULTS.hold, holdUntilMs: null }
  if (hold !== undefined)
    throw refused('/hold', 'conflicting_fields', 'Send either hold or holdUntil.')
  return { hold: true, holdUntilMs: readInstant('/holdUntil', holdUntil) }
}

/** Reads one stay of an order, with defaults filled in. @throws AppError `validation_failed` */
export function readStay({ checkin, checkout, ...body }: StayBody): OrderedStay {
  const stay = { ...readParty(body), checkin, checkout }
  const { guestNames = [] } = readDetails({ guestNames: body.guestNames })
  return { stay, guestNames, extraOrders: body.extras ?? [] }
}

/** Fields of a body that describe one stay. */
type StayBody = Omit<Static<typeof GroupBody>['stays'][number], 'manualPrice'>

/** Those that describe its party. */
type PartyBody = Omit<StayBody, 'checkin' | 'checkout' | 'guestNames' | 'extras'>

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

export const withDefaults = <Body extends PartyBody>(body: Body) => {
  const filled = { ...DEFAULTS, ...body }
  const children = childrenOf(body) ?? DEFAULTS.children
  return { ...filled, children, adults: filled.adults ?? filled.rooms }
}

function refuseCountry({ country }: Partial<Static<typeof NewGuest>>): void {
  const [flaw] = checkCodes(country === undefined ? {} : { country })
  if (flaw) throw refused('/guest/country', flaw.code, flaw.message)
}

/**
 * Reads the stays of a body; the places of their flaws begin with `/stays/`.
 *
 * @throws AppError `validation_failed` with the flaws of all stays, or the first error of another kind
 */
export function readStays<Body, Read>(
  bodies: readonly Body[],
  read: (body: Body, index: number) => Read,
): Read[] {
  const flaws: Flaw[] = []
  const stays = bodies.flatMap((body, index) => {
    try {
      return [read(body, index)]
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error
      const errors = error.facts.errors ?? []
      flaws.push(...errors.map((each) => ({ ...each, path: `/stays/${index}${each.path}` })))
      return []
    }
  })
  refuseFlaws(flaws)
  return stays
}

/** Reads a change from its body. @throws AppError `validation_failed` */
export function readChange({
  guest,
  arrivalTime,
  company,
  guestNames,
  holdUntil,
  payment,
  ...rest
}: Partial<Static<typeof ChangeBody>>) {
  if (guest) refuseCountry(guest)
  const details = readDetails({ arrivalTime, company, guestNames })
  const children = childrenOf(rest)
  // A new number of children without ages makes the old ages unknown.
  const { childAges = null } = rest
  const party = children === undefined ? {} : { children, childAges }
  const held = holdUntil !== undefined && { holdUntilMs: readInstant('/holdUntil', holdUntil) }
  const paid = payment && { payment: readPayment(payment) }
  const changed = { ...rest, ...party, ...details, ...held, ...paid }
  return { ...changed, ...(guest && { guest: guest as Partial<Guest> }) } as BookingChange
}
