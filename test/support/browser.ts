import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'
/** Headless, as root, and without the calls to its maker that every start would make. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A page that reaches one origin only, and what went wrong on it. */
export type WatchedPage = {
  page: Page
  /** Addresses of other origins it asked for; each was aborted. */
  offOrigin: string[]
  /** Errors in the console, and those nobody caught. */
  errors: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Debian's Chromium. @throws Error with the line that installs it */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error(
      `${CHROMIUM} is missing: apt-get install -y --no-install-recommends chromium fonts-dejavu-core`,
    )
  return await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
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
  await context.route('**', (route) => {
    const target = new URL(route.request().url())
    if (target.origin === origin || target.protocol === 'data:') return route.continue()
    offOrigin.push(target.href)
    return route.abort()
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
