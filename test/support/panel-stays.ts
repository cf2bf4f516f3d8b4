import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { addDay } from './bookings.ts'
import type { WatchedPage } from './browser.ts'
import type { Person } from './demo-folder.ts'
import type { Answer } from './matchers.ts'
import { HOTEL, type PanelDemo } from './panel-demo.ts'
import { dayFromNow } from './process.ts'

/** Nights of a room type of the demo's first hotel: two of `DBL` from 60 days on unless said otherwise. */
type Nights = {
  /** Days from today; or the date of the first night. */
  start?: number
  from?: string
  nights?: number
  roomCode?: string
}

/** The rooms to put on sale: three at 1,000 by default. */
type Offer = Nights & { available?: number; priceCents?: number }

/** Pushes elements with the demo's key, whatever they are. */
export const push = ({ call, sheet }: PanelDemo, updates: unknown[]): Promise<Answer> =>
  call('PUT', '/v1/partner/availability', { key: sheet.apiKey, body: { updates } })

/** Puts nights on sale with the demo's key. */
export async function sellNights(demo: PanelDemo, offer: Offer = {}): Promise<void> {
  const { from, nights, roomCode } = withDefaults(offer)
  const { available = 3, priceCents = 100_000 } = offer
  const updates = Array.from({ length: nights }, (_, night) => ({
    ...{ roomCode, available, priceCents, closed: false },
    date: addDay(from, night),
  }))
  const { status, text } = await push(demo, updates)
  if (status !== 200) throw new Error(`not on sale: ${text}`)
}

/** Puts the nights of a stay on sale and books it for guest Ada. @returns the booking */
export async function bookStay(
  demo: PanelDemo,
  { order, ...offer }: Offer & { order?: Record<string, unknown> } = {},
): Promise<Record<string, any>> {
  await sellNights(demo, offer)
  const { from, nights, roomCode } = withDefaults(offer)
  return await placeOrder(demo, {
    ...{ roomCode, checkin: from, checkout: addDay(from, nights) },
    ...order,
  })
}

/** Books nights that are on sale, as somebody when they are named, else as guest Ada. @returns the booking */
export async function placeOrder(
  { call, callAs }: PanelDemo,
  more: Record<string, unknown>,
  as?: Person,
): Promise<Record<string, any>> {
  const order = {
    hotelSlug: HOTEL,
    roomCode: 'DBL',
    checkin: dayFromNow(60),
    checkout: dayFromNow(62),
    adults: 2,
    guest: { firstName: 'Ada', lastName: 'Yılmaz', email: 'ada@example.com' },
    ...more,
  }
  const { status, text, body } = as
    ? await callAs(as, 'POST', '/v1/bookings', order)
    : await call('POST', '/v1/bookings', { body: order })
  if (status !== 201) throw new Error(`not booked: ${text}`)
  return body
}

/** The days of some nights as the partner pulls them. */
export async function pullNights({ call, sheet }: PanelDemo, which: Nights): Promise<any[]> {
  const { from, nights, roomCode } = withDefaults(which)
  const range = `from=${from}&to=${addDay(from, nights - 1)}&roomCode=${roomCode}`
  const { body } = await call('GET', `/v1/partner/availability?${range}`, { key: sheet.apiKey })
  return body.rooms[0].days
}

/** Returns the double rooms left, from a number of days after today on. */
export async function leftFrom(demo: PanelDemo, start: number, nights: number): Promise<number[]> {
  return (await pullNights(demo, { start, nights })).map(({ available }) => available)
}

/** Changes the demo's database behind its back, for what the API has no way. */
export function rewrite({ folder }: PanelDemo, sql: string, ...values: string[]): void {
  using database = new Database(join(folder, 'data/roomwire.db'))
  database.run('pragma busy_timeout = 5000')
  database.run(sql, values)
}

/** The hotel gives its agency credit of 100,000 and options of 20 days. */
export async function giveCredit(demo: PanelDemo): Promise<void> {
  const terms = { active: true, stopSale: false, creditLimitCents: 10_000_000, optionDays: 20 }
  const path = `/v1/panel/agencies/DELTA/terms?hotel=${HOTEL}`
  const { status, text } = await demo.callAs('manager', 'PUT', path, terms)
  if (status !== 200) throw new Error(`no terms: ${text}`)
}

/** The text of a part of a page; every space is a plain one, for money and dates have others. */
export const textOf = async (locator: Locator): Promise<string> =>
  ((await locator.textContent()) ?? '').replaceAll(/\s+/g, ' ')

/** Waits until the keyboard is in a field that is marked as wrong. */
export const focusOnFlaw = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')

/** Errors of a page but for the browser's notes that a call was answered 4xx or 5xx, or not at all. */
export const defects = ({ errors }: WatchedPage): string[] =>
  errors.filter((text) => !text.startsWith('Failed to load resource'))

function withDefaults({
  start = 60,
  from = dayFromNow(start),
  nights = 2,
  roomCode = 'DBL',
}: Nights) {
  return { from, nights, roomCode }
}
