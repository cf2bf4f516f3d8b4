import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { UnsoldCode } from '../../domain/kernel/errors.ts'
import type { HotelPage, NoQuote, Problem } from '../../http/guests/page-shape.ts'
import { contactOf, flawText, problemText } from '../lib/problem-text.ts'
import type { Speaker } from '../lib/say.ts'
import type { WordKey } from '../lib/words.ts'
import { partyOf, type StayAddress, WRONG_AGES } from './address.ts'
import { nightsOf } from './calendar.tsx'
import { shortDay } from './pieces.tsx'

/** A reason against a stay, of the hotel's page or of a refused sale. */
type Reason = Pick<NoQuote, 'dates'> & { code: NoQuote['code'] | UnsoldCode }

const WORD_OF: Partial<Record<Reason['code'], WordKey>> = {
  closed_for_sale: 'against.closed',
  no_price: 'against.closed',
  sold_out: 'against.soldOut',
  set_aside: 'against.soldOut',
  party_too_large: 'against.party',
  party_uneven: 'against.party',
  min_stay: 'against.minStay',
  min_stay_through: 'against.minStay',
  max_stay: 'against.maxStay',
  min_advance: 'against.late',
  max_advance: 'against.early',
  closed_to_arrival: 'against.arrival',
  closed_to_departure: 'against.departure',
}

/** Returns in a guest's words what is wrong with the stay that an address asks for. */
export function stayProblem(say: Speaker, problem: Problem): string {
  const path = problem.errors?.[0]?.path
  // The flaw itself stands at its field.
  if (problem === WRONG_AGES) return say.word('stay.wrongAges')
  if (path === '?party') return say.word('stay.wrongParty')
  const flaw = path === '?checkin' || path === '?checkout'
  return (flaw && flawText(say, problem, path)) || problemText(say, problem)
}

/** The problem of dates of which some have passed. The API refuses those alone that have passed everywhere. */
export const inPast = (date: CalendarDate): Problem =>
  ({
    ...{ status: 422, code: 'validation_failed' },
    errors: [{ path: '?checkin', code: 'date_in_past', message: '', values: { date } }],
  }) as unknown as Problem

type Bounds = Pick<HotelPage, 'webMaxRooms' | 'webMaxNights'> &
  Partial<Pick<HotelPage, 'phone' | 'email'>>

/** True if a hotel sells no stay of so many rooms or nights on the web, whatever is free. */
export const isTooLarge = (at: StayAddress, { webMaxRooms, webMaxNights }: Bounds): boolean =>
  at.parties.length > webMaxRooms || nightsOf(at) > webMaxNights

/** True if a problem is the length of a stay, of which the hotel's own, smaller bound is told. */
export const isTooLong = (
  { errors }: Problem,
  at: StayAddress,
  { webMaxNights }: Bounds,
): boolean => errors?.[0]?.code === 'stay_too_long' && nightsOf(at) > webMaxNights

/** Returns in a guest's words how much a hotel sells at once on the web, and how to ask it for more. */
export function tooLargeText({ word }: Speaker, at: StayAddress, hotel: Bounds): string {
  const { webMaxRooms: rooms, webMaxNights: nights } = hotel
  const contact = contactOf(hotel)
  return [
    ...(at.parties.length > rooms ? [word('large.rooms', { count: rooms })] : []),
    ...(nightsOf(at) > nights ? [word('large.nights', { count: nights })] : []),
    word(contact ? 'large.ask' : 'large.askIt', { contact }),
  ].join(' ')
}

/** Returns in a guest's words that a party fits in no room, how many guests the hotel takes, and how to ask it. */
export function tooManyText({ word }: Speaker, at: StayAddress, hotel: HotelPage): string | null {
  const most = Math.max(0, ...hotel.rooms.map(({ maxOccupancy }) => maxOccupancy))
  const sizes = at.parties.map(sizeOf)
  if (most === 0 || Math.max(...sizes) <= most) return null
  const { webMaxRooms: rooms } = hotel
  const isPastAll = sizes.reduce((sum, size) => sum + size, 0) > rooms * most
  const contact = contactOf(hotel)
  return [
    word('large.party', { count: most }),
    ...(isPastAll ? [word('large.party.rooms', { rooms, count: rooms * most })] : []),
    word(contact ? 'large.ask' : 'large.askIt', { contact }),
  ].join(' ')
}

const sizeOf = (party: string): number => {
  const { adults, childAges } = partyOf(party)
  return adults + childAges.length
}

/** True if a room type is refused to a party on any dates. */
export const isOfParty = (reason: NoQuote | null): boolean =>
  reason !== null && WORD_OF[reason.code] === 'against.party'

/** Returns in a guest's words why a room type is not to be had. @param left its rooms after the other choices */
export function refusalText(say: Speaker, reason: Reason | null, left: number | null): string {
  if (!reason) return say.word(left === null ? 'against.closed' : 'against.taken')
  const dates = reason.dates.map((day) => shortDay(say, day)).join(', ')
  return say.word(WORD_OF[reason.code] ?? 'against.closed', { dates })
}
