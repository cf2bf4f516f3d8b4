import { call } from '../../lib/api.ts'
import { groupBody } from '../bookings/new/draft.ts'
import { type PlaceBasket, placeLone } from '../bookings/new/sending.ts'

/** Books a basket as the agency: one stay as a booking, several as a reservation. */
export const placeForClient: PlaceBasket = async (draft, until, key) => {
  if (draft.lines.length === 1) return await placeLone(draft, until, key)
  const body = { hotelSlug: draft.hotel.slug, ...groupBody(draft, until) }
  const record = await call('placeAgencyGroup', {}, { body, key })
  return { ...record, opens: record.bookings[0]!.code, isWhole: true }
}
