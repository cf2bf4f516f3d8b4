import { performanceByNight, performanceOf, pickupOf, type Range } from '../domain/dashboard.ts'
import { addDays, daysBetween, instantText } from '../domain/date.ts'
import { refused } from '../domain/errors.ts'
import {
  ACK_DUE_MS,
  DASHBOARD_DAYS_MAX,
  PICKUP_MS,
  PUSH_ALARM_MS,
  UNPRICED_DAYS,
} from '../domain/limits.ts'
import { groupDays, listDays } from '../store/availability.ts'
import {
  countUnacked,
  countUnpriced,
  findFrontDesk,
  listMoved,
  listSoldRooms,
} from '../store/dashboards.ts'
import { sumRejected } from '../store/pushes.ts'
import { listBacklogs, listWebhooks } from '../store/webhooks.ts'
import type { Context, HotelSheet } from './context.ts'
import { queryDate } from './query.ts'

/**
 * A hotel's figures: who comes and goes today, how its rooms sell over a range of nights (tonight unless said
 * otherwise), what was picked up in the last 7 days for tonight and later, and what its partner should look after:
 * bookings not acknowledged, elements of its pushes refused, days without a price, webhooks that nothing reaches.
 * "Today" is the hotel's.
 *
 * @throws AppError `validation_failed`
 */
export async function showPanelDashboard(
  context: Context,
  sheet: HotelSheet,
  query: { from?: string | undefined; to?: string | undefined },
) {
  const { store } = context
  const { hotel, rooms } = sheet
  const today = context.today(hotel.timezone)
  const nowMs = context.nowMs()
  const first = query.from ?? today
  const range = readRange({ from: first, to: query.to ?? first })
  const { sold, days } = await readSales(context, sheet, range)
  const moved = await listMoved(store, hotel.id, nowMs - PICKUP_MS)
  const unpriced = await countUnpriced(store, hotel.id, {
    roomCodes: rooms.filter(({ active }) => active).map(({ roomCode }) => roomCode),
    range: { from: today, to: addDays(today, UNPRICED_DAYS - 1) },
  })
  return {
    hotelSlug: hotel.slug,
    currency: hotel.currency,
    today,
    ...(await findFrontDesk(store, hotel.id, today)),
    ...range,
    ...performanceOf(range, rooms, sold, days),
    pickupRoomNights: pickupOf(moved, today),
    unacked: await countUnacked(store, hotel.id, { today, overdueMs: nowMs - ACK_DUE_MS }),
    rejectedElements: await sumRejected(store, hotel.id, nowMs - PUSH_ALARM_MS),
    webhooks: await showWebhooks(context, hotel.id),
    daysWithoutPrice: unpriced.days,
    firstDayWithoutPrice: unpriced.first,
  }
}

/**
 * How a hotel's rooms sell night by night: what the dashboard sums up over the same range.
 *
 * @throws AppError `validation_failed`
 */
export async function showPanelNights(
  context: Context,
  sheet: HotelSheet,
  query: { from: string; to: string },
) {
  const range = readRange(query)
  const { sold, days } = await readSales(context, sheet, range)
  return { items: performanceByNight(range, sheet.rooms, sold, days) }
}

/** The nights of a range. @throws AppError `validation_failed` */
function readRange(query: { from: string; to: string }): Range {
  const from = queryDate('from', query.from)
  const to = queryDate('to', query.to)
  if (to < from) throw refused('?to', 'range_reversed', 'The range ends before it begins.')
  if (daysBetween(from, to) + 1 > DASHBOARD_DAYS_MAX)
    throw refused('?to', 'range_too_long', `At most ${DASHBOARD_DAYS_MAX} nights.`)
  return { from, to }
}

/** What the figures of a range are made of; days only of the room types whose number of rooms is not known. */
async function readSales({ store }: Context, { hotel, rooms }: HotelSheet, range: Range) {
  const roomCodes = rooms
    .filter(({ totalRooms, active }) => active && totalRooms === null)
    .map(({ roomCode }) => roomCode)
  const days = groupDays(await listDays(store, { hotelId: hotel.id, roomCodes, ...range }))
  const sold = await listSoldRooms(store, hotel.id, range)
  return { days, sold }
}

/** How a hotel's webhooks are: what waits for them, and those that fail or that the service switched off. */
async function showWebhooks({ store }: Context, hotelId: number) {
  const webhooks = await listWebhooks(store, hotelId)
  const ids = webhooks.map(({ id }) => id)
  const backlogs = [...(await listBacklogs(store, ids)).values()]
  const oldest = backlogs.flatMap(({ oldestAtMs }) => oldestAtMs ?? [])
  const failing = webhooks.filter((each) => each.active && each.failingSinceMs !== null)
  const off = webhooks.filter(({ offReason }) => offReason === 'gone' || offReason === 'failing')
  return {
    endpoints: webhooks.length,
    pending: backlogs.reduce((sum, { pending }) => sum + pending, 0),
    oldestPendingAt: oldest.length > 0 ? instantText(Math.min(...oldest)) : null,
    failing: failing.length,
    switchedOff: off.length,
  }
}
