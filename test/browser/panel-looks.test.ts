import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserSuite } from '../support/browser-suite.ts'
import { calendarSuite, FRIDAY, offer } from '../support/panel-calendar.ts'
import { HOTEL, managerAt, overflowOf } from '../support/panel-demo.ts'
import { setRateDays } from '../support/panel-rates.ts'

const { startDemo, sharedDemo, open } = browserSuite()
const { openCalendar } = calendarSuite()
const WIDTHS = [320, 390, 768, 1024, 1280, 1440, 1920]
const THEMES = ['light', 'dark'] as const
const VIEWS = [
  ...['today', 'calendar', 'bookings', 'bookings/new', 'sheets/arrivals', 'sheets/departures'],
  ...['reviews', 'hotel', 'rooms', 'rates', 'channel/keys', 'channel/vendors', 'channel/webhooks'],
  ...['channel/pushes', 'channel/certification', 'mail', 'people', 'history', 'account'],
]

/** Tags of rates whose text, which may be longer than its frame, lies over their price or beyond their cell. */
const coveredTags = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.of-rate .cell')].flatMap((cell) => {
      const [price, tag] = [cell.querySelector('b')!, cell.querySelector('i')!]
      if (tag.textContent === '') return []
      const range = document.createRange()
      range.selectNodeContents(tag)
      const [above, text, within] = [price, range, cell].map((it) => it.getBoundingClientRect())
      const isApart = text!.top >= above!.bottom - 2 || text!.right <= above!.left
      const isIn = text!.left >= within!.left && text!.bottom <= within!.bottom
      return isApart && isIn ? [] : [`${tag.textContent} ${price.textContent}`]
    }),
  )

test('a tag of a restriction lies over no price, at any width and in both themes (D8)', async () => {
  await using demo = await startDemo()
  await offer(demo, 'DBL', { available: 5, priceCents: 823_000 })
  const pricing = { type: 'derived', percentBp: -1_200 }
  const path = `/v1/panel/rates/NRF?hotel=${HOTEL}`
  expect((await demo.callAs('manager', 'PATCH', path, { pricing })).body).toMatchObject({ pricing })
  const place = { roomCode: 'DBL', rateCode: 'NRF', date: FRIDAY }
  await setRateDays(demo, [{ ...place, minStay: 14, minStayThrough: 14, maxStay: 28 }])
  for (const theme of THEMES) {
    await using watched = await openCalendar(demo, { theme, language: 'tr' })
    const { page } = watched
    await page.getByRole('button', { name: 'Çift kişilik oda: tarifeler' }).click()
    await page.locator('.of-rate i', { hasText: '≥14 ≥14*…' }).waitFor()
    await page.locator('.of-rate b', { hasText: '7.242,40' }).first().waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      expect(await coveredTags(page), `${width} ${theme}`).toEqual([])
    }
  }
})

test.each(['en', 'tr'] as const)(
  'no page of the panel scrolls sideways at 320 px, and each name of the bar at its foot is a line, %s (D11)',
  async (language) => {
    const demo = await sharedDemo()
    const bookings = `/v1/panel/bookings?hotel=${HOTEL}&limit=1`
    const { body } = await demo.callAs('manager', 'GET', bookings)
    const { code } = body.items[0]
    await using watched = await open(demo, managerAt('today', { width: 320, language }))
    const { page } = watched
    for (const view of [...VIEWS, `bookings/${code}`, `sheets/card/${code}`]) {
      await page.evaluate((hash) => location.assign(hash), `#/${HOTEL}/${view}`)
      await page.reload()
      await page.locator('h1').waitFor()
      await page.waitForFunction(() => !document.querySelector('.loading'))
      expect([view, await overflowOf(page)]).toEqual([view, 0])
    }
    const lines = await page
      .locator('.side nav li:nth-child(-n + 3) a, .burger')
      .evaluateAll((names) =>
        names.flatMap((name) => {
          const range = document.createRange()
          range.selectNodeContents(name.lastChild!)
          const { left, right, height } = range.getBoundingClientRect()
          return height > 0 ? [height < 20 && left >= 0 && right <= innerWidth] : []
        }),
      )
    expect(lines).toEqual([true, true, true, true])
  },
)

test.each([320, 390, 768, 1024, 1280, 1440])(
  "at %i px Today's tiles leave no gap, what is due stands in a column, and no bar cuts through the hotel's figures (D11)",
  async (width) => {
    const demo = await sharedDemo()
    await using watched = await open(demo, managerAt('today', { width, language: 'tr' }))
    const { page } = watched
    await page.locator('.guest-row').first().waitFor()
    const [box, ...tiles] = await page
      .locator('.front-desk, .front-desk > *')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
    const rows = Map.groupBy(tiles, ({ top }) => Math.round(top)).values()
    for (const row of rows) expect(Math.abs(row.at(-1)!.right - box!.right)).toBeLessThan(2)
    const edges = await page
      .locator('section:has(.guest-row)')
      .evaluateAll((lists) =>
        lists.map((list) =>
          [...list.querySelectorAll('.guest-row > .badge')].map((badge) =>
            Math.round(badge.getBoundingClientRect()[innerWidth < 560 ? 'left' : 'right']),
          ),
        ),
      )
    for (const list of edges) expect(new Set(list).size).toBe(1)
    await page.evaluate((hash) => location.assign(hash), `#/${HOTEL}/calendar`)
    await page.locator('.sold').first().waitFor()
    const gaps = await page
      .locator('.sold')
      .evaluateAll((cells) =>
        cells.map(
          (cell) =>
            cell.getBoundingClientRect().bottom -
            cell.lastElementChild!.getBoundingClientRect().bottom,
        ),
      )
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4)
  },
)
