import type { Change } from '../domain/kernel/availability.ts'
import { addDays, type CalendarDate, datesBetween } from '../domain/kernel/date.ts'

/** Days of prices in the demo: 400 from yesterday on, and those in which its past guests slept. */
export const DEMO_DAYS = 400
const PAST_DAYS = 30
/** Rooms of one type that the demo's own bookings take on one night, at most. */
export const TAKEN_MAX = 20
/** Nights ahead that are sold as well as any will be, and days in which of the rest so much is sold that 1/e is left. */
const NEAR_DAYS = 42
const FADE_DAYS = 80
const CLOSED_PERCENT = 2
const SOLD_OUT_PERCENT = 4

/** What the days of a room type are made from. */
export type DemoRoomType = {
  hotelSlug: string
  roomCode: string
  totalRooms: number
  basePriceCents: number
  peakMonth: number
  /** Rooms that are left on every night, whatever chance says; 0: some nights are closed or sold out. */
  leastLeft: number
}

/**
 * The demo's days of one room type, never pushed before: dearer at weekends and in season, busier when dearer, the
 * coming weeks sold to 60 to 85 per cent and what is further ahead to less, some sold out, some closed. The same every
 * time for the same hotel, room type and days.
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

/** 100 on a weekday of a middling month, up to 160 on a weekend at the peak. */
function demandPercent(date: CalendarDate, peakMonth: number): number {
  const at = new Date(date)
  const months = at.getUTCMonth() + 1 - peakMonth
  const season = Math.cos((months / 12) * 2 * Math.PI) * 25
  return Math.round(100 + season + (isWeekend(at.getUTCDay()) ? 22 : 0))
}

/** Whether the night that begins on a weekday, 0 being Sunday, is one of the weekend. */
export const isWeekend = (weekday: number) => weekday === 5 || weekday === 6

/** Hotels ask round prices: three figures that matter. */
export function roundPrice(priceCents: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(priceCents)) - 2)
  return Math.round(priceCents / unit) * unit
}
