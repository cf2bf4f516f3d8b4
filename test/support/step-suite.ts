import { afterAll, beforeAll } from 'bun:test'
import type { Page } from 'playwright-core'
import type { WatchedPage } from './browser.ts'
import { browserSuite } from './browser-suite.ts'
import type { Opening, PanelDemo } from './panel-demo.ts'
import { type Steps, stepsOf } from './steps.ts'

const START_WITHIN_MS = 60_000

/** A row of panel.md (b) under way: nothing is done yet. */
type Row = { demo: PanelDemo; page: Page; steps: Steps }

/** The fixtures that the tests of a file share: one browser, one demo and one signed-in page. */
export type StepSuite = {
  /** Where a row begins: the view of a hash in that page. */
  at: (hash: string) => Promise<Row>
  /** Opens another page of the same demo. */
  open: (opening?: Opening) => Promise<WatchedPage>
  demo: () => PanelDemo
}

/** Serves a demo to all tests of the file that calls it. @param opening how their page is opened */
export function stepSuite(opening: Opening, env?: Record<string, string>): StepSuite {
  const { startDemo, open } = browserSuite()
  let demo: PanelDemo
  let page: Page
  beforeAll(async () => {
    demo = await startDemo(env)
    page = (await open(demo, opening)).page
    await page.locator('h1').waitFor()
  }, START_WITHIN_MS)
  afterAll(() => demo?.[Symbol.asyncDispose]())
  return {
    demo: () => demo,
    open: (more) => open(demo, more),
    async at(hash) {
      // From nothing that an earlier row has left.
      await page.goto('about:blank')
      await page.goto(`${demo.url}${opening.path ?? '/panel'}${hash}`)
      await page.locator('h1').waitFor()
      return { demo, page, steps: stepsOf(page) }
    },
  }
}
