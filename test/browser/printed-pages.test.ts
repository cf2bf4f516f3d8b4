import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { managerAt, overflowOf } from '../support/panel-demo.ts'

const { sharedDemo, open } = browserSuite()

/** A sheet of A4 that lies, within its margins. */
const SHEET_PX = 1_047

test.each([
  ['bookings', 'tbody tr'],
  ['rooms', 'tbody tr'],
  ['calendar?days=14', '.cell'],
  ['calendar?days=30', '.cell'],
  ['calendar?days=60', '.cell'],
])(
  '%s is printed with its hotel and date, every day of it, and without anything to press (issue 18)',
  async (view, row) => {
    const demo = await sharedDemo()
    await using watched = await open(demo, managerAt(view, { width: SHEET_PX, theme: 'dark' }))
    const { page } = watched
    await page.locator(row).first().waitFor()
    await page.emulateMedia({ media: 'print' })
    const controls = page.locator('button:not(.opens):visible, input:visible, select:visible')
    // A row of the calendar folds, a list is sorted by its heads, and both are what is read.
    const told = await controls.evaluateAll((found) =>
      found.filter((each) => !each.closest('.grid, thead')).map(({ outerHTML }) => outerHTML),
    )
    expect(told).toEqual([])
    expect(await page.locator('nav:visible').count()).toBe(0)
    const head = await page.locator('.print-only').first().textContent()
    expect(head).toMatch(/^Alfa Grand Bosphorus · \d+ \w+ 20\d\d/)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    const ends = await page.locator(row).evaluateAll((all) => {
      const rights = all.map((each) => each.getBoundingClientRect().right)
      return Math.max(...rights)
    })
    expect(ends).toBeLessThanOrEqual(SHEET_PX)
    const ground = await page.evaluate(
      () => getComputedStyle(document.documentElement).backgroundColor,
    )
    expect(ground).toBe('rgb(255, 255, 255)')
  },
)
