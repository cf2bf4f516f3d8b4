import type { BookingRecord } from '../domain/bookings/booking-record.ts'
import { ASSIGNED_AT_ONCE_MAX } from '../domain/bookings/room-numbers.ts'
import { ackBooking } from '../service/bookings/ack-booking.ts'
import { assignAll } from '../service/bookings/assign-rooms.ts'
import { notePayment, writeDesk } from '../service/bookings/desk.ts'
import type { Deps } from '../service/deps.ts'
import { findHotel, findHotelId } from '../store/catalog/catalog.ts'
import { DEMO } from './catalog.ts'

/**
 * Gives rooms to the guests of the demo's hotels who have arrived, in one press as the desk does. It is done once, even
 * if the demo was interrupted.
 *
 * @param deps with the clock of yesterday, when the guests who leave today were in house
 */
export async function demoRooms(deps: Deps, records: readonly BookingRecord[]): Promise<void> {
  for (const [slug, stays] of Map.groupBy(records, ({ hotelSlug }) => hotelSlug)) {
    const hotelId = (await findHotelId(deps.store, slug))!
    const { timezone } = (await findHotel(deps.store, hotelId))!
    const here = stays.filter(({ checkin }) => checkin <= deps.today(timezone))
    const codes = here.map(({ code }) => code).slice(0, ASSIGNED_AT_ONCE_MAX)
    if (codes.length > 0) await assignAll(deps, DEMO, { hotelId, timezone }, codes)
  }
}

/**
 * Writes the desk's data for a stay of the demo. Guests who arrived before today are marked as in house and have mostly
 * paid; some later guests have paid too. It is written once, even if the demo was interrupted.
 *
 * @param key the stay's key, which makes the data the same every time
 */
export async function demoDesk(
  deps: Deps,
  { code, hotelSlug, checkin, totalPriceCents }: BookingRecord,
  key: string,
): Promise<void> {
  const hotelId = (await findHotelId(deps.store, hotelSlug))!
  const { timezone } = (await findHotel(deps.store, hotelId))!
  const place = { hotelId, code, timezone }
  const chance = (what: string, of: number) => Bun.hash.xxHash32(`${what} ${key}`) % of
  const isHere = checkin < deps.today(timezone)
  if (isHere)
    await writeDesk(deps, DEMO, place, {
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
  await notePayment(deps, { actor: DEMO, isMember: true, place }, payment, async () => {})
}

/** Acknowledges a booking as the hotel's system would. */
export async function acknowledge(
  deps: Deps,
  { code, hotelSlug, revision }: Pick<BookingRecord, 'code' | 'hotelSlug' | 'revision'>,
  externalId = `PMS-${code}`,
): Promise<void> {
  const hotelId = (await findHotelId(deps.store, hotelSlug))!
  await ackBooking(deps, hotelId, { code, revision, externalId })
}
