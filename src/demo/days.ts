import type { Change } from '../domain/kernel/availability.ts'
import { addDays, type CalendarDate, datesBetween } from '../domain/kernel/date.ts'

/** Days of prices in the demo: 400 from yesterday on, and the past days of its earlier guests, at least those of the month before. */
export const DEMO_DAYS = 400
export const PAST_DAYS = 62
/** The most rooms of one type that the demo's own bookings take on one night. */
const TAKEN_MAX = 20
/** The last day ahead on which the hotels with keys sell most of their rooms themselves. */
const OWN_DAYS = 14
/** Per cent of a room type that such a hotel's own bookings take at most: on those days, and on later ones. */
const OWN_PERCENT = { near: 62, far: 34 }
/** Per cent that the demo expects of them. */
const OWN_EXPECTED = { near: 44, far: 22 }
/** Days ahead with the full share of sold rooms; beyond them the share falls to 1/e in `FADE_DAYS`. */
const NEAR_DAYS = 42
const FADE_DAYS = 80
const CLOSED_PERCENT = 2
const SOLD_OUT_PERCENT = 4

/** The facts of a room type that its days are made from. */
export type DemoRoomType = {
  hotelSlug: string
  roomCode: string
  totalRooms: number
  basePriceCents: number
  peakMonth: number
  /** True if the demo's own bookings sell it; false: others do, and some nights are closed or sold out. */
  isSoldHere: boolean
}

/**
 * Returns the most rooms of a type that the demo's own bookings take on a night.
 *
 * @param ahead days from today
 */
export function ownRoomsMax(totalRooms: number, ahead: number): number {
  const percent = ahead <= OWN_DAYS ? OWN_PERCENT.near : OWN_PERCENT.far
  return Math.max(1, Math.min(TAKEN_MAX, Math.floor((totalRooms * percent) / 100)))
}

/**
 * Makes the days of one room type, never pushed before. Prices are higher at weekends and in season, and dearer days are
 * fuller. The coming weeks are sold to 60 to 85 per cent, later ones less; some days are sold out or closed. Of room types
 * that are sold here the days leave what the demo's own bookings then take. The result is the same every time for the same hotel, room type and days.
 */
export function demoDays(room: DemoRoomType, today: CalendarDate): Change[] {
  const dates = datesBetween(addDays(today, -PAST_DAYS), addDays(today, DEMO_DAYS - 2))
  return dates.map((date, index) => ({
    roomCode: room.roomCode,
    date,
    before: null,
    after: demoDay(room, date, index - PAST_DAYS),
  }))
}

function demoDay(room: DemoRoomType, date: CalendarDate, ahead: number) {
  const { hotelSlug, roomCode, totalRooms, basePriceCents, peakMonth, isSoldHere } = room
  const chance = (what: string, of: number) =>
    Bun.hash.xxHash32(`${what} ${hotelSlug} ${roomCode} ${date}`) % of
  const demand = demandPercent(date, peakMonth)
  const priceCents = roundPrice((basePriceCents * (demand + chance('price', 9) - 4)) / 100)
  if (!isSoldHere && chance('closed', 100) < CLOSED_PERCENT)
    return { available: 0, priceCents, closed: true, shortfall: 0 }
  if (!isSoldHere && chance('sold', 100) < SOLD_OUT_PERCENT + Math.max(0, demand - 130))
    return { available: 0, priceCents, closed: false, shortfall: 0 }
  const near = Math.min(1, Math.exp((NEAR_DAYS - ahead) / FADE_DAYS))
  const soldPercent = 22 + 42 * near + (demand - 100) * 0.25 + chance('left', 10)
  const own = ahead <= OWN_DAYS ? OWN_EXPECTED.near : OWN_EXPECTED.far * near
  const elsewherePercent = isSoldHere ? soldPercent - own : soldPercent
  const left = Math.round(totalRooms * (1 - elsewherePercent / 100))
  const available = Math.max(1, isSoldHere ? ownRoomsMax(totalRooms, ahead) : 0, left)
  return { available, priceCents, closed: false, shortfall: 0 }
}

/** Returns the demand of a date in per cent: 100 on a weekday of an average month, up to about 150 at the peak. */
function demandPercent(date: CalendarDate, peakMonth: number): number {
  const at = new Date(date)
  const months = at.getUTCMonth() + 1 - peakMonth
  const season = Math.cos((months / 12) * 2 * Math.PI) * 25
  return Math.round(100 + season + (isWeekend(at.getUTCDay()) ? 22 : 0))
}

/** True if the night that begins on this weekday (0 is Sunday) belongs to the weekend. */
export const isWeekend = (weekday: number) => weekday === 5 || weekday === 6

/** Rounds a price to three significant figures, as hotels do. */
export function roundPrice(priceCents: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(priceCents)) - 2)
  return Math.round(priceCents / unit) * unit
}
