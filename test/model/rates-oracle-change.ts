import { type Ask, type Hotel, nightsOf, type Rate, type Room } from './rates-oracle.ts'
import {
  type Booking,
  dropsWhatIsOwed,
  lowersWhatIsOwed,
  type Side,
} from './rates-oracle-penalty.ts'
import {
  boardReason,
  brokenRestrictions,
  isClosed,
  isSoldWith,
  type Night,
  priceNights,
  rateOf,
  sleeps,
  totalOf,
} from './rates-oracle-quote.ts'

/** The fields that a change names; absent ones keep their value. */
export type Change = {
  checkin?: string
  checkout?: string
  roomCode?: string
  rateCode?: string
  boardCode?: string
  rooms?: number
  adults?: number
  children?: number
  childAges?: number[]
}

/** Who changes, and on which date of the hotel. */
export type Changer = {
  side: Side
  /** Asked for no restriction and no party rule: the hotel's people with `override`, partners, admins. */
  isPrivileged: boolean
  today: string
}

/** What of a stay a change alters. */
type Differences = Record<'dates' | 'room' | 'rate' | 'board' | 'party', boolean> & {
  moreRooms: boolean
}

export type ChangeResult = {
  /** Every code that it may be refused with; none: it is done. */
  refusals: Set<string>
  /** What it comes to; undefined where that cannot be said. */
  after: Booking | undefined
}

/** What comes of a change. */
export function changeOf(
  hotel: Hotel,
  booking: Booking,
  change: Change,
  who: Changer,
): ChangeResult {
  const refusals = new Set<string>()
  const rate = rateOf(hotel, change.rateCode ?? booking.rateCode)
  const isOwnRate = rate?.rateCode === booking.rateCode
  const { childAges, children = childAges?.length } = change
  if (childAges && childAges.length !== children) refusals.add('ages_mismatch')
  // A caller who may change a booking may also see its rate.
  if (!rate || !(rate.public || who.side === 'house' || isOwnRate))
    return { refusals: refusals.add('unknown_rate'), after: undefined }
  const stay = changedStay(booking, change, rate)
  if (refusals.size > 0) return { refusals, after: undefined }
  const room = hotel.rooms.find(({ roomCode }) => roomCode === stay.roomCode)!
  const differs = differencesOf(booking, stay)
  if (!Object.values(differs).includes(true) && stay.rooms === booking.rooms)
    return { refusals, after: booking }

  if (who.side === 'guest' && dropsWhatIsOwed(booking, stay, who.today))
    refusals.add('terms_forbid_change')
  if (booking.checkin < who.today && isPassed(booking, stay, differs, who))
    return { refusals: refusals.add('night_passed'), after: undefined }
  if (stay.checkin !== booking.checkin && stay.checkin < who.today) refusals.add('date_in_past')
  if (differs.room || differs.rate || differs.board) {
    const flaw = boardReason(room, rate, stay.boardCode)
    if (flaw) refusals.add(flaw)
  }
  // A stay of as many people that is no more than shorter asks nothing that was not sold.
  const isShorter =
    !(differs.room || differs.rate || differs.board) &&
    stay.rooms === booking.rooms &&
    stay.adults === booking.adults &&
    stay.children === booking.children &&
    stay.checkin >= booking.checkin &&
    stay.checkout <= booking.checkout
  if (!isShorter && !who.isPrivileged && !sleeps(room, stay)) refusals.add('party_too_large')
  const nightly = priceAnew(
    { booking, stay, room, rate },
    isPricedAnew(stay, { room, rate, differs }, who),
    { refusals, who },
  )
  takeAnew({ booking, stay, room, rate }, refusals)
  const isAnew = nightsOf(stay).some((date) => takenOf(booking, stay, date) > 0)
  const isInHouse = booking.checkin < who.today
  const bookedOn = (isAnew || differs.rate) && !isInHouse ? who.today : null
  if (isHeldToRestrictions(booking, stay, differs, who))
    for (const { code } of brokenRestrictions(room, rate, stay, bookedOn)) refusals.add(code)
  if (!nightly) return { refusals, after: undefined }
  const after: Booking = {
    ...booking,
    ...stay,
    nightly,
    totalPriceCents: totalOf(nightly, stay.rooms),
    cancellation: differs.rate ? rate.cancellation : booking.cancellation,
  }
  if (who.side === 'guest' && lowersWhatIsOwed(booking, after, who.today))
    refusals.add('terms_forbid_change')
  return { refusals, after }
}

type Stay = Ask & { roomCode: string; rateCode: string; boardCode: string | null }

