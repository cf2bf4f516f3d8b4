import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { extraOf } from '../../domain/extras/extra.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { greetedName } from '../../domain/mails/greeting.ts'
import { rateOf, STD } from '../../domain/rates/rate.ts'
import { termsIn } from '../../domain/rates/terms-words.ts'
import { isUnproven } from '../../domain/strangers/web-nights.ts'
import type { BookingMailData } from '../../store/mails/mail-data.ts'
import { NONE, type PageLine } from './page.ts'
import type { MailWord, Speaker } from './words.ts'

/** The hotel of a booking, with the current names of its room types, rates, boards and extras. */
export type FactSources = Pick<
  BookingMailData,
  'hotel' | 'rooms' | 'rates' | 'boards' | 'extras'
> & {
  /** True to leave out lists: names, single extras, taxes. They would make a mail of many stays too long. */
  isShort?: boolean
}

/** A line of a mail: its name and its value. */
export type Fact = { name: MailWord; value: string }

/**
 * Returns the facts of a booking for its guest, without empty ones. Free text of an unproven booking is left out: anyone
 * can book in a stranger's name, and the mail would carry any text from the hotel to that stranger.
 */
export const guestFacts = (
  say: Speaker,
  record: BookingRecord,
  matter: FactSources,
  today: CalendarDate,
): Fact[] => factsOf(stayPairs(say, record, matter, { today, isSafe: !isUnproven(record) }))

function stayPairs(
  say: Speaker,
  record: BookingRecord,
  { hotel, isShort = false, ...names }: FactSources,
  { today, isSafe }: { today: CalendarDate; isSafe: boolean },
): Pair[] {
  const { word, date } = say
  const { checkinTime, checkoutTime } = hotel
  const { rateCode, boardCode, status } = record
  const board = names.boards.find(({ code }) => code === boardCode)
  const isOver = status === 'cancelled' || status === 'no_show'
  const stands = !isOver && status !== 'expired'
  return [
    ['checkin', word('fromTime', { date: date(record.checkin), time: checkinTime })],
    ['checkout', word('untilTime', { date: date(record.checkout), time: checkoutTime })],
    ['nights', String(record.nights)],
    ['room', roomOf(say, record, names)],
    ['board', boardCode && say.board(boardCode, board)],
    ['rate', rateCode !== STD && say.kept(rateOf(names.rates, rateCode), record.rateName)],
    ['party', partyOf(say, record)],
    ['names', !isShort && namesOf(say, record, isSafe)],
    ['arrival', record.arrivalTime],
    ['company', isSafe && companyOf(record)],
    ['total', say.money(record.totalPriceCents, record.currency)],
    ['taxes', !isShort && taxesOf(say, record.taxes, record, hotel)],
    ['extras', extrasOf(say, record, names.extras, isShort)],
    ['extrasTaxes', !isShort && taxesOf(say, record.extrasTaxes, record, hotel)],
    ['terms', stands && termsIn(say, record.cancellation, record.checkin, today)],
    ['penalty', isOver && penaltyOf(say, record)],
    ['payable', hasOtherPayable(record) && say.money(record.payableCents, record.currency)],
  ]
}

/** Returns the room type of a booking, with their number if there are several. */
export function roomOf(
  say: Speaker,
  { roomCode, roomName, rooms }: BookingRecord,
  names: Pick<FactSources, 'rooms'>,
): string {
  const room = say.kept(
    names.rooms.find((each) => each.roomCode === roomCode),
    roomName,
  )
  return rooms > 1 ? say.word('rooms', { room, count: rooms }) : room
}

/** Further guests that a mail names; the rest are counted. */
const NAMES_MAX = 8

function namesOf({ word }: Speaker, { guestNames }: BookingRecord, isSafe: boolean): string {
  const full = guestNames.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const names = isSafe ? full : full.map(greetedName).filter((name) => name !== '')
  const rest = names.length - NAMES_MAX
  const more = rest > 0 ? [word('moreNames', { count: rest })] : []
  return [...names.slice(0, NAMES_MAX), ...more].join('\n')
}

const companyOf = ({ company }: BookingRecord) =>
  company &&
  [company.name, company.taxOffice, company.taxNumber, company.address].filter(Boolean).join(', ')

