import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Browser, Locator, Page } from 'playwright-core'
import { openPage, type WatchedPage } from './browser.ts'
import {
  copyDemo,
  type Login,
  type Person,
  type Session,
  type Sessions,
  type Sheet,
} from './demo-folder.ts'
import { temporaryFolder } from './folder.ts'
import type { Answer } from './matchers.ts'
import { type ServiceProcess, type Setup, startProcess } from './process.ts'

/** A demo with a log-in for everybody. */
export type PanelDemo = ServiceProcess & {
  sheet: Sheet
  users: Sheet['users']
  /** Where it runs; its data are in `data`. */
  folder: string
  /** Everybody has signed in. */
  sessions: Sessions
  /** Calls the API as somebody. */
  callAs: (who: Person, method: string, path: string, body?: unknown) => Promise<Answer>
}

/** How a page is opened. */
export type Opening = {
  /** `/panel` unless said otherwise. */
  path?: string
  /** What follows the path, with its `#`; the demo's hotel is `HOTEL`. */
  hash?: string
  width?: number
  language?: 'en' | 'tr'
  theme?: 'light' | 'dark'
  hasTouch?: boolean
  /** Who has signed in in this browser before. */
  as?: Person
}

/** Slug of the hotel that the demo's manager manages. */
export const HOTEL = 'alfa-grand-bosphorus'

/** Markup that tells of itself, in the page or its title, where it is not shown as text. */
export const EVIL = '<img src=x onerror="document.title=1">'

/** A telephone and a desk, in both themes. */
export const LOOKS = [
  [360, 'dark'],
  [360, 'light'],
  [1440, 'dark'],
  [1440, 'light'],
] as const

/** Each width and each theme once. */
export const OPPOSITE_LOOKS = [
  [360, 'dark'],
  [1440, 'light'],
] as const

/** The same, each width and each theme once in each language. */
export const LOOKS_BY_LANGUAGE = [
  [360, 'light', 'tr'],
  [360, 'dark', 'en'],
  [1440, 'light', 'en'],
  [1440, 'dark', 'tr'],
] as const

/** Webhooks may go to receivers on this machine. */
export const WITH_WEBHOOKS = { WEBHOOK_ALLOW_PRIVATE: '1' }

/** How the manager of the demo's hotel opens a view of the panel; `more` goes before. */
export const managerAt = (view: string, more: Opening = {}): Opening => ({
  hash: `#/${HOTEL}/${view}`,
  as: 'manager',
  ...more,
})

/** How somebody of the agency opens a view of its page. */
export const agencyAt = (view: string, more: Opening = {}): Opening => ({
  path: '/acenta',
  hash: `#/${view}`,
  as: 'agency',
  ...more,
})

/** How an admin opens a view of the admin's page. */
export const adminAt = (view: string, more: Opening = {}): Opening => ({
  path: '/admin',
  hash: `#/${view}`,
  as: 'admin',
  ...more,
})

/**
 * The demo of a program, alone in its folder, served with the limits of production unless `env` says otherwise; but one
 * guest may book as often as a test wants.
 */
