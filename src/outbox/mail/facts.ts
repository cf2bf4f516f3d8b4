import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { rateOf, STD } from '../../domain/rates/rate.ts'
import { termsIn } from '../../domain/rates/terms-words.ts'
import type { BookingMailData } from '../../store/mails/mail-data.ts'
import type { MailWord, Speaker } from './words.ts'

/** The hotel of a booking, with the current names of its room types, rates and boards. */
type FactSources = Pick<BookingMailData, 'hotel' | 'rooms' | 'rates' | 'boards'>

/** A line of a mail: its name and its value. */
export type Fact = { name: MailWord; value: string }

/**
 * Returns the facts of a booking for its guest, without empty ones. Free text is left out: anyone can book in a
 * stranger's name, and the mail would carry any text from the hotel to that stranger.
 */
export const guestFacts = (
  say: Speaker,
  record: BookingRecord,
  matter: FactSources,
  today: CalendarDate,
): Fact[] => factsOf(stayPairs(say, record, matter, today))

function stayPairs(
  say: Speaker,
  record: BookingRecord,
  { hotel, ...names }: FactSources,
  today: CalendarDate,
): Pair[] {
  const { word, date } = say
  const { checkinTime, checkoutTime } = hotel
  const { roomCode, rooms, rateCode, boardCode, status } = record
  const room = names.rooms.find((each) => each.roomCode === roomCode)
  const roomName = say.kept(room, record.roomName)
  const board = names.boards.find(({ code }) => code === boardCode)
  const isOver = status === 'cancelled'
  return [
    ['checkin', word('fromTime', { date: date(record.checkin), time: checkinTime })],
    ['checkout', word('untilTime', { date: date(record.checkout), time: checkoutTime })],
    ['nights', String(record.nights)],
    ['room', rooms > 1 ? word('rooms', { room: roomName, count: rooms }) : roomName],
    ['board', boardCode && say.board(boardCode, board)],
    ['rate', rateCode !== STD && say.kept(rateOf(names.rates, rateCode), record.rateName)],
    ['party', partyOf(say, record)],
    ['total', say.money(record.totalPriceCents, record.currency)],
    ['taxes', taxesOf(say, record, hotel)],
    ['terms', !isOver && termsIn(say, record.cancellation, record.checkin, today)],
    ['penalty', isOver && penaltyOf(say, record)],
  ]
}

/** Returns a guest's full name. */
export const nameOf = ({ guest }: BookingRecord) => `${guest.firstName} ${guest.lastName}`

/** Returns all facts of a booking, for the hotel's staff. */
export function hotelFacts(
  say: Speaker,
  record: BookingRecord,
  matter: FactSources,
  today: CalendarDate,
): Fact[] {
  const { hotel } = matter
  const { word } = say
  const { guest, source, status, currency } = record
  const nightly = record.nightly.map(
    ({ date, priceCents }) => `${say.date(date)}: ${say.money(priceCents, currency)}`,
  )
  return factsOf([
    ['state', word(`state.${status}`)],
    ['guest', nameOf(record)],
    ...stayPairs(say, record, matter, today),
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

const factsOf = (pairs: readonly Pair[]): Fact[] =>
  pairs.flatMap(([name, value]) => (value ? [{ name, value }] : []))

function partyOf({ word }: Speaker, { adults, children, childAges }: BookingRecord): string {
  const parts = [word('adults', { count: adults })]
  const ages = childAges?.length ? ` (${word('ages', { ages: childAges.join(', ') })})` : ''
  if (children > 0) parts.push(word('children', { count: children }) + ages)
  return parts.join(', ')
}

const taxesOf = (say: Speaker, { taxes, currency }: BookingRecord, hotel: Hotel) =>
  taxes
    .map(({ code, name, percentBp, amountCents }) => {
      const known = hotel.taxes.find((tax) => tax.code === code)
      const called = `${say.kept(known, name)} (${say.percent(percentBp)})`
      return `${called}: ${say.money(amountCents, currency)}`
    })
    .join('\n')

const penaltyOf = (say: Speaker, { penaltyCents, currency }: BookingRecord) =>
  penaltyCents ? say.money(penaltyCents, currency) : say.word('nothing')
