import { call } from '../../lib/api.ts'
import { useList } from '../../lib/load.ts'
import { useSettled } from '../../lib/typing.ts'
import type { Line } from '../bookings/new/basket.ts'
import { partyWord, queryOf, type SellAsk } from './ask.ts'
import { offersByParty, type SoldOffer } from './offers.ts'

/**
 * Reads the hotels that the agency may sell once the typing pauses.
 *
 * @returns the pages of the last search, and what was asked for in it; `isFresh` is true if that is the stay
 *   of the fields: nothing is added at the price of the fields before
 */
export function useHotels(ask: SellAsk) {
  const now = JSON.stringify(ask)
  const settled = useSettled(now)
  const asked = JSON.parse(settled) as SellAsk
  const pages = useList('searchAgencyHotels', queryOf(asked))
  const isFirstBusy = pages.isBusy && !pages.isMore
  return { ...pages, asked, isFresh: settled === now && !isFirstBusy && !pages.problem }
}

/** The hotels that the agency may sell for the asked stay. */
export type HotelsRead = ReturnType<typeof useHotels>

/**
 * Reads the present prices of the stays of a choice.
 *
 * @returns its stays in their order; a stay that is not sold any more keeps its price
 * @throws Problem
 */
export async function priceAnew(slug: string, lines: readonly Line<SoldOffer>[]) {
  return await Promise.all(
    lines.map(async (line) => {
      const { checkin, checkout, adults, childAges = [], boardCode } = line
      const party = [partyWord({ adults: String(adults), ages: childAges.join() })]
      const query = { slug, checkin, checkout, party, ...(boardCode && { board: boardCode }) }
      const hotel = await call('getAgencyHotel', query)
      const offers = offersByParty(hotel).flatMap((each) => each.offers)
      const offer = offers.find(({ key }) => key === line.key)
      return offer ? { ...line, ...offer } : line
    }),
  )
}
