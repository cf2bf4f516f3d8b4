import { performanceOf, pickupOf } from '../domain/dashboard.ts'
import { daysBetween } from '../domain/date.ts'
import { refused } from '../domain/errors.ts'
import { ACK_DUE_MS, DASHBOARD_DAYS_MAX, PICKUP_MS } from '../domain/limits.ts'
import { groupDays, listDays } from '../store/availability.ts'
import { countUnacked, findFrontDesk, listMoved, listSoldRooms } from '../store/dashboards.ts'
import type { Context, HotelSheet } from './context.ts'
import { queryDate } from './query.ts'

/**
 * A hotel's figures: who comes and goes today, how its rooms sell over a range of nights (tonight unless said
 * otherwise), what was picked up in the last 7 days for tonight and later, what its partner has not acknowledged.
 * "Today" is the hotel's.
 *
 * @throws AppError `validation_failed`
 */
export async function showPanelDashboard(
  context: Context,
  { hotel, rooms }: HotelSheet,
  query: { from?: string | undefined; to?: string | undefined },
) {
  const { store } = context
  const today = context.today(hotel.timezone)
  const nowMs = context.nowMs()
  const from = query.from === undefined ? today : queryDate('from', query.from)
  const to = query.to === undefined ? from : queryDate('to', query.to)
  if (to < from) throw refused('?to', 'range_reversed', 'The range ends before it begins.')
  if (daysBetween(from, to) + 1 > DASHBOARD_DAYS_MAX)
    throw refused('?to', 'range_too_long', `At most ${DASHBOARD_DAYS_MAX} nights.`)
  const roomCodes = rooms
    .filter(({ totalRooms, active }) => active && totalRooms === null)
    .map(({ roomCode }) => roomCode)
  const days = groupDays(await listDays(store, { hotelId: hotel.id, roomCodes, from, to }))
  const sold = await listSoldRooms(store, hotel.id, { from, to })
  const moved = await listMoved(store, hotel.id, nowMs - PICKUP_MS)
  return {
    hotelSlug: hotel.slug,
    currency: hotel.currency,
    today,
    ...(await findFrontDesk(store, hotel.id, today)),
    from,
    to,
    ...performanceOf({ from, to }, rooms, sold, days),
    pickupRoomNights: pickupOf(moved, today),
    unacked: await countUnacked(store, hotel.id, { today, overdueMs: nowMs - ACK_DUE_MS }),
  }
}
