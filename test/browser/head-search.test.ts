import { expect, test } from 'bun:test'
import { browserSuite } from '../support/browser-suite.ts'
import { managerAt } from '../support/panel-demo.ts'

const { sharedDemo, open } = browserSuite()

test.each([1024, 1280, 1440, 1920])(
  'the words of the search in the head are whole on every page at %i px, in both languages (D12)',
  async (width) => {
    const demo = await sharedDemo()
    for (const language of ['en', 'tr'] as const)
      for (const view of ['today', 'calendar', 'bookings', 'rooms', 'hotel']) {
        await using watched = await open(demo, managerAt(view, { width, language }))
        const words = watched.page.locator('.button.search span')
        await words.waitFor()
        const cut = await words.evaluate(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        )
        expect(cut, `${view} ${language}`).toBeLessThanOrEqual(0)
        expect(await words.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(0)
      }
  },
)