function changedStay(booking: Booking, change: Change, rate: Rate): Stay {
  const pick = <K extends keyof Change & keyof Booking>(name: K) => change[name] ?? booking[name]
  const isNewRate = rate.rateCode !== booking.rateCode
  const { childAges: ages, children } = change
  // Ages alone set the number of children; a number alone forgets the ages.
  const named = ages ?? (children === undefined ? booking.childAges : null)
  // The same ages in another order are the same party.
  const nobody = booking.children === 0 && (children ?? ages?.length ?? 0) === 0
  const isSame = nobody || textOf(named) === textOf(booking.childAges)
  const childAges = isSame ? booking.childAges : named
  return {
    checkin: pick('checkin') as string,
    checkout: pick('checkout') as string,
    rooms: pick('rooms') as number,
    adults: pick('adults') as number,
    children: children ?? ages?.length ?? booking.children,
    childAges,
    roomCode: pick('roomCode') as string,
    rateCode: rate.rateCode,
    boardCode: change.boardCode ?? (isNewRate ? rate.boardCode : null) ?? booking.boardCode,
  }
}

const textOf = (ages: number[] | null) => ages?.toSorted((a, b) => a - b).join() ?? 'none'

function differencesOf(booking: Booking, stay: Stay): Differences {
  return {
    dates: booking.checkin !== stay.checkin || booking.checkout !== stay.checkout,
    room: booking.roomCode !== stay.roomCode,
    rate: booking.rateCode !== stay.rateCode,
    board: booking.boardCode !== stay.boardCode,
    party:
      booking.adults !== stay.adults ||
      booking.children !== stay.children ||
      textOf(booking.childAges) !== textOf(stay.childAges),
    moreRooms: stay.rooms > booking.rooms,
  }
}

/** Whether a change touches what of a stay that has begun must stay. */
function isPassed(booking: Booking, stay: Stay, differs: Differences, who: Changer): boolean {
  const isFixed =
    differs.room ||
    differs.board ||
    stay.checkin !== booking.checkin ||
    stay.rooms !== booking.rooms ||
    stay.checkout < who.today
  return isFixed || (!who.isPrivileged && (differs.rate || differs.party))
}

/** Whether every night is priced anew. */
function isPricedAnew(
  stay: Stay,
  { room, rate, differs }: { room: Room; rate: Rate; differs: Differences },
  { isPrivileged }: Changer,
): boolean {
  const board = room.supplements.find(({ boardCode }) => boardCode === stay.boardCode)
  const isPerGuest = board?.per === 'guest' && board.supplementCents > 0
  const isBoardPerGuest = rate.boardCode === null && isPerGuest
  return (
    differs.rate ||
    differs.board ||
    differs.moreRooms ||
    (differs.room && !isPrivileged) ||
    (differs.party && (rate.guests !== null || isBoardPerGuest))
  )
}

type AgreedSale = { booking: Booking; stay: Stay; room: Room; rate: Rate }

/** The nights of the new stay: as agreed, or priced by the rate as it is now. */
function priceAnew(
  { booking, stay, room, rate }: AgreedSale,
  isEvery: boolean,
  { refusals, who }: { refusals: Set<string>; who: Changer },
): Night[] | undefined {
  const agreed = new Map(booking.nightly.map((night) => [night.date, night]))
  const priced = priceNights(room, rate, stay.boardCode, stay)
  const nightly: Night[] = []
  for (const { date, cents, isUneven, isTooLow } of priced) {
    const kept = isEvery ? undefined : agreed.get(date)
    if (kept) {
      nightly.push(kept)
      continue
    }
    if (!rate.active || !isSoldWith(rate, room)) refusals.add('closed_for_sale')
    if (cents === null) refusals.add(rate.rateCode === 'STD' ? 'closed_for_sale' : 'no_price')
    if (isTooLow) refusals.add('no_price')
    if (isUneven && !who.isPrivileged) refusals.add('party_uneven')
    if (cents !== null) nightly.push({ date, priceCents: Number(cents) })
  }
  return nightly.length === priced.length ? nightly : undefined
}

/** Rooms that a change takes of each night. */
export const takenOf = (
  booking: Booking,
  stay: Pick<Booking, 'roomCode' | 'rooms'>,
  date: string,
) =>
  stay.rooms -
  (stay.roomCode === booking.roomCode && booking.nightly.some((night) => night.date === date)
    ? booking.rooms
    : 0)

function takeAnew({ booking, stay, room, rate }: AgreedSale, refusals: Set<string>): void {
  for (const date of nightsOf(stay)) {
    const more = takenOf(booking, stay, date)
    if (more <= 0) continue
    if (isClosed(room, rate, date)) refusals.add('closed_for_sale')
    if ((room.days.get(date)?.available ?? 0) < more) refusals.add('sold_out')
  }
}

/** Whether a change is held to the restrictions of the whole new stay. */
function isHeldToRestrictions(booking: Booking, stay: Stay, differs: Differences, who: Changer) {
  if (who.isPrivileged) return false
  const isInHouse = booking.checkin < who.today
  if (isInHouse && stay.checkout < booking.checkout) return false
  return differs.dates || differs.room || differs.rate || differs.party || differs.moreRooms
}
