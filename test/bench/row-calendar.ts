import { tmpdir } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { pageRoutes } from '../../src/pages.ts'
import { openBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../support/folder.ts'
import { HOTEL, type PanelDemo, signInAs, startPanelDemo } from '../support/panel-demo.ts'
import { binaryIn } from '../support/process.ts'
import { DAYS, daysOfRound, ROOM_TYPES } from './calendar-data.ts'
import calendarPage from './calendar-page.html'
import type { CalendarBench } from './calendar-page.ts'
import { scrollOf } from './calendar-scroll.ts'
import type { Plan } from './rows.ts'
import { alternate, type Figure, type Line, median } from './stats.ts'

const CELLS = ROOM_TYPES * DAYS
const RATIO_MAX = 2

/**
 * The calendar of 40 room types and 60 days in Chromium: from the address to the first paint that can be used, out of
 * the compiled binary; how evenly it scrolls; and a new value in every cell, laid out, beside the same grid written with bare DOM calls.
 */
export async function calendar({ rounds, isQuick, note }: Plan): Promise<Line[]> {
  const browser = await openBrowser()
  try {
    note(`calendar: ${await firstPaints(browser, isQuick ? 3 : 3 * rounds)}`)
    const [ours, theirs] = await updates(browser, isQuick ? 20 : 20 * rounds)
    return [
      {
        what: `calendar, all ${CELLS} cells change`,
        unit: 'ms',
        against: 'bare DOM',
        ours: ours!,
        theirs: theirs!,
        target: { bound: '≤', ratio: RATIO_MAX },
      },
    ]
  } finally {
    await browser.close()
  }
}

/** First usable paint with nothing kept in the browser, and with the assets kept, and how it scrolls, in words. */
async function firstPaints(browser: Browser, times: number): Promise<string> {
  using shelf = temporaryFolder(tmpdir())
  await using demo = await startPanelDemo(await binaryIn(shelf.path))
  await growHotel(demo)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const first = await context.newPage()
  await first.goto(`${demo.url}/panel`)
  await signInAs(first, demo.users.manager)
  await first.locator('.totals').waitFor()
  const url = `${demo.url}/panel#/${HOTEL}/calendar?days=${DAYS}`
  const [cold, warm]: [number[], number[]] = [[], []]
  for (let time = 0; time < times; time++) {
    const page = await context.newPage()
    await watchPaint(page)
    const session = await context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await page.goto(url)
    cold.push(await paintedMs(page))
    await page.reload()
    warm.push(await paintedMs(page))
    await page.close()
  }
  await first.goto(url)
  await first
    .locator('.cell')
    .nth(CELLS - 1)
    .waitFor({ state: 'attached' })
  const scrolling = await scrollOf(first)
  await context.close()
  const [coldMs, warmMs] = [cold, warm].map((values) => median(values).toFixed(0))
  return `first usable paint of ${ROOM_TYPES} × ${DAYS} from the binary ${coldMs} ms, with assets kept ${warmMs} ms; ${scrolling}`
}

/** Room types until there are 40 of them, with days on sale. */
async function growHotel(demo: PanelDemo): Promise<void> {
  const { body } = await demo.callAs('manager', 'GET', '/v1/panel/rooms')
  const codes = body.items.map(({ roomCode }: { roomCode: string }) => roomCode)
  for (let index = codes.length; index < ROOM_TYPES; index++) {
    const room = { maxAdults: 2, maxOccupancy: 2, boards: ['BB'], basePriceCents: 500_000 }
    const roomCode = `X${index}`
    const added = { roomCode, name: `Room type ${index}`, ...room }
    await demo.callAs('admin', 'POST', `/v1/admin/hotels/${HOTEL}/rooms`, added)
    codes.push(roomCode)
  }
  const today = (await demo.callAs('manager', 'GET', '/v1/panel/dashboard')).body.today
  const shift = Date.parse(today) - Date.parse(daysOfRound(0).from)
  const updates = daysOfRound(0).rooms.flatMap(({ days }, index) =>
    days.map((day) => ({
      ...day,
      roomCode: codes[index],
      date: new Date(Date.parse(day.date) + shift).toISOString().slice(0, 10),
      available: Math.min(day.available, 2),
    })),
  )
  await demo.callAs('manager', 'PUT', '/v1/panel/availability', { updates })
}

/** Notes in the page when every cell is there and a frame with them has been painted. */
const watchPaint = (page: Page) =>
  page.addInitScript((cells) => {
    const look = () => {
      if (document.querySelectorAll('.cell').length < cells) requestAnimationFrame(look)
      else
        requestAnimationFrame(() => {
          Object.assign(globalThis, { paintedMs: performance.now() })
        })
    }
    look()
  }, CELLS)

async function paintedMs(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => Reflect.get(globalThis, 'paintedMs'))
  return (await handle.jsonValue()) as number
}

/** A new value in every cell, by the panel's grid and by bare DOM calls, in turns. */
async function updates(browser: Browser, times: number): Promise<Figure[][]> {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    development: false,
    routes: pageRoutes({ '/panel': calendarPage }) as Record<string, never>,
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${server.url.origin}/panel`)
    await page.waitForFunction(() => 'bench' in globalThis)
    let round = 1
    const run = (name: keyof CalendarBench) =>
      page.evaluate(
        ([name, round]) => (globalThis as unknown as { bench: CalendarBench }).bench[name](round),
        [name, round] as const,
      )
    // The first ones are compiled while they run.
    for (; round <= 10; round++) for (const name of ['panel', 'bare'] as const) await run(name)
    return await alternate(['panel', 'bare'] as const, times, async (name) => {
      if (name === 'panel') round++
      return { value: await run(name) }
    })
  } finally {
    await server.stop(true)
  }
}
