import type { Booking } from '../../domain/bookings/booking.ts'
import type { GroupRecord } from '../../domain/bookings/group.ts'
import type { AppError } from '../../domain/kernel/errors.ts'
import { LATE_PROOF_MS } from '../../domain/strangers/strangers.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import { findReviewOf } from '../../store/bookings/reviews.ts'
import { listBoards } from '../../store/catalog/catalog.ts'
import type { Context } from '../api/context.ts'
import type { HotelSheet } from '../api/hotel-sheet.ts'
import { PROBLEMS } from '../api/problem-table.ts'
import { toAppError } from '../api/public-error.ts'
import { type Access, findAccess } from '../bookings/booking-access.ts'
import { bookingViews } from '../bookings/booking-shape.ts'
import { grantGroupRead } from '../bookings/group-access.ts'
import { showGroup } from '../bookings/group-shape.ts'
import { mayLinkAct } from '../bookings/link-acts.ts'
import { recordFor } from '../bookings/managed-booking.ts'
import { showPublicReview } from '../bookings/review-shape.ts'
import { withLogoPath } from '../catalog/hotel-page-shape.ts'
import { showPublicPhoto } from '../photos/photo-shape.ts'
import type {
  BookedHotel,
  BookingKey,
  BookingRecord,
  GuestBooking,
  Outcome,
  Problem,
} from './page-shape.ts'

const isLate = ({ status, proof, holdExpiresAtMs }: Booking, nowMs: number) =>
  status === 'expired' && proof === 'asked' && nowMs < (holdExpiresAtMs ?? 0) + LATE_PROOF_MS

/** Reads a booking or group with the further data of its page. */
export async function readBooking(
  context: Context,
  key: BookingKey,
): Promise<Outcome<GuestBooking>> {
  try {
    const { booking, opener, group } = await openKey(context, key)
    const email = 'email' in key ? key.email : undefined
    const record = await bookingViews(context)(booking)
    const { rooms, rates, extras, ...sheet } = await context.hotelOf(booking.hotelId)
    const value = {
      record: recordFor(opener, record, email) as BookingRecord,
      group: group && ((await showGroup(context, group, { opener, email })) as GroupRecord),
      ...{ hotel: bookedHotel(sheet), rooms, rates, extras },
      boards: await listBoards(context.store),
      language: booking.language,
      holdUntilMs: booking.holdExpiresAtMs,
      today: context.today(sheet.hotel.timezone),
      isLate: isLate(booking, context.nowMs()),
      isGuests: await mayLinkAct(context.store, booking),
      ...(await readReview(context, booking)),
    }
    return { value }
  } catch (error) {
    const known = toAppError(error)
    if (known.code === 'internal') throw error
    return { problem: problemOf(known) }
  }
}

/** Adds the address of its logo and its first picture to a hotel. */
function bookedHotel({ hotel, photos }: Pick<HotelSheet, 'hotel' | 'photos'>): BookedHotel {
  const photo = photos.find(({ roomCode }) => roomCode === null)
  return { ...withLogoPath(hotel), photo: photo ? showPublicPhoto(photo) : null }
}

/** Reads the review of a stay, or of its whole reservation, which is kept with the first booking. */
async function readReview(
  { store }: Context,
  booking: Booking,
): Promise<Pick<GuestBooking, 'review' | 'isReviewable'>> {
  const isOpen = ({ status }: Booking) => status === 'pending' || status === 'confirmed'
  if (isOpen(booking)) return { review: null, isReviewable: false }
  const { groupCode } = booking
  const all = groupCode === null ? [booking] : await listGroup(store, groupCode)
  const review = await findReviewOf(store, all[0]!.code)
  const isOver = !all.some(isOpen) && all.some(({ status }) => status === 'completed')
  return { review: review ? showPublicReview(review) : null, isReviewable: isOver && !review }
}

type OpenedKey = Access & { group: Booking[] | null }

/**
 * Opens a booking or, by its own code, a group. A code that opens neither is looked up in both, right or wrong.
 *
 * @throws AppError `not_found`
 */
async function openKey(context: Context, key: BookingKey): Promise<OpenedKey> {
  const { code, ...known } = { email: undefined, manageToken: undefined, ...key }
  const credentials = { user: undefined, ...known }
  const alone = await findAccess(context, code, credentials, { needed: 'any' })
  if (alone) return { ...alone, group: null }
  const { opener, ...first } = await grantGroupRead(context, code, credentials)
  const group = await listGroup(context.store, first.booking.groupCode!)
  const standing = group.find(({ status }) => status === 'pending' || status === 'confirmed')
  return { booking: standing ?? first.booking, opener, group }
}

/** Formats an error as the API's problem. */
export function problemOf({ code, message, facts }: AppError): Problem {
  const { status, title } = PROBLEMS[code]
  const { members, errors, retryAfterSeconds } = facts
  return {
    ...{ type: `/problems/${code}`, title, status, code, detail: message, requestId: '' },
    ...members,
    ...(errors && { errors }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  } as Problem
}
