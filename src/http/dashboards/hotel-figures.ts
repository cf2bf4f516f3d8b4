import { ACK_DUE_MS } from '../../domain/bookings/booking.ts'
import {
  addSold,
  performanceByNight,
  performanceOf,
  pickupOf,
  type Range,
  type RoomFiguresSource,
} from '../../domain/dashboards/dashboard.ts'
import { addDays, type CalendarDate, instantText } from '../../domain/kernel/date.ts'
import {
  countUnacked,
  countUnbookable,
  findFrontDesk,
  listMoved,
  listSoldRooms,
} from '../../store/dashboards/dashboards.ts'
import { groupDays, listDays } from '../../store/days/availability.ts'
import { countOversold } from '../../store/days/caps.ts'
import { sumRejected } from '../../store/days/pushes.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { readSlices } from '../../store/engine/pace.ts'
import { listBacklogs, listWebhooks } from '../../store/webhooks/webhooks.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { readRange } from '../api/range.ts'
import type { HotelFigures } from './figures-shape.ts'
import { showUnusualDemand } from './unusual-demand.ts'

/** Days ahead that are searched for days without a price. */
const UNPRICED_DAYS = 90

const PUSH_ALARM_MS = 24 * 60 * 60 * 1_000

/** Period of the pickup figure: bookings of the last seven days. */
const PICKUP_MS = 7 * 24 * 60 * 60 * 1_000

/** Maximum nights of one dashboard. */
const DASHBOARD_DAYS_MAX = 92

type HotelWithRooms = Pick<HotelSnapshot, 'hotel' | 'rooms'>

/**
 * Returns the figures of a hotel: arrivals and departures today, occupancy and revenue of a range of nights (default
 * tonight), pickup of the last 7 days for tonight and later, and alarms for its partner: unacknowledged bookings,
 * refused elements of pushes, days without a price, oversold nights (overbooking), failing webhooks. "Today" is in the
 * hotel's time zone.
 *
 * @throws AppError `validation_failed`
 */
export async function showPanelDashboard(
  context: Context,
  snapshot: HotelWithRooms,
  query: { from?: CalendarDate | undefined; to?: CalendarDate | undefined },
): Promise<HotelFigures> {
  const today = context.today(snapshot.hotel.timezone)
  const first = query.from ?? today
  const range = readRange({ from: first, to: query.to ?? first }, DASHBOARD_DAYS_MAX)
  const moment = { today, nowMs: context.nowMs(), range }
  return await context.store.long.snapshot(async (handle) => ({
    ...(await readFigures(handle, snapshot, moment)),
    unusualDemand: await showUnusualDemand(handle, context, snapshot),
  }))
}

type Moment = { today: CalendarDate; nowMs: number; range: Range }

async function readFigures(
  store: Handle,
  snapshot: HotelWithRooms,
  { today, nowMs, range }: Moment,
): Promise<Omit<HotelFigures, 'unusualDemand'>> {
  const { hotel, rooms } = snapshot
  const { sold, days } = await readSales(store, snapshot, range)
  const { unopened, unpriced } = await countUnbookable(store, hotel.id, {
    roomCodes: rooms.filter(({ active }) => active).map(({ roomCode }) => roomCode),
    range: { from: today, to: addDays(today, UNPRICED_DAYS - 1) },
  })
  const oversold = await countOversold(store, hotel.id, today)
  return {
    hotelSlug: hotel.slug,
    currency: hotel.currency,
    today,
    ...(await findFrontDesk(store, hotel.id, today)),
    ...range,
    ...performanceOf(range, rooms, sold, days),
    pickupRoomNights: await readPickup(store, hotel.id, { today, nowMs }),
    unacked: await countUnacked(store, hotel.id, { today, overdueMs: nowMs - ACK_DUE_MS }),
    rejectedElements: await sumRejected(store, hotel.id, nowMs - PUSH_ALARM_MS),
    webhooks: await showWebhooks(store, hotel.id),
    daysWithoutPrice: unpriced.days,
    firstDayWithoutPrice: unpriced.first,
    daysNeverOpened: unopened.days,
    firstDayNeverOpened: unopened.first,
    oversoldNights: oversold.days,
    firstOversoldNight: oversold.first,
  }
}

/**
 * Returns the figures of a hotel per night; the dashboard has their sums over the same range.
 *
 * @throws AppError `validation_failed`
 */
export async function showPanelNights(context: Context, snapshot: HotelWithRooms, query: Range) {
  const range = readRange(query, DASHBOARD_DAYS_MAX)
  const { sold, days } = await context.store.long.snapshot((handle) =>
    readSales(handle, snapshot, range),
  )
  return { items: performanceByNight(range, snapshot.rooms, sold, days) }
}

/** Reads the sold rooms of a range, and the stored days of room types without a known `totalRooms`. */
async function readSales(store: Handle, { hotel, rooms }: HotelWithRooms, range: Range) {
  const roomCodes = rooms
    .filter(({ totalRooms, active }) => active && totalRooms === null)
    .map(({ roomCode }) => roomCode)
  const days = groupDays(await listDays(store, { hotelId: hotel.id, roomCodes, ...range }))
  const sold = new Map<string, RoomFiguresSource>()
  const slices = readSlices<Awaited<ReturnType<typeof listSoldRooms>>[number]>((after, limit) =>
    listSoldRooms(store, hotel.id, range, { after, limit }),
  )
  for await (const bookings of slices) addSold(sold, range, bookings)
  return { days, sold: [...sold.values()] }
}

/** Returns the pickup: room nights from today on, booked in the last 7 days, net of cancellations and changes. */
async function readPickup(
  store: Handle,
  hotelId: number,
  { today, nowMs }: { today: CalendarDate; nowMs: number },
): Promise<number> {
  // Bounded by now: a booking that changes between two slices would be counted twice.
  const span = { sinceMs: nowMs - PICKUP_MS, untilMs: nowMs }
  const slices = readSlices<Awaited<ReturnType<typeof listMoved>>[number]>((after, limit) =>
    listMoved(store, hotelId, span, { after, limit }),
  )
  let pickup = 0
  for await (const rows of slices)
    pickup += pickupOf(
      rows.flatMap(({ moved }) => moved ?? []),
      today,
    )
  return pickup
}

/** Returns the state of a hotel's webhooks: backlog, number failing, number switched off by the service. */
async function showWebhooks(store: Handle, hotelId: number) {
  const webhooks = await listWebhooks(store, { hotelId })
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
