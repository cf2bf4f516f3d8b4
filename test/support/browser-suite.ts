import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { shelvedBinary } from './binary.ts'
import { openBrowser, openPage, type WatchedPage } from './browser.ts'
import { type Opening, openPanel, type PanelDemo, startPanelDemo } from './panel-demo.ts'
import { SOURCE } from './process.ts'

/** A browser on a machine that may be busy. */
const TEST_WITHIN_MS = 240_000
const BROWSER_WITHIN_MS = 60_000

/** A demo ends before its optimised code pays for the compilation: a start costs a quarter less without. */
const WITHOUT_OPTIMISER = { BUN_JSC_useDFGJIT: '0' }

/** Chromium of this process, which ends with it: the pipe between them closes. */
let shared: Promise<Browser> | undefined

/** What the browser tests of a worker share: one Chromium and one program. */
export type BrowserSuite = {
  /** The demo of the program; `env` as `startPanelDemo` takes it. */
  startDemo: (env?: Record<string, string>) => Promise<PanelDemo>
  /** The demo of those tests of a file that write nothing: it ends with the file. */
  sharedDemo: () => Promise<PanelDemo>
  /** Opens one of the demo's pages, signed in when somebody is named. */
  open: (demo: PanelDemo, opening?: Opening) => Promise<WatchedPage>
  /** Opens any address. */
  openUrl: (url: string, width?: number, more?: BrowserContextOptions) => Promise<WatchedPage>
}

/** All tests of a file are one address, which opens more views in a minute than a person. */
const UNLIMITED = {
  PUBLIC_RATE_PER_MINUTE: '0',
  LOGIN_LIMITS: '0',
  FAIR_USE: '0',
  STRANGER_LIMITS: '0',
}

/**
 * Gives the tests of the file that calls it a browser and the compiled program, and time enough for them. With
 * `DEV_SOURCE` in the environment the source is the program: nothing is built.
 */
export function browserSuite(): BrowserSuite {
  setDefaultTimeout(TEST_WITHIN_MS)
  const program = process.env.DEV_SOURCE ? SOURCE : shelvedBinary()
  let browser: Browser
  let demo: Promise<PanelDemo> | undefined
  beforeAll(async () => {
    browser = await sharedBrowser()
  }, BROWSER_WITHIN_MS)
  afterAll(async () => {
    await (await demo)?.[Symbol.asyncDispose]()
  })
  return {
    startDemo: (env) => startPanelDemo(program, { ...WITHOUT_OPTIMISER, ...env }),
    sharedDemo: () => (demo ??= startPanelDemo(program, { ...WITHOUT_OPTIMISER, ...UNLIMITED })),
    open: (demo, opening) => openPanel(browser, demo, opening),
    openUrl: (url, width, more) => openPage(browser, url, width, more),
  }
}

/** One for all files of a worker, and another one when it has crashed. */
async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = openBrowser()
  return await shared!
}
