/**
 * Measures the guests' pages of the demo beside the calls of partners: 40 views a second, each with its pictures, style
 * sheets and script, and the hotel page from the cache as fast as it goes.
 *
 *   taskset -c 1 bun test/bench/guest-views.ts [--rounds 3] [--seconds 15] [--cpu 0]
 *
 * The service runs on the core `--cpu`, this process where it was started. With others at work on the machine only the
 * ratios count: stretches with and without views take turns.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays, type CalendarDate, dateIn, datesBetween } from '../../src/domain/kernel/date.ts'
import { findHotelId } from '../../src/store/catalog/catalog.ts'
import { temporaryFolder } from '../support/folder.ts'
import { inFolder, partnerOf } from './seed.ts'
import { cpuMs, freePort } from './servers.ts'
import { percentile } from './waits.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    cpu: { type: 'string', default: '0' },
  },
})
const MAIN = join(import.meta.dir, '../../src/main.ts')
const VIEWS_PER_SECOND = 40
const CALLS_PER_SECOND = 100
const PICTURES = 4
const FIRST = addDays(dateIn('UTC', Date.now()), 60)
const FROM_CACHE_AT_ONCE = 32
/** The thread that writes pages starts, and what is hot is compiled. */
const WARM_UP_SECONDS = 8

using folder = temporaryFolder()
const port = freePort()

