import type { RoomType } from '../catalog/catalog.ts'
import type { CalendarDate } from '../kernel/date.ts'
import type { Night } from '../kernel/night.ts'
import type { Rate } from '../rates/rate.ts'
import { boardPrice, partyPrice, type RoomParty } from './party.ts'
import type { QuotedNights } from './quoted-nights.ts'

/** Nights with prices, nights without, and nights on which rooms would cost differently. */
export type NightPrices = { nightly: Night[]; unpriced: CalendarDate[]; uneven: CalendarDate[] }

/**
 * Prices nights of a room with a board for the parties of its rooms; nights without a price are left out, and the dearest
 * room counts if rooms differ.
 */
export function priceDays(
  { room, rate }: { room: RoomType; rate: Pick<Rate, 'boardCode' | 'guests'> },
  { dates, prices }: Pick<QuotedNights, 'dates' | 'prices'>,
  parties: readonly RoomParty[],
  boardCode: string | null,
): NightPrices {
  // The board that the rate includes has no supplement.
  const supplement = rate.boardCode === null ? boardCode : null
  const boards = parties.map((each) => boardPrice(room, supplement, each))
  const priced: NightPrices = { nightly: [], unpriced: [], uneven: [] }
  for (let night = 0; night < prices.length; night++) {
    const date = dates[night]!
    const price = prices[night]!
    let least = Number.MAX_SAFE_INTEGER
    let cheapest = Number.MAX_SAFE_INTEGER
    let dearest = 0
    for (let index = 0; index < parties.length; index++) {
      const ofParty = price === 0 ? 0 : partyPrice(price, rate.guests, parties[index]!)
      const withBoard = ofParty + boards[index]!
      if (ofParty < least) least = ofParty
      if (withBoard < cheapest) cheapest = withBoard
      if (withBoard > dearest) dearest = withBoard
    }
    if (least < 1) {
      priced.unpriced.push(date)
      continue
    }
    if (cheapest < dearest) priced.uneven.push(date)
    priced.nightly.push({ date, priceCents: dearest })
  }
  return priced
}
