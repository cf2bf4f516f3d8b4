import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { managerAt, press } from '../support/panel-demo.ts'

const { startDemo, open } = browserSuite()

test.each([
  [1280, 800],
  [390, 844],
])(
  'at %i px what was done is said over nothing that is pressed (issue 18)',
  async (width, height) => {
    await using demo = await startDemo()
    await using watched = await open(demo, managerAt('rooms', { width }))
    const { page } = watched
    await page.setViewportSize({ width, height })
    for (const room of ['Suite', 'Twin room', 'Double room']) {
      await press(page, `Edit: ${room}`)
      await page
        .getByRole('dialog')
        .getByLabel('Description', { exact: true })
        .fill(`Seen in ${room}`)
      await press(page.getByRole('dialog'), 'Save')
      await page.getByText(`${room} is saved.`).waitFor()
    }
    expect(await page.locator('.toast').count()).toBe(3)
    // The end of the page can be reached: what lies behind the bar of a telephone can be scrolled.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const covered = await page.evaluate(() => {
      const toasts = [...document.querySelectorAll('.toast')].map((it) =>
        it.getBoundingClientRect(),
      )
      const controls = [...document.querySelectorAll('button, a, .pager')].filter(
        (it) => !it.closest('.toast, tbody') && it.getClientRects().length > 0,
      )
      return controls
        .filter((control) => {
          const { top, bottom, left, right } = control.getBoundingClientRect()
          // Links that the list of pages has scrolled out lie under nothing.
          const end = control.closest('nav')?.getBoundingClientRect().bottom ?? innerHeight
          const isShown =
            control.checkVisibility({ visibilityProperty: true }) && bottom > 0 && top < end
          return (
            isShown &&
            toasts.some(
              (t) =>
                t.top < Math.min(bottom, end) && t.bottom > top && t.left < right && t.right > left,
            )
          )
        })
        .map(({ outerHTML }) => outerHTML)
    })
    expect(covered).toEqual([])
  },
)
