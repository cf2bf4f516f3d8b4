import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import type { Booking, Caller, Guest } from '../../domain/bookings/booking.ts'
import type { GroupSize } from '../../domain/bookings/group.ts'
import { isReaddressed } from '../../domain/bookings/manage-link.ts'
import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import type { Flaw } from '../../domain/kernel/errors.ts'
import type { Stay } from '../../domain/kernel/night.ts'
import type { RoomNight } from '../../domain/sale/stay.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { judgeMailbox } from '../strangers/judge.ts'
import { noteTake, webSizeFlaws } from '../strangers/place-web.ts'
import { judgeFurtherTake } from '../strangers/take-more.ts'
import type { Taker } from '../strangers/taking.ts'
import { proofRequired } from './prove.ts'

/** A booking before and after a change. */
type WebChange = {
  booking: Booking
  hotel: Hotel
  rooms: RoomType[]
  next: Stay
  guest: Guest
  /** The size of the reservation that it comes to belong to; null: it is one of its own. */
  whole: GroupSize | null
}

/** The caller of the change, and the origin of the call. */
type Changer = { caller: Caller; guest?: Pick<Taker, 'address' | 'site'> | null }

/** Returns the flaws in the new size of a guest's web booking; the size that it already had is allowed. */
export function sizeFlaws({
  booking,
  hotel,
  next,
}: Pick<WebChange, 'booking' | 'hotel' | 'next'>): Flaw[] {
  if (booking.sourceType !== 'web') return []
  const had = webSizeFlaws(hotel, booking).map(({ path }) => path)
  const isMore =
    next.rooms > booking.rooms || next.checkin < booking.checkin || next.checkout > booking.checkout
  return isMore || had.length === 0 ? webSizeFlaws(hotel, next) : []
}

/**
 * Judges the additional rooms of a change and returns the changes of the booking's proof. A new guest address makes a
 * booking proven by its mailbox unproven, unless the hotel wrote it, and is refused if that mailbox has too many
 * unproven bookings.
 *
 * @throws AppError `proof_required` if the mailed link must come first, else as `judgeWeb` and `judgeMailbox`
 */
export async function changeOfWeb(
  tx: Tx,
  deps: Deps,
  { booking, hotel, rooms, next, guest, whole }: WebChange,
  { caller, guest: from }: Changer,
  taken: readonly RoomNight[],
): Promise<Partial<Booking>> {
  const isGuest = caller === 'guest' && booking.agencyId === null
  const readdressed = readdress(booking, guest, isGuest)
  if (readdressed.proof === 'none')
    await judgeMailbox(
      tx,
      deps,
      { hotel, rooms },
      { booking, mailbox: readdressed.mailbox ?? null, next },
    )
  const isCounted = booking.proof !== 'hotel' || booking.provenByStay
  if (!isGuest || !isCounted || taken.length === 0) return readdressed
  const nights = taken.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const taker = from ?? { address: null, site: null }
  const isAsked = await judgeFurtherTake(tx, deps, {
    ...{ act: 'change', snapshot: { hotel, rooms }, booking, taker },
    ...{ roomCode: next.roomCode, nights, next },
    group: whole ? { whole, isAsked: false } : undefined,
  })
  if (isAsked) throw proofRequired()
  const roomNights = nights.reduce((sum, { rooms }) => sum + rooms, 0)
  await noteTake(tx, deps, taker, { hotelId: booking.hotelId, roomNights, sale: booking })
  const brakeNights = booking.brakeNights + roomNights
  return { ...readdressed, brakeNights, brakeAtMs: deps.nowMs() }
}

/** Returns the mailbox and the proof after a change of address; earlier links are revoked. */
function readdress(booking: Booking, guest: Guest, isGuest: boolean): Partial<Booking> {
  if (!isReaddressed(booking.guest, guest)) return {}
  const mailbox = guest.email === null ? null : mailboxOf(guest.email)
  const other = { mailbox, manageEpoch: booking.manageEpoch + 1 }
  const isByMailbox = booking.proof !== 'hotel' || booking.provenByStay
  if (!isGuest || !isByMailbox) return other
  return { ...other, proof: 'none', provenByStay: false }
}
