import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import type { WatchedPage } from './browser.ts'
import type { PanelDemo } from './panel-demo.ts'
import { dayFromNow } from './process.ts'

/** A stay at the demo's first hotel, two nights from 60 days on unless said otherwise. */
export type Stay = {
  /** Days from today. */
  start?: number
  nights?: number
  roomCode?: string
  available?: number
  priceCents?: number
  order?: Record<string, unknown>
}

/** Puts nights on sale with the demo's key. */
export async function sellNights(
  { call, sheet }: PanelDemo,
  {
    start = 60,
    nights = 2,
    roomCode = 'DBL',
    available = 3,
    priceCents = 100_000,
  }: Omit<Stay, 'order'> = {},
): Promise<void> {
  const updates = Array.from({ length: nights }, (_, night) => ({
    ...{ roomCode, available, priceCents, closed: false },
    date: dayFromNow(start + night),
  }))
  const path = '/v1/partner/availability'
  const { status, text } = await call('PUT', path, { key: sheet.apiKey, body: { updates } })
  if (status !== 200) throw new Error(`not on sale: ${text}`)
}

/** Puts the nights of a stay on sale and books it for guest Ada. @returns the booking */
export async function bookStay(demo: PanelDemo, stay: Stay = {}): Promise<Record<string, any>> {
  const { start = 60, nights = 2, roomCode = 'DBL', order } = stay
  await sellNights(demo, stay)
  const { status, text, body } = await demo.call('POST', '/v1/bookings', {
    body: {
      hotelSlug: demo.sheet.hotelSlug,
      roomCode,
      checkin: dayFromNow(start),
      checkout: dayFromNow(start + nights),
      adults: 2,
      guest: { firstName: 'Ada', lastName: 'Yılmaz', email: 'ada@example.com' },
      ...order,
    },
  })
  if (status !== 201) throw new Error(`not booked: ${text}`)
  return body
}

/** What is left of the double rooms from some days from today on, as the partner pulls it. */
export async function leftFrom({ call, sheet }: PanelDemo, start: number, nights: number) {
  const range = `from=${dayFromNow(start)}&to=${dayFromNow(start + nights - 1)}&roomCode=DBL`
  const { body } = await call('GET', `/v1/partner/availability?${range}`, { key: sheet.apiKey })
  return body.rooms[0].days.map(({ available }: { available: number }) => available) as number[]
}

/** Changes the demo's database behind its back, for what the API has no way. */
export function rewrite({ folder }: PanelDemo, sql: string, ...values: string[]): void {
  using database = new Database(join(folder, 'data/roomwire.db'))
  database.run('pragma busy_timeout = 5000')
  database.run(sql, values)
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
