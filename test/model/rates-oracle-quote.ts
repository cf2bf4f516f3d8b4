import {
  type Ask,
  daysFrom,
  deal,
  type Hotel,
  largest,
  nightsOf,
  partyPrice,
  priceOf,
  type Rate,
  type Room,
  type RoomParty,
  restrictionOf,
  supplementOf,
  type TaxPart,
  type Terms,
  taxParts,
} from './rates-oracle.ts'

/** Why a rate cannot be booked, in the contract's order: the first of them is the reason. */
export const REASONS = [
  'unknown_board',
  'board_not_in_rate',
  'party_too_large',
  'closed_for_sale',
  'no_price',
  'party_uneven',
  'sold_out',
  'min_stay',
  'min_stay_through',
  'max_stay',
  'min_advance',
  'max_advance',
  'closed_to_arrival',
  'closed_to_departure',
] as const
export type ReasonCode = (typeof REASONS)[number]
export type Reason = { code: ReasonCode; dates: string[] }

/** Those that a booking is refused for with 422; the others are 409. */
export const UNPROCESSABLE: readonly string[] = [
  'unknown_board',
  'board_not_in_rate',
  'party_too_large',
  'party_uneven',
]

/** Those that hold for the house, too, whatever it asks past: what is sold, priced and free. */
const UNWAIVED: readonly ReasonCode[] = [
  'unknown_board',
  'board_not_in_rate',
  'closed_for_sale',
  'no_price',
  'sold_out',
]

export type Night = { date: string; priceCents: number }

/** A rate of a room type for a stay: what it costs, or all the reasons why it cannot be had. */
export type Quote = {
  rateCode: string
  name: string
  boardCode: string | null
  totalPriceCents: number | null
  nightly: Night[] | null
  taxes: TaxPart[]
  netCents: number | null
  cancellation: Terms
  reasons: Reason[]
}

export const rateOf = (hotel: Hotel, code: string): Rate | undefined =>
  hotel.rates.find(({ rateCode }) => rateCode === code)

export const isSoldWith = (rate: Rate, room: Pick<Room, 'roomCode'>): boolean =>
  rate.rateCode === 'STD' || rate.roomCodes.includes(room.roomCode)

/** The board of a stay at a rate: the rate's own, else what is asked for, else the room type's first. */
const boardFor = (room: Room, rate: Rate, asked: string | null): string | null =>
  rate.boardCode ?? asked ?? room.boards[0] ?? null

/** What one room costs each night: null where there is no price; and whether the rooms differ. */
export function priceNights(room: Room, rate: Rate, board: string | null, ask: Ask) {
  const parties = deal(ask)
  return nightsOf(ask).map((date) => {
    const price = priceOf(room, rate, date)
    if (price === null) return { date, cents: null, isUneven: false, isTooLow: false }
    const before = parties.map((party) => partyPrice(price, rate.guests, party))
    const costs = parties.map((party, index) => before[index]! + extra(party))
    const isTooLow = before.some((cents) => cents < 1n)
    return {
      date,
      // The dearest room: where the party is uneven, what privileged changes cost.
      cents: largest(costs),
      // What has no price cannot be uneven.
      isUneven: !isTooLow && new Set(costs).size > 1,
      isTooLow,
    }
  })

  function extra(party: RoomParty) {
    return supplementOf(room, rate, board, party)
  }
}

/** Whether the rooms sleep the party: whatever a child pays it is counted. */
export const sleeps = (room: Room, { rooms, adults, children }: Ask): boolean =>
  adults >= rooms &&
  adults <= rooms * room.maxAdults &&
  children <= rooms * room.maxChildren &&
  adults + children <= rooms * room.maxOccupancy

/** What is wrong with a board at a rate. */
export function boardReason(room: Room, rate: Rate, asked: string | null): ReasonCode | null {
  if (asked === null) return null
  if (rate.boardCode !== null) return asked === rate.boardCode ? null : 'board_not_in_rate'
  return room.boards.includes(asked) ? null : 'unknown_board'
}

/** Whether a night is closed for a rate: the room type is, or the rate; STD also where it has no price. */
export function isClosed(room: Room, rate: Rate, date: string): boolean {
  const day = room.days.get(date)
  if (!day || day.closed) return true
  if (rate.rateCode === 'STD') return !day.priceCents
  return room.rateDays.get(`${rate.rateCode} ${date}`)?.closed ?? false
}

/**
 * Restrictions that a stay breaks, in the contract's order.
 *
 * @param bookedOn null where the days before the arrival are not asked
 */
