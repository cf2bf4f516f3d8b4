import type { BookingRecord } from '../../domain/booking.ts'
import type { Hotel } from '../../domain/catalog.ts'
import type { CalendarDate } from '../../domain/date.ts'
import { STD } from '../../domain/rate.ts'
import { termsIn } from '../../domain/terms-words.ts'
import type { MailWord, Speaker } from './words.ts'

/** A line of a mail: what it is, and what it says. */
export type Fact = { name: MailWord; value: string }

/**
 * What of a booking its guest is told; what has nothing to say is left out. What anybody wrote freely stays out of it: a
 * booking can be made in a stranger's name, and its mail would carry any text from the hotel to them.
 */
export const guestFacts = (
  say: Speaker,
  record: BookingRecord,
  hotel: Hotel,
  today: CalendarDate,
): Fact[] => written(stayPairs(say, record, hotel, today))

function stayPairs(say: Speaker, record: BookingRecord, hotel: Hotel, today: CalendarDate): Pair[] {
  const { word, date } = say
  const { checkinTime, checkoutTime } = hotel
  const { roomName, rooms, rateCode, rateName, boardCode, status } = record
  const isOver = status === 'cancelled'
  return [
    ['checkin', word('fromTime', { date: date(record.checkin), time: checkinTime })],
    ['checkout', word('untilTime', { date: date(record.checkout), time: checkoutTime })],
    ['nights', String(record.nights)],
    ['room', rooms > 1 ? word('rooms', { room: roomName, count: rooms }) : roomName],
    ['board', boardCode && say.board(boardCode)],
    ['rate', rateCode !== STD && rateName],
    ['party', partyOf(say, record)],
    ['total', say.money(record.totalPriceCents, record.currency)],
    ['taxes', taxesOf(say, record)],
    ['terms', !isOver && termsIn(say, record.cancellation, record.checkin, today)],
    ['penalty', isOver && penaltyOf(say, record)],
  ]
}

/** A guest's whole name. */
export const nameOf = ({ guest }: BookingRecord) => `${guest.firstName} ${guest.lastName}`

/** All of a booking, for the hotel's people. */
export function hotelFacts(
  say: Speaker,
  record: BookingRecord,
  hotel: Hotel,
  today: CalendarDate,
): Fact[] {
  const { word } = say
  const { guest, source, status, currency } = record
  const nightly = record.nightly.map(
    ({ date, priceCents }) => `${say.date(date)}: ${say.money(priceCents, currency)}`,
  )
  return written([
    ['state', word(`state.${status}`)],
    ['guest', nameOf(record)],
    ...stayPairs(say, record, hotel, today),
    ['reason', record.cancelReason],
    ['requests', record.specialRequests],
    ['email', guest.email],
    ['phone', guest.phone],
    ['country', guest.country && say.country(guest.country)],
    ['source', word(`source.${source.type}`, { code: source.agencyCode ?? '' })],
    ['made', say.instant(record.createdAt, hotel.timezone)],
    ['changed', record.revision > 1 && say.instant(record.updatedAt, hotel.timezone)],
    ['externalId', record.externalId],
    ['nightly', nightly.join('\n')],
  ])
}

type Pair = [name: MailWord, value: string | null | false | undefined]

const written = (pairs: readonly Pair[]): Fact[] =>
  pairs.flatMap(([name, value]) => (value ? [{ name, value }] : []))

function partyOf({ word }: Speaker, { adults, children, childAges }: BookingRecord): string {
  const parts = [word('adults', { count: adults })]
  const ages = childAges?.length ? ` (${word('ages', { ages: childAges.join(', ') })})` : ''
  if (children > 0) parts.push(word('children', { count: children }) + ages)
  return parts.join(', ')
}

const taxesOf = (say: Speaker, { taxes, currency }: BookingRecord) =>
  taxes
    .map(
      ({ name, percentBp, amountCents }) =>
        `${name} (${say.percent(percentBp)}): ${say.money(amountCents, currency)}`,
    )
    .join('\n')

const penaltyOf = (say: Speaker, { penaltyCents, currency }: BookingRecord) =>
  penaltyCents ? say.money(penaltyCents, currency) : say.word('nothing')
