import type { Extra, GroupStay, OfferedExtra, WholeHotel } from '../../../../client/call.ts'
import { splitTaxes, sumTaxes, type TaxPart } from '../../../../domain/rates/tax.ts'
import { t } from '../../../lib/i18n.ts'
import { agreedTotal, NO_PRICE, type PriceDraft, readPrice } from '../parts/manual-price.tsx'
import { partyText } from '../parts/model.ts'
import { readNames } from '../parts/typed-text.ts'
import { nightsOf, type StayAsk } from './ask.ts'
import type { Offer } from './offers.ts'

/** A stay in the basket: rooms of one type at one rate, each for the same days and party. */
export type Line<Of extends Offer = Offer> = Of &
  StayAsk & {
    id: string
    rooms: number
    /** True if it was added in spite of restrictions. */
    override: boolean
    /** Pieces of each extra, by its code. */
    extras: Record<string, number>
    /** The guests besides the one who books, one a line. */
    names: string
    price: PriceDraft
  }

/** The sums of a basket; `totalCents` is undefined where a manual price has no known nights. */
export type Sums = {
  rooms: number
  totalCents: number | undefined
  extrasCents: number
  taxes: TaxPart[]
}

/** The place of a stay in the basket: offers added for the same days and party share one. */
export const placeOf = ({ key }: Pick<Offer, 'key'>, stay: StayAsk): string =>
  JSON.stringify([key, stay.checkin, stay.checkout, stay.adults, stay.children, stay.childAges])

/** The basket with one more room of an offer. */
export function withRoom<Of extends Offer>(
  lines: readonly Line<Of>[],
  offer: Of,
  stay: StayAsk,
  override: boolean,
): Line<Of>[] {
  const id = placeOf(offer, stay)
  if (!lines.some((line) => line.id === id)) {
    const own = { extras: {}, names: '', price: NO_PRICE }
    return [...lines, { ...offer, ...stay, id, rooms: 1, override, ...own }]
  }
  return lines.map((line) =>
    line.id === id ? { ...line, ...offer, rooms: line.rooms + 1, override } : line,
  )
}

/** The basket with one room of a stay less; its last room takes the stay out. */
export const withoutRoom = <Of extends Line>(lines: readonly Of[], id: string): Of[] =>
  lines.flatMap((line) => {
    if (line.id !== id) return [line]
    return line.rooms > 1 ? [{ ...line, rooms: line.rooms - 1 }] : []
  })

/** The rooms of a type that the basket takes from the nights of a stay. */
export const roomsTaken = (
  lines: readonly Line[],
  roomCode: string,
  { checkin, checkout }: StayAsk,
): number =>
  lines
    .filter((line) => line.roomCode === roomCode)
    .filter((line) => line.checkin < checkout && line.checkout > checkin)
    .reduce((sum, { rooms }) => sum + rooms, 0)

/** The party of all rooms of a stay. */
export const partyOf = ({ adults, children, childAges, rooms }: Line) => ({
  adults: adults * rooms,
  children: children * rooms,
  ...(childAges && { childAges: Array.from({ length: rooms }, () => childAges).flat() }),
})

/** The party of a stay in words: `2 adults`, or `2 rooms, each 2 adults`. */
export function lineParty({ rooms, adults, children, childAges }: Line): string {
  const one = partyText({ adults, children, childAges: childAges ?? null })
  return rooms === 1 ? one : t('new.each', { rooms: t('bookings.rooms', { count: rooms }), one })
}

/** The price of all rooms of a stay; undefined where a manual price has no known nights, or is not one yet. */
export const lineCents = (line: Line, currency: string): number | undefined =>
  line.price.isOn
    ? agreedTotal(readPrice(line.price, currency), line.nightly, line.rooms)
    : line.totalCents * line.rooms

/** The price of the pieces of an extra in a stay: guests are those of all rooms, rooms are no factor. */
export function extraCents(line: Line, { code, per, priceCents }: OfferedExtra): number {
  const { adults, children } = partyOf(line)
  const guests = adults + children
  const factor = {
    stay: 1,
    night: nightsOf(line),
    guest: guests,
    guest_night: guests * nightsOf(line),
  }
  return priceCents * (line.extras[code] ?? 0) * factor[per]
}

/** The sums of a basket. */
export function sumsOf(lines: readonly Line[], hotel: WholeHotel, extras: readonly Extra[]): Sums {
  const prices = lines.map((line) => lineCents(line, hotel.currency))
  const isKnown = (cents: number | undefined) => cents !== undefined
  const known = prices.filter(isKnown)
  const pieces = lines.flatMap((line) =>
    extras.map((extra) => ({ extra, cents: extraCents(line, extra) })),
  )
  const taxesOf = ({ taxCodes }: Extra) =>
    hotel.taxes.filter(({ code }) => !taxCodes || taxCodes.includes(code))
  return {
    rooms: lines.reduce((sum, { rooms }) => sum + rooms, 0),
    totalCents:
      known.length === prices.length ? known.reduce((sum, cents) => sum + cents, 0) : undefined,
    extrasCents: pieces.reduce((sum, { cents }) => sum + cents, 0),
    taxes: sumTaxes([
      ...known.map((cents) => splitTaxes(cents, hotel.taxes).taxes),
      ...pieces.map(({ extra, cents }) => splitTaxes(cents, taxesOf(extra)).taxes),
    ]),
  }
}

/** A stay as it is sent. */
export function stayBody(line: Line, currency: string): GroupStay {
  const { roomCode, rateCode, boardCode, checkin, checkout, rooms } = line
  const { price } = readPrice(line.price, currency)
  const guestNames = readNames(line.names)
  const extras = Object.entries(line.extras)
    .filter(([, quantity]) => quantity > 0)
    .map(([code, quantity]) => ({ code, quantity }))
  return {
    ...{ roomCode, rateCode, checkin, checkout, rooms, ...partyOf(line) },
    ...(boardCode !== null && { boardCode }),
    ...(guestNames.length > 0 && { guestNames }),
    ...(extras.length > 0 && { extras }),
    ...(price && { manualPrice: price }),
  }
}
