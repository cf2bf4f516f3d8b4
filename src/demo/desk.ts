import type { BookingRecord } from '../domain/bookings/booking-record.ts'
import { notePayment, writeDesk } from '../service/bookings/desk.ts'
import type { Deps } from '../service/deps.ts'
import { findHotel, findHotelId } from '../store/catalog/catalog.ts'
import { DEMO } from './catalog.ts'

const FLOORS = 6
const DOORS = 30

/**
 * Writes the desk's data for a stay of the demo. Guests who arrived before today have a room number and have mostly
 * paid; some later guests have paid too. It is written once, even if the demo was interrupted.
 *
 * @param key the stay's key, which makes the data the same every time
 */
export async function demoDesk(
  deps: Deps,
  { code, hotelSlug, checkin, rooms, totalPriceCents }: BookingRecord,
  key: string,
): Promise<void> {
  const hotelId = (await findHotelId(deps.store, hotelSlug))!
  const { timezone } = (await findHotel(deps.store, hotelId))!
  const place = { hotelId, code, timezone }
  const chance = (what: string, of: number) => Bun.hash.xxHash32(`${what} ${key}`) % of
  const isHere = checkin < deps.today(timezone)
  if (isHere && rooms === 1)
    await writeDesk(deps, DEMO, place, {
      roomNumber: String((1 + chance('floor', FLOORS)) * 100 + 1 + chance('door', DOORS)),
      arrivedAtMs: Date.parse(`${checkin}T12:00:00Z`) + chance('hour', 6) * 3_600_000,
      ...(chance('note', 3) === 0 && { tags: ['VIP'], note: 'Fruit basket on arrival' }),
    })
  const share = isHere ? [1, 1, 0.5, 0][chance('paid', 4)]! : [1, 0.5, 0, 0, 0][chance('paid', 5)]!
  if (share === 0) return
  const payment = {
    id: `demo-${code}`,
    amountCents: Math.round(totalPriceCents * share),
    method: chance('method', 3) === 0 ? ('cash' as const) : ('card' as const),
    ...{ note: null, takesBack: null },
  }
  await notePayment(deps, { actor: DEMO, place }, payment, async () => {})
}
