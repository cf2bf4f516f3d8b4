import type { AgencyHotel, OfferedExtra } from '../../../client/call.ts'
import { type Named, nameIn } from '../../lib/names.ts'
import type { StayAsk } from '../bookings/new/ask.ts'
import { extraCents, type Line, withoutRoom, withRoom } from '../bookings/new/basket.ts'
import type { Offer } from '../bookings/new/offers.ts'
import { type Party, partyOf } from './ask.ts'

/** The hotel of a choice, as the offer keeps it. */
export type SoldHotel = Omit<AgencyHotel, 'rooms' | 'cheapest' | 'rating' | 'reviewCount'>

/** A room type at a rate, priced for one party, with what the agency keeps of it. */
export type SoldOffer = Offer & {
  room: Named
  rate: Named
  left: number
  /** Of the rooms left, those of the agency's own allotment. */
  own: number
  commissionCents: number
  netCents: number
}

/** The offers of a hotel for one party. */
export type PartyOffers = { key: string; party: Party; offers: SoldOffer[] }

/** A hotel with the rooms that are offered to the client. */
export type Choice = { hotel: SoldHotel; lines: Line<SoldOffer>[] }

/** Hotels that one offer sheet has room for. */
export const CHOICES_MAX = 3

type Room = AgencyHotel['rooms'][number]
type Rate = Room['rates'][number]

/** The offers of a hotel, by the different parties of the search. */
export function offersByParty({ rooms }: AgencyHotel): PartyOffers[] {
  const found = new Map<string, PartyOffers>()
  for (const room of rooms)
    for (const rate of room.rates)
      for (const { party, ...prices } of rate.prices) {
        const key = JSON.stringify(party)
        const own = found.get(key) ?? { key, party: partyOf(party), offers: [] }
        found.set(key, { ...own, offers: [...own.offers, offerOf(room, rate, prices)] })
      }
  return [...found.values()]
}

type Prices = { grossCents: number; commissionCents: number; netCents: number }

const offerOf = (
  room: Room,
  rate: Rate,
  { grossCents, commissionCents, netCents }: Prices,
): SoldOffer => ({
  key: keyOf(room.roomCode, rate.rateCode, rate.boardCode),
  ...{ roomCode: room.roomCode, rateCode: rate.rateCode, boardCode: rate.boardCode },
  ...{ room: namesOf(room), rate: namesOf(rate) },
  ...{ roomName: nameIn(room), rateName: nameIn(rate) },
  ...{
    left: room.roomsLeft,
    own: room.ownLeft,
    nightly: undefined,
    cancellation: rate.cancellation,
  },
  ...{ totalCents: grossCents, commissionCents, netCents },
})

const keyOf = (roomCode: string, rateCode: string, boardCode: string | null): string =>
  `${roomCode} ${rateCode} ${boardCode}`

const namesOf = ({ name, translations }: Named): Named => ({ name, translations })

/** The cheapest rooms for all parties, each with its party; none if one of them is not among the listed rates. */
export function cheapestOf(hotel: AgencyHotel): { offer: SoldOffer; party: Party }[] {
  const parties = offersByParty(hotel)
  const found = (hotel.cheapest?.stays ?? []).map(({ party, roomCode, rateCode, boardCode }) => {
    const own = parties.find(({ key }) => key === JSON.stringify(party))
    const key = keyOf(roomCode, rateCode, boardCode)
    const offer = own?.offers.find((each) => each.key === key)
    return offer && { offer, party: partyOf(party) }
  })
  return found.every((each) => each !== undefined) ? found : []
}

/** The rooms of the own allotment that are left in the room types of the cheapest stays. */
export const cheapestOwn = ({ cheapest, rooms }: AgencyHotel): number => {
  const codes = cheapest?.stays.map(({ roomCode }) => roomCode) ?? []
  return rooms
    .filter(({ roomCode }) => codes.includes(roomCode))
    .reduce((sum, room) => sum + room.ownLeft, 0)
}

/** The names of the cheapest rooms, in the page's language. */
export const cheapestNames = ({ cheapest, rooms }: AgencyHotel): string[] =>
  (cheapest?.stays ?? []).map(({ roomCode }) => {
    const room = rooms.find((each) => each.roomCode === roomCode)
    return room ? nameIn(room) : roomCode
  })

/** The choices with one more room at a hotel; a hotel comes last when it is new. */
export function withSold(
  choices: readonly Choice[],
  { rooms: _, cheapest: __, rating: ___, reviewCount: ____, ...hotel }: AgencyHotel,
  offer: SoldOffer,
  stay: StayAsk,
): Choice[] {
  const known = choices.find((each) => each.hotel.slug === hotel.slug)
  const lines = withRoom(known?.lines ?? [], offer, stay, false)
  if (!known) return [...choices, { hotel, lines }]
  return choices.map((each) => (each === known ? { hotel, lines } : each))
}

/** The choices with one room of a stay less; a hotel leaves with its last room. */
export const withoutSold = (choices: readonly Choice[], slug: string, id: string): Choice[] =>
  withLines(choices, slug, (lines) => withoutRoom(lines, id))

/** The choices with the changed stays of a hotel; a hotel leaves with its last stay. */
export const withLines = (
  choices: readonly Choice[],
  slug: string,
  change: (lines: readonly Line<SoldOffer>[]) => Line<SoldOffer>[],
): Choice[] =>
  choices.flatMap((choice) => {
    if (choice.hotel.slug !== slug) return [choice]
    const lines = change(choice.lines)
    return lines.length > 0 ? [{ ...choice, lines }] : []
  })

/** The rooms of a choice. */
export const roomsOf = (lines: readonly Line[]): number =>
  lines.reduce((count, { rooms }) => count + rooms, 0)

/**
 * The sums of a choice: what the client pays, what the agency keeps, and what the hotel gets. Extras have no commission
 * (contract-groups).
 */
export function pricesOf(lines: readonly Line<SoldOffer>[], extras: readonly OfferedExtra[]) {
  const sum = (of: (line: Line<SoldOffer>) => number) =>
    lines.reduce((cents, line) => cents + of(line) * line.rooms, 0)
  const roomsCents = sum(({ totalCents }) => totalCents)
  const extrasCents = lines
    .flatMap((line) => extras.map((extra) => extraCents(line, extra)))
    .reduce((all, cents) => all + cents, 0)
  return {
    ...{ rooms: roomsOf(lines), roomsCents, extrasCents },
    grossCents: roomsCents + extrasCents,
    commissionCents: sum(({ commissionCents }) => commissionCents),
    netCents: sum(({ netCents }) => netCents) + extrasCents,
  }
}
