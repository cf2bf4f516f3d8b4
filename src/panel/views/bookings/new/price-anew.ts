import type { WholeHotel } from '../../../../client/call.ts'
import { call } from '../../../lib/api.ts'
import type { Line } from './basket.ts'
import { offersOf } from './offers.ts'

/**
 * Reads the present prices of the stays of a basket.
 *
 * @returns the basket's stays in its order; a stay that is not sold any more keeps its price
 * @throws Problem
 */
export function priceAnew({ slug }: WholeHotel, lines: readonly Line[]) {
  const pages = new Map<string, ReturnType<typeof readOffers>>()
  const readOffers = async ({ childAges, boardCode, ...line }: Line) => {
    const { checkin, checkout, adults, children, override } = line
    const page = await call('getHotelPage', {
      ...{ slug, checkin, checkout, adults, children, rooms: 1 },
      ...(childAges && { childAges: childAges.join() }),
      ...(boardCode && { board: boardCode }),
      ...(override && { override }),
    })
    return offersOf(page).flatMap(({ offers }) => offers)
  }
  return Promise.all(
    lines.map(async (line) => {
      const { checkin, checkout, adults, children, childAges, boardCode, override } = line
      const asked = JSON.stringify([
        ...[checkin, checkout, adults, children, childAges, boardCode, override],
      ])
      const offers = pages.get(asked) ?? readOffers(line)
      pages.set(asked, offers)
      const offer = (await offers).find(({ key }) => key === line.key)
      return offer ? { ...line, ...offer } : line
    }),
  )
}
