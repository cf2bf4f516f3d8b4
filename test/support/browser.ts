import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Debian's Chromium: its shell without a screen takes half the processor time of the whole browser. */
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
/** Headless, as root, without the calls to its maker that every start would make, and with no other host to reach. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** A page that reaches one origin only, and what went wrong on it. */
export type WatchedPage = {
  page: Page
  /** Addresses of other origins it asked for. */
  offOrigin: string[]
  /** Errors in the console, and those nobody caught. */
  errors: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Debian's Chromium. @throws Error with the line that installs it */
export async function openBrowser(): Promise<Browser> {
  const executablePath = CHROMIUMS.find(existsSync)
  if (!executablePath)
    throw new Error(
      `${CHROMIUMS[0]} is missing: apt-get install -y --no-install-recommends chromium-headless-shell fonts-dejavu-core`,
    )
  return await chromium.launch({ executablePath, args: FLAGS })
}

/**
 * Opens an address in a context of its own, watched from the first request on.
 *
 * @param more what else the browser is like: language, theme, touch
 */
export async function openPage(
  browser: Browser,
  url: string,
  width = 1440,
  more: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { origin } = new URL(url)
  const context = await browser.newContext({ viewport: { width, height: 900 }, ...more })
  const offOrigin: string[] = []
  const errors: string[] = []
  // Watched, not held up: a page whose requests are intercepted has no cache and is slow.
  context.on('request', (request) => {
    const target = new URL(request.url())
    if (target.origin !== origin && target.protocol !== 'data:') offOrigin.push(target.href)
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('websocket', (socket) => offOrigin.push(socket.url()))
  await page.goto(url)
  return {
    page,
    offOrigin,
    errors,
    async [Symbol.asyncDispose]() {
      await context.close()
    },
  }
}
