import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { shelvedBinary } from './binary.ts'
import { openBrowser, openPage, type WatchedPage } from './browser.ts'
import { type Opening, openPanel, type PanelDemo, startPanelDemo } from './panel-demo.ts'
import { SOURCE } from './process.ts'

/** A browser on a machine that may be busy. */
const TEST_WITHIN_MS = 90_000
const BROWSER_WITHIN_MS = 60_000

/** What the browser tests of a file share: one Chromium and one program. */
export type BrowserSuite = {
  /** The demo of the program; `env` as `startPanelDemo` takes it. */
  startDemo: (env?: Record<string, string>) => Promise<PanelDemo>
  /** Opens one of the demo's pages, signed in when somebody is named. */
  open: (demo: PanelDemo, opening?: Opening) => Promise<WatchedPage>
  /** Opens any address. */
  openUrl: (url: string, width?: number, more?: BrowserContextOptions) => Promise<WatchedPage>
}

/**
 * Gives the tests of the file that calls it a browser and the compiled program, and time enough for them. With
 * `DEV_SOURCE` in the environment the source is the program: nothing is built.
 */
export function browserSuite(): BrowserSuite {
  setDefaultTimeout(TEST_WITHIN_MS)
  const program = process.env.DEV_SOURCE ? SOURCE : shelvedBinary()
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  }, BROWSER_WITHIN_MS)
  afterAll(async () => {
    await browser?.close()
  })
  return {
    startDemo: (env) => startPanelDemo(program, env),
    open: (demo, opening) => openPanel(browser, demo, opening),
    openUrl: (url, width, more) => openPage(browser, url, width, more),
  }
}
