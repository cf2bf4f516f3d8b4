import type { Static } from 'typebox'
import type { Guest, SourceType, Stay } from '../domain/booking.ts'
import type { BookingChange } from '../domain/booking-change.ts'
import { type CalendarDate, parseDate } from '../domain/date.ts'
import { AppError, refused } from '../domain/errors.ts'
import type { User } from '../domain/user.ts'
import type { BookingRequest } from '../service/place-booking.ts'
import { findAgency } from '../store/agencies.ts'
import type { ChangeBody, PlaceBody } from './booking-schemas.ts'
import type { Context, HotelSheet } from './context.ts'

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/** A booking as its body, caller and headers ask for it. @throws AppError `not_found`, `forbidden`, `validation_failed` */
export async function readRequest(
  context: Context,
  body: Static<typeof PlaceBody>,
  user: User | undefined,
  idempotencyKey: string | undefined,
): Promise<BookingRequest> {
  const sheet = await context.hotelOfSlug(body.hotelSlug)
  if (!sheet?.hotel.active)
    throw new AppError('not_found', 'There is no hotel of this slug.', {
      errors: [{ path: '/hotelSlug', code: 'unknown_hotel', message: 'No hotel has this slug.' }],
    })
  const { guest, specialRequests, expectedTotalCents, hold } = body
  return {
    ...sheet,
    stay: readStay(body, sheet),
    guest: { ...guest, phone: guest.phone ?? null, country: guest.country ?? null },
    specialRequests: specialRequests ?? null,
    expectedTotalCents: expectedTotalCents ?? null,
    hold: hold ?? false,
    source: await sourceOf(context, user, sheet),
    idempotency: readIdempotency(idempotencyKey, user, body),
  }
}

function readStay(body: Static<typeof PlaceBody>, { rooms }: HotelSheet): Stay {
  const { roomCode, adults, children = 0 } = body
  const room = rooms.find((each) => each.roomCode === roomCode)
  return {
    roomCode,
    boardCode: body.boardCode ?? room?.boards[0] ?? null,
    rooms: body.rooms ?? 1,
    checkin: bodyDate('/checkin', body.checkin),
    checkout: bodyDate('/checkout', body.checkout),
    adults,
    children,
  }
}

/** A change as its body asks for it. @throws AppError `validation_failed` */
export function readChange({
  checkin,
  checkout,
  guest,
  ...rest
}: Partial<Static<typeof ChangeBody>>) {
  return {
    ...rest,
    ...(checkin !== undefined && { checkin: bodyDate('/checkin', checkin) }),
    ...(checkout !== undefined && { checkout: bodyDate('/checkout', checkout) }),
    ...(guest && { guest: guest as Partial<Guest> }),
  } as BookingChange
}

function bodyDate(path: string, text: string): CalendarDate {
  const date = parseDate(text)
  if (!date) throw refused(path, 'invalid_date', 'Must be a real calendar date YYYY-MM-DD.')
  return date
}

/** Where a booking comes from: an agency's user, the hotel's own people, or the web. */
async function sourceOf(context: Context, user: User | undefined, { hotel }: HotelSheet) {
  if (user?.role === 'agency_user') {
    const agency =
      user.agencyId === null ? undefined : await findAgency(context.store, user.agencyId)
    if (!agency?.active) throw new AppError('forbidden', 'Your agency may not book at present.')
    return { type: 'agency' as SourceType, agency, userId: user.id }
  }
  const isPanel = user?.role === 'hotel_manager' && user.hotelIds.includes(hotel.id)
  if (isPanel) return { type: 'panel' as SourceType, agency: null, userId: null }
  return { type: 'web' as SourceType, agency: null, userId: user?.id ?? null }
}

function readIdempotency(key: string | undefined, user: User | undefined, body: unknown) {
  if (key === undefined) return null
  if (!IDEMPOTENCY_KEY.test(key))
    throw refused(
      'header:Idempotency-Key',
      'wrong_format',
      'An Idempotency-Key is 1 to 255 visible ASCII characters.',
    )
  const requestHash = new Bun.CryptoHasher('sha256').update(JSON.stringify(body)).digest('base64')
  return { owner: user?.id ?? 'anonymous', key, requestHash }
}
