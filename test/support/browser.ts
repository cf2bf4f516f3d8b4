import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { CLOCK_AHEAD_MS, TRUE_CLOCK_ENV } from './clock.ts'
import { DIST } from './process.ts'

/** Debian's Chromium: its shell without a screen takes half the processor time of the whole browser. */
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
/**
 * Headless, as root, without the calls to its maker that every start would make, and with no other host to reach. A
 * page of a test is gone before its optimised code pays for the compilation.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--no-opt,--no-maglev',
  '--host-resolver-rules=MAP localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

const PROFILES = 'browser-'

/** A page that reaches one origin only, and what went wrong on it. */
export type WatchedPage = {
  page: Page
  /** Addresses of other origins it asked for. */
  offOrigin: string[]
  /** Errors in the console, and uncaught exceptions. */
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
  const usual = process.env.TMPDIR
  process.env.TMPDIR = profileFolder()
  try {
    // Chromium hangs under libfaketime: its pages have their clock from `setClock`.
    return await chromium.launch({ executablePath, args: FLAGS, env: TRUE_CLOCK_ENV })
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  }
}

/**
 * Returns the profile folder of this process's Chromium. Removes folders of dead processes: a killed process cleans
 * up nothing.
 */
function profileFolder(): string {
  const own = join(DIST, PROFILES + process.pid)
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(DIST))
    if (name.startsWith(PROFILES) && !existsSync(`/proc/${name.slice(PROFILES.length)}`))
      rmSync(join(DIST, name), { recursive: true, force: true })
  return own
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
  await setClock(context)
  const offOrigin: string[] = []
  const errors: string[] = []
  // Requests are observed, not intercepted: interception turns off the page's cache and slows it down.
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

/**
 * Gives pages the clock of the tests. Playwright's own clock would take their timers and `performance` over, too, by
 * which tests see what a page asked for.
 */
async function setClock(context: BrowserContext): Promise<void> {
  if (CLOCK_AHEAD_MS === 0) return
  await context.addInitScript((aheadMs) => {
    const TrueDate = Date
    const now = () => TrueDate.now() + aheadMs
    globalThis.Date = new Proxy(TrueDate, {
      apply: () => String(new TrueDate(now())),
      construct: (target, words, newTarget) =>
        Reflect.construct(target, words.length === 0 ? [now()] : words, newTarget),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    })
    const formats = Intl.DateTimeFormat.prototype
    const formatOf = Object.getOwnPropertyDescriptor(formats, 'format')!.get!
    Object.defineProperty(formats, 'format', {
      configurable: true,
      get() {
        const format: Intl.DateTimeFormat['format'] = formatOf.call(this)
        return (date?: Parameters<typeof format>[0]) => format(date ?? now())
      },
    })
  }, CLOCK_AHEAD_MS)
}
