import type { Static } from 'typebox'
import type { Guest } from '../../domain/bookings/booking.ts'
import { STD } from '../../domain/rates/rate.ts'
import { canonicalJson } from '../api/idempotency.ts'
import { type AddStayBody, type GroupBody, NewGuest, type PlaceBody } from './booking-bodies.ts'
import { DEFAULTS, withDefaults } from './read-order.ts'

// The texts by which an Idempotency-Key compares orders.

/** Fields of the first release, whose values stand in the hash in this order, defaults filled in. */
const FIRST_FIELDS = [
  ...(['hotelSlug', 'roomCode', 'checkin', 'checkout', 'rooms', 'adults', 'children'] as const),
  ...(['boardCode', 'guest', 'specialRequests', 'expectedTotalCents', 'hold'] as const),
  'override',
] as const

/**
 * Returns the canonical text of a body, the same for equal requests. Fields added after the first release leave it
 * unchanged at their defaults, so that a request repeated across an upgrade is still known.
 */
export function canonicalText(body: Static<typeof PlaceBody>): string {
  const filled = withDefaults(body)
  const guestFields = Object.keys(NewGuest.properties) as (keyof Guest)[]
  const guest = guestFields.map((field) => body.guest[field] ?? null)
  const values: unknown[] = FIRST_FIELDS.map((field) =>
    field === 'guest' ? guest : (filled[field] ?? null),
  )
  const { rateCode = STD, childAges, language, manualPrice, ...rest } = body
  if (rateCode !== STD || childAges !== undefined) values.push({ rateCode, childAges })
  if (language !== undefined) values.push({ language })
  if (manualPrice !== undefined) values.push({ manualPrice })
  const later = Object.entries(rest).filter(([field]) => !FIRST_FIELDS.includes(field as never))
  if (later.length > 0) values.push(canonicalJson(Object.fromEntries(later)))
  return JSON.stringify(values)
}

/** Returns the canonical text of a reservation: members in any order, with or without defaults, give the same. */
export function canonicalGroup({ stays, hold = DEFAULTS.hold, ...body }: Static<typeof GroupBody>) {
  const filled = stays.map((stay) => ({ rateCode: STD, ...withDefaults(stay) }))
  return canonicalJson({ override: false, ...body, hold, stays: filled })
}

/** Returns the canonical text of a further stay of a reservation. */
export const canonicalStay = (code: string, body: Static<typeof AddStayBody>): string =>
  canonicalJson({ code, override: false, rateCode: STD, ...withDefaults(body) })
