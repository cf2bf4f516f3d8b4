import type { Change } from '../domain/kernel/availability.ts'
import { addDays, type CalendarDate, datesBetween } from '../domain/kernel/date.ts'

/** Days of prices in the demo: 400 from yesterday on, and the past days of its earlier guests. */
export const DEMO_DAYS = 400
const PAST_DAYS = 30
/** The most rooms of one type that the demo's own bookings take on one night. */
export const TAKEN_MAX = 20
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
  /** The fewest rooms left on any night; 0: some nights are closed or sold out. */
  leastLeft: number
}

/**
 * Makes the days of one room type, never pushed before. Prices are higher at weekends and in season, and dearer days are
 * fuller. The coming weeks are sold to 60 to 85 per cent, later ones less; some days are sold out or closed. The result
 * is the same every time for the same hotel, room type and days.
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
  const { hotelSlug, roomCode, totalRooms, basePriceCents, peakMonth, leastLeft } = room
  const chance = (what: string, of: number) =>
    Bun.hash.xxHash32(`${what} ${hotelSlug} ${roomCode} ${date}`) % of
  const demand = demandPercent(date, peakMonth)
  const priceCents = roundPrice((basePriceCents * (demand + chance('price', 9) - 4)) / 100)
  const isSteady = leastLeft > 0
  if (!isSteady && chance('closed', 100) < CLOSED_PERCENT)
    return { available: 0, priceCents, closed: true, shortfall: 0 }
  if (!isSteady && chance('sold', 100) < SOLD_OUT_PERCENT + Math.max(0, demand - 130))
    return { available: 0, priceCents, closed: false, shortfall: 0 }
  const near = Math.min(1, Math.exp((NEAR_DAYS - ahead) / FADE_DAYS))
  const soldPercent = 22 + 42 * near + (demand - 100) * 0.25 + chance('left', 10)
  const available = Math.max(1, leastLeft, Math.round(totalRooms * (1 - soldPercent / 100)))
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