/** Starts the service in the folder, without limits of addresses. */
const start = (command: 'demo' | 'serve') =>
  Bun.spawn(['taskset', '-c', values.cpu, process.execPath, MAIN, command], {
    env: {
      ...process.env,
      ...{ DATA_DIR: folder.path, PORT: String(port), PUBLIC_RATE_PER_MINUTE: '0' },
      ...{ PUBLIC_PAGES: '1', FAIR_USE: '0', STRANGER_LIMITS: '0', LOG_LEVEL: 'error' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const demo = start('demo')
const sheetFile = join(folder.path, 'demo.json')
while (!existsSync(sheetFile)) await Bun.sleep(100)
const { hotelSlug }: { hotelSlug: string } = JSON.parse(readFileSync(sheetFile, 'utf8'))
demo.kill()
await demo.exited
// The key of the demo may call once a second.
const { key } = await inFolder(folder.path, async (deps) =>
  partnerOf(deps, (await findHotelId(deps.store, hotelSlug))!),
)
const service = start('serve')
const base = `http://127.0.0.1:${port}`
while (!(await fetch(`${base}/v1/cities`).catch(() => null))?.ok) await Bun.sleep(100)
let sent = 0
let failed = 0

async function ask(
  path: string,
  init: RequestInit = {},
  isFine = (status: number) => status < 400,
) {
  const answer = await fetch(`${base}${path}`, init)
  const text = await answer.text()
  if (!isFine(answer.status) && failed++ < 2) console.error(answer.status, path, text)
  return { status: answer.status, text }
}

/** Dates of a stay that change from call to call. */
function datesOf(index: number): string {
  const checkin = addDays(FIRST, (index * 7) % 120)
  return `checkin=${checkin}&checkout=${addDays(checkin, 1 + (index % 3))}`
}

/** A view as a browser has it: the page, then its files and first pictures together. */
async function view(index: number): Promise<void> {
  const pages = [
    `/stay/${hotelSlug}?${datesOf(index)}`,
    `/stay/${hotelSlug}`,
    `/stay?q=istanbul&${datesOf(index)}`,
    '/stay',
  ]
  const { text } = await ask(pages[index % pages.length]!)
  const files = [...text.matchAll(/(?:href|src)="(\/[\w-]+\.(?:css|js))"/g)].map(
    ([, path]) => path!,
  )
  const pictures = [...text.matchAll(/src="(\/v1\/photos\/[^"]+)"/g)].map(([, path]) => path!)
  await Promise.all([...files, ...pictures.slice(0, PICTURES)].map((path) => ask(path)))
}

/** A call of the mix: half are pulls, a third pushes of a week, the rest bookings. */
async function call(index: number): Promise<void> {
  const authorization = `Bearer ${key}`
  const headers = { authorization, 'content-type': 'application/json' }
  const date = addDays(FIRST, (index * 7) % 120)
  if (index % 2 === 0)
    await ask(`/v1/partner/availability?from=${date}&to=${addDays(date, 30)}`, { headers })
  else if (index % 6 !== 5) {
    const set = { available: 9, priceCents: 700_000 + (index % 900) * 100, closed: false }
    const updates = week(date).map((each) => ({ roomCode: 'TWN', date: each, ...set }))
    await ask('/v1/partner/availability', {
      ...{ method: 'PUT', headers, body: JSON.stringify({ updates }) },
    })
  } else {
    const guest = { firstName: 'Ada', lastName: 'Yıldız', email: `ada${index}@example.com` }
    const stay = { checkin: date, checkout: addDays(date, 1), adults: 2, guest, language: 'en' }
    const body = JSON.stringify({ hotelSlug: hotelSlug, roomCode: 'DBL', ...stay })
    const once = { ...headers, 'idempotency-key': `views-${port}-${index}` }
    // Sold out in the end: no more is sold than there is.
    const isFine = (status: number) => status === 201 || status === 409
    await ask('/v1/bookings', { method: 'POST', headers: withoutKey(once), body }, isFine)
  }
}

const week = (from: CalendarDate) => datesBetween(from, addDays(from, 6))
const withoutKey = ({ authorization: _, ...headers }: Record<string, string>) => headers

/** Does something at a rate, whatever it takes. @returns the waits in ms, ascending */
async function atRate(
  perSecond: number,
  isOver: () => boolean,
  act: (index: number) => Promise<void>,
) {
  const waits: number[] = []
  const under = new Set<Promise<void>>()
  for (let dueMs = performance.now(); !isOver(); dueMs += 1_000 / perSecond) {
    await Bun.sleep(Math.max(0, dueMs - performance.now()))
    const since = dueMs
    const doing: Promise<void> = act(sent++).then(() => {
      waits.push(performance.now() - since)
      under.delete(doing)
    })
    under.add(doing)
  }
  await Promise.all(under)
  return ascending(waits)
}

/** One stretch of the mix, with views beside it or without. */
async function stretch(seconds: number, hasViews: boolean) {
  const endMs = performance.now() + seconds * 1_000
  const isOver = () => performance.now() >= endMs
  const cpu = cpuMs(service.pid) ?? 0
  const [calls, views] = await Promise.all([
    atRate(CALLS_PER_SECOND, isOver, call),
    hasViews ? atRate(VIEWS_PER_SECOND, isOver, view) : [],
  ])
  const load = ((cpuMs(service.pid) ?? 0) - cpu) / (seconds * 10)
  return { calls, views, load }
}

/** The hotel page from the cache, by so many connections as keep the service busy. @returns pages a second */
async function fromCache(seconds: number): Promise<{ rate: number; cpu: number }> {
  const path = `/stay/${hotelSlug}`
  const cpu = cpuMs(service.pid) ?? 0
  const startMs = performance.now()
  let count = 0
  const work = async () => {
    while (performance.now() - startMs < seconds * 1_000) {
      const headers = { 'accept-encoding': 'gzip' }
      const answer = await fetch(`${base}${path}`, { headers, decompress: false })
      await answer.arrayBuffer()
      count++
    }
  }
  await Promise.all(Array.from({ length: FROM_CACHE_AT_ONCE }, work))
  const rate = (count * 1_000) / (performance.now() - startMs)
  return { rate, cpu: ((cpuMs(service.pid) ?? 0) - cpu) / count }
}

const shown = (waits: readonly number[]) =>
  [0.5, 0.99].map((share) => percentile(waits, share).toFixed(1)).join(' / ')

const ascending = (waits: number[]) => waits.toSorted((a, b) => a - b)

const seconds = Number(values.seconds)
await stretch(WARM_UP_SECONDS, true)
// Ten calls make a p99 of a stretch: all stretches are looked at together.
const waits = { alone: [] as number[], beside: [] as number[], views: [] as number[] }
for (let round = 0; round < Number(values.rounds); round++) {
  const alone = await stretch(seconds, false)
  const beside = await stretch(seconds, true)
  waits.alone.push(...alone.calls)
  waits.beside.push(...beside.calls)
  waits.views.push(...beside.views)
  console.log(
    `partners alone p50 / p99 ${shown(alone.calls)} ms (load ${alone.load.toFixed(0)} %), beside views ${shown(beside.calls)} ms (load ${beside.load.toFixed(0)} %); views ${shown(beside.views)} ms`,
  )
}
const [alone, beside, views] = [waits.alone, waits.beside, waits.views].map(ascending)
const ratio = percentile(beside!, 0.99) / percentile(alone!, 0.99)
console.log(
  `all: partners alone ${shown(alone!)} ms, beside views ${shown(beside!)} ms: p99 ${ratio.toFixed(2)} × of without; views ${shown(views!)} ms; ${failed} failed`,
)
for (let round = 0; round < Number(values.rounds); round++) {
  const { rate, cpu } = await fromCache(5)
  console.log(
    `hotel page from the cache: ${rate.toFixed(0)} a second, ${cpu.toFixed(3)} ms of processor time each`,
  )
}
service.kill()
await service.exited
// It works out anew what is sold of each night, and finds none oversold.
const doctor = Bun.spawnSync([process.execPath, MAIN, 'doctor'], {
  env: { ...process.env, DATA_DIR: folder.path },
})
console.log(`doctor ends with ${doctor.exitCode}`)