export function brokenRestrictions(
  room: Room,
  rate: Rate,
  ask: Ask,
  bookedOn: string | null,
): Reason[] {
  const nights = nightsOf(ask)
  const { checkin, checkout } = ask
  const of = <K extends 'minStay' | 'minStayThrough' | 'maxStay'>(date: string, name: K) =>
    restrictionOf(room, rate, date, name) ?? 0
  const longer = nights.filter((date) => of(date, 'minStayThrough') > nights.length)
  const most = of(checkin, 'maxStay')
  const ahead = bookedOn === null ? null : daysFrom(bookedOn, checkin)
  const latest = restrictionOf(room, rate, checkin, 'minAdvanceDays') ?? 0
  const earliest = restrictionOf(room, rate, checkin, 'maxAdvanceDays') ?? 730
  const found: [ReasonCode, string[]][] = [
    ['min_stay', of(checkin, 'minStay') > nights.length ? [checkin] : []],
    ['min_stay_through', longer],
    ['max_stay', most > 0 && nights.length > most ? [checkin] : []],
    ['min_advance', ahead !== null && ahead < latest ? [checkin] : []],
    ['max_advance', ahead !== null && ahead > earliest ? [checkin] : []],
    ['closed_to_arrival', restrictionOf(room, rate, checkin, 'closedToArrival') ? [checkin] : []],
    [
      'closed_to_departure',
      restrictionOf(room, rate, checkout, 'closedToDeparture') ? [checkout] : [],
    ],
  ]
  return found.flatMap(([code, dates]) => (dates.length > 0 ? [{ code, dates }] : []))
}

/** Every reason why a stay cannot be had, in the contract's order. */
function reasonsOf(
  { today }: Hotel,
  { room, rate }: { room: Room; rate: Rate },
  ask: Ask,
  asked: string | null,
): Reason[] {
  const reasons: Reason[] = []
  const board = boardReason(room, rate, asked)
  if (board) reasons.push({ code: board, dates: [] })
  if (!sleeps(room, ask)) reasons.push({ code: 'party_too_large', dates: [] })
  const nights = nightsOf(ask)
  const isOff = !rate.active || !isSoldWith(rate, room)
  const add = (code: ReasonCode, dates: string[]) => {
    if (dates.length > 0) reasons.push({ code, dates })
  }
  add(
    'closed_for_sale',
    nights.filter((date) => isOff || isClosed(room, rate, date)),
  )
  const priced = priceNights(room, rate, boardFor(room, rate, asked), ask)
  add('no_price', datesOf(priced.filter((night) => hasNoPrice(rate, night))))
  add('party_uneven', datesOf(priced.filter(({ isUneven }) => isUneven)))
  add(
    'sold_out',
    nights.filter((date) => (room.days.get(date)?.available ?? 0) < ask.rooms),
  )
  reasons.push(...brokenRestrictions(room, rate, ask, today))
  const left = reasons.filter(({ code }) => !ask.override || UNWAIVED.includes(code))
  return left.toSorted((a, b) => REASONS.indexOf(a.code) - REASONS.indexOf(b.code))
}

/** A night without a price; of STD that is a night not for sale, but where its party pays below 1. */
const hasNoPrice = (rate: Rate, night: { cents: bigint | null; isTooLow: boolean }) =>
  night.isTooLow || (night.cents === null && rate.rateCode !== 'STD')

const datesOf = (nights: readonly { date: string }[]) => nights.map(({ date }) => date)

export const totalOf = (nightly: readonly Night[], rooms: number): number =>
  Number(nightly.reduce((sum, { priceCents }) => sum + BigInt(priceCents), 0n) * BigInt(rooms))

/** A stay at a rate of a room type, with the board asked for (null: none is named). */
export function quote(
  hotel: Hotel,
  { room, rate }: { room: Room; rate: Rate },
  ask: Ask,
  asked: string | null,
): Quote {
  const { rateCode, name, cancellation } = rate
  const boardCode = boardFor(room, rate, asked)
  const reasons = reasonsOf(hotel, { room, rate }, ask, asked)
  const of = { rateCode, name, boardCode, cancellation, reasons }
  if (reasons.length > 0)
    return { ...of, totalPriceCents: null, nightly: null, taxes: [], netCents: null }
  const nightly = priceNights(room, rate, boardCode, ask).map(({ date, cents }) => ({
    date,
    priceCents: Number(cents),
  }))
  const totalPriceCents = totalOf(nightly, ask.rooms)
  return { ...of, totalPriceCents, nightly, ...taxParts(totalPriceCents, hotel.taxes) }
}