function extrasOf(
  say: Speaker,
  { extras, extrasTotalCents, currency }: BookingRecord,
  catalogue: FactSources['extras'],
  isShort: boolean,
): string {
  if (extras.length === 0) return ''
  if (isShort) return say.money(extrasTotalCents, currency)
  return extras
    .map(({ code, name, quantity, totalCents }) => {
      const called = say.kept(extraOf(catalogue, code), name)
      return `${quantity} × ${called}: ${say.money(totalCents, currency)}`
    })
    .join('\n')
}

/** True if more is to be paid than price or penalty: there are extras. */
const hasOtherPayable = ({ payableCents, totalPriceCents, penaltyCents, status }: BookingRecord) =>
  status !== 'expired' && payableCents !== (penaltyCents ?? totalPriceCents)

/** Returns a guest's full name; empty if the guest was erased. */
export const nameOf = ({ guest }: BookingRecord) =>
  guest ? `${guest.firstName} ${guest.lastName}` : ''

/** Returns all facts of a booking, for the hotel's staff. */
export function hotelFacts(
  say: Speaker,
  record: BookingRecord,
  matter: FactSources,
  today: CalendarDate,
): Fact[] {
  const { hotel, isShort } = matter
  const { word } = say
  const { guest, source, status, currency } = record
  const nightly = record.nightly.map(
    ({ date, priceCents }) => `${say.date(date)}: ${say.money(priceCents, currency)}`,
  )
  return factsOf([
    ['state', word(`state.${status}`)],
    ['guest', nameOf(record)],
    ...stayPairs(say, record, matter, { today, isSafe: true }),
    ['reason', record.cancelReason],
    ['requests', !isShort && record.specialRequests],
    ['email', guest?.email],
    ['phone', guest?.phone],
    ['country', guest?.country && say.country(guest.country)],
    ['source', word(`source.${source.type}`, { code: source.agencyCode ?? '' })],
    ['made', say.instant(record.createdAt, hotel.timezone)],
    ['changed', record.revision > 1 && say.instant(record.updatedAt, hotel.timezone)],
    ['externalId', record.externalId],
    ['nightly', !isShort && nightly.join('\n')],
  ])
}

/** A name and its value; empty ones make no fact. */
export type Pair = [name: MailWord, value: string | null | false | undefined]

/** Returns the facts of pairs, without empty ones. */
export const factsOf = (pairs: readonly Pair[]): Fact[] =>
  pairs.flatMap(([name, value]) => (value ? [{ name, value }] : []))

function partyOf({ word }: Speaker, { adults, children, childAges }: BookingRecord): string {
  const parts = [word('adults', { count: adults })]
  const ages = childAges?.length ? ` (${word('ages', { ages: childAges.join(', ') })})` : ''
  if (children > 0) parts.push(word('children', { count: children }) + ages)
  return parts.join(', ')
}

/** Returns taxes that are contained in an amount, one a line. */
export const taxesOf = (
  say: Speaker,
  taxes: BookingRecord['taxes'],
  { currency }: Pick<BookingRecord, 'currency'>,
  hotel: Hotel,
): string =>
  taxes
    .map(({ code, name, percentBp, amountCents }) => {
      const known = hotel.taxes.find((tax) => tax.code === code)
      const called = `${say.kept(known, name)} (${say.percent(percentBp)})`
      return `${called}: ${say.money(amountCents, currency)}`
    })
    .join('\n')

const penaltyOf = (say: Speaker, { penaltyCents, currency }: BookingRecord) =>
  penaltyCents ? say.money(penaltyCents, currency) : say.word('nothing')

/** Returns the current lines, each with its value before the change if that differed. */
export function comparedLines(
  { word }: Speaker,
  now: readonly Fact[],
  before: readonly Fact[] = now,
): PageLine[] {
  const factValue = (facts: readonly Fact[], name: Fact['name']) =>
    facts.find((fact) => fact.name === name)?.value ?? NONE
  const gone = before.filter(({ name }) => !now.some((fact) => fact.name === name))
  return [...now, ...gone].map(({ name }) => {
    const [value, was] = [factValue(now, name), factValue(before, name)]
    return { label: word(name), value, ...(was !== value && { before: was }) }
  })
}