export async function startPanelDemo(
  program: string[],
  env: Record<string, string> = {},
): Promise<PanelDemo> {
  const folder = temporaryFolder()
  const setup: Setup = { folder: folder.path, program, env: { STRANGER_LIMITS: '0', ...env } }
  const { sheet, sessions } = await copyDemo(setup)
  const served = await startProcess(['serve'], setup)
  const callAs: PanelDemo['callAs'] = (who, method, path, body) =>
    served.call(method, path, {
      key: sessions[who].token,
      ...(body !== undefined && { body }),
    })
  return {
    ...served,
    sheet,
    folder: folder.path,
    users: sheet.users,
    sessions,
    callAs,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** Opens one of the pages, with the session of an earlier sign-in when somebody is named. */
export async function openPanel(
  browser: Browser,
  demo: PanelDemo,
  { path = '/panel', hash = '', width = 1440, as, ...look }: Opening = {},
): Promise<WatchedPage> {
  return await openPage(browser, `${demo.url}${path}${hash}`, width, {
    locale: look.language === 'tr' ? 'tr-TR' : 'en-GB',
    colorScheme: look.theme ?? 'light',
    hasTouch: look.hasTouch ?? false,
    reducedMotion: 'reduce',
    ...(as && { storageState: { cookies: [storageState(demo.sessions[as])], origins: [] } }),
  })
}

/** Presses a button or a link of a text at once, whatever lies over it; nothing when it is not there any more. */
export const pressAtOnce = (page: Page, text: string): Promise<void> =>
  page.evaluate((wanted) => {
    const found = [...document.querySelectorAll<HTMLElement>('button, a')]
    found.find(({ textContent }) => textContent === wanted)?.click()
  }, text)

/** Fills in the form and sends it. */
export async function signInAs(page: Page, { email, password }: Login): Promise<void> {
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=password]').press('Enter')
}

/** Presses the button of a name once it takes a press: a busy one ignores it. */
export const press = (scope: Page | Locator, name: string): Promise<void> =>
  scope
    .getByRole('button', { name, exact: true })
    .and(scope.locator(':not([aria-busy=true])'))
    .click()

/** Opens the menu with this name and presses one of its items. */
export async function pick(scope: Page | Locator, menu: string, item: string): Promise<void> {
  await press(scope, menu)
  await scope.locator('.menu-body').getByRole('button', { name: item, exact: true }).click()
}

/** Presses the button that opens a dialog. @returns the dialog */
export async function openDialog(page: Page, name: string): Promise<Locator> {
  await press(page, name)
  return page.getByRole('dialog')
}

/** Opens the menu of a booking's page and presses one of its items. */
export async function act(page: Page, item: string): Promise<void> {
  await page.locator('.booking-head .menu > button').click()
  await page
    .locator('.booking-head .menu-body')
    .getByRole('button', { name: item, exact: true })
    .click()
}

/** The items in the menu of a booking's page. */
export async function actsOf(page: Page): Promise<string[]> {
  const menu = page.locator('.booking-head .menu')
  await menu.locator('> button').click()
  const items = await menu.locator('.menu-body button').allTextContents()
  await menu.locator('> button').click()
  return items
}

/** Presses an item of that menu that opens a dialog. @returns the dialog */
export async function openAct(page: Page, item: string): Promise<Locator> {
  await act(page, item)
  return page.getByRole('dialog')
}

/** Half as long as the one with comments: each page that is looked at reads it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Rules that a theme makes a difference to: the rest goes by words and lines, which are the same in both. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds against WCAG 2.2 AA and its own good practice; animations are over. @param rules all unless named */
export async function accessFlaws(page: Page, rules?: string[]): Promise<string[]> {
  // Evaluated through the debugger, which the page's policy does not hold; once for each document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      }),
    rules,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
  )
}

/** How far the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** What makes a page hard to use: that it is wider than its window, and what axe finds. */
export async function pageFlaws(page: Page): Promise<string[]> {
  const beyondPx = await overflowOf(page)
  const overflow = beyondPx > 0 ? [`${beyondPx} px lie beyond the edge`] : []
  return [...overflow, ...(await accessFlaws(page))]
}

/**
 * The same of a page that is open in each of some looks; of those of one width the first is looked at whole.
 *
 * @param each is told of every look that the page has now, with what is wrong in it
 */
export async function lookThrough<Look extends readonly [number, 'light' | 'dark']>(
  page: Page,
  looks: readonly Look[],
  each: (flaws: string[], look: Look) => unknown,
): Promise<void> {
  let before = 0
  for (const look of looks) {
    const [width, colorScheme] = look
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await each(await (width === before ? accessFlaws(page, OF_COLOURS) : pageFlaws(page)), look)
    before = width
  }
}

/** Waits until a page has begun to ask for changes: only what comes after that comes by itself. */
export const untilListening = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/v1/panel/changes')),
  )

/** Returns the errors without those that the browser logs for answers provoked by the test. */
export const unexpectedErrors = (errors: string[], ...statuses: number[]): string[] =>
  errors.filter((text) => !statuses.some((status) => text.includes(`a status of ${status}`)))

/** A cell of the calendar, by the room type's code and how many days after the first one shown. */
export async function cellOf(page: Page, roomCode: string, col: number): Promise<Locator> {
  const room = page.locator('.room', { hasText: roomCode })
  const row = await room.getAttribute('data-row')
  return page.locator(`.cell[data-row="${row}"][data-col="${col}"]`)
}

/** Presses the mouse in one place and lets go in another. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await to.hover()
  await page.mouse.up()
}

/** A cookie as the browser takes it. */
function storageState({ cookie }: Session) {
  const { name, value, path } = Bun.Cookie.parse(cookie)
  return {
    ...{ name, value, path, domain: '127.0.0.1', expires: -1 },
    ...{ httpOnly: true, secure: false, sameSite: 'Strict' as const },
  }
}

/** A day as a field of the page has it. */
export const writtenDay = (day: string, language: 'en' | 'tr' = 'en'): string =>
  new Date(day).toLocaleDateString(language === 'tr' ? 'tr-TR' : 'en-GB', {
    ...{ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' },
  })
