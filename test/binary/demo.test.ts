import { Database } from 'bun:sqlite'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { shelvedBinary } from '../support/binary.ts'
import { prepareDemo, readSheet } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import {
  binaryIn,
  dayFromNow,
  onlyLine,
  runCommand,
  type ServiceProcess,
  type Setup,
  startProcess,
  until,
} from '../support/process.ts'

// Starts of real processes, on a machine that may be busy.
setDefaultTimeout(120_000)

const program = shelvedBinary()

const RANGE = `from=${dayFromNow(2)}&to=${dayFromNow(90)}`
const pull = (served: ServiceProcess, key: string) =>
  served.call('GET', `/v1/partner/availability?${RANGE}`, { key })

test('what lies in the folder where the binary is started is not run', async () => {
  using folder = temporaryFolder()
  await Bun.write(join(folder.path, 'bunfig.toml'), 'preload = ["./preload.ts"]\n')
  await Bun.write(join(folder.path, 'preload.ts'), 'console.log("run")\n')
  const { stdout } = await runCommand(['--version'], { folder: folder.path, program })
  expect(stdout).toBe(`${pkg.version}\n`)
})

test('the binary, copied alone to an empty folder, serves the demo (contract §10)', async () => {
  using folder = temporaryFolder()
  const alone = await binaryIn(folder.path)
  expect(readdirSync(folder.path)).toEqual(['roomwire'])
  await using served = await startProcess(['demo'], { folder: folder.path, program: alone })

  const health = await served.call('GET', '/v1/health')
  expect(health.status).toBe(200)
  expect(health.body).toEqual({
    status: 'ok',
    version: pkg.version,
    uptimeSeconds: expect.any(Number),
  })
  const days = await pull(served, readSheet(folder.path).apiKey)
  expect(days.status).toBe(200)
  expect(days.body.rooms.length).toBeGreaterThanOrEqual(4)
  expect(readdirSync(folder.path).toSorted()).toEqual(['data', 'roomwire'])
})

test('whoever gets the first answer of the demo finds demo.json and keys that work (issue 2 §6)', async () => {
  using folder = temporaryFolder()
  const PORT = String(freePort())
  const starting = startProcess(['demo'], { folder: folder.path, program, env: { PORT } })
  // Asks without a pause, so that the very first answer is the one looked at.
  await until('the demo answers', () => isWell(`http://127.0.0.1:${PORT}`))
  const isThere = existsSync(join(folder.path, 'data/demo.json'))
  await using served = await starting
  expect(isThere).toBeTrue()
  const sheet = readSheet(folder.path)
  for (const key of [sheet.apiKey, sheet.otherHotel.apiKey])
    expect((await served.call('GET', '/v1/partner/hotel', { key })).status).toBe(200)
})

test('demo.json holds address, hotels and keys, for its owner only, and the same is printed (issue 2 §6)', async () => {
  using folder = temporaryFolder()
  await using served = await startProcess(['demo'], { folder: folder.path, program })
  const { users: _, ...sheet } = readSheet(folder.path) as Record<string, any>
  expect(sheet).toEqual({
    baseUrl: served.url,
    hotelSlug: expect.stringMatching(/^[a-z0-9-]+$/),
    apiKey: expect.stringMatching(/^service_live_[0-9A-Za-z]{49}$/),
    otherHotel: {
      slug: expect.stringMatching(/^[a-z0-9-]+$/),
      apiKey: expect.stringMatching(/^service_live_[0-9A-Za-z]{49}$/),
    },
    vendor: {
      name: expect.any(String),
      secret: expect.stringMatching(/^service_vendor_[0-9A-Za-z]{49}$/),
    },
  })
  expect(statSync(join(folder.path, 'data/demo.json')).mode & 0o777).toBe(0o600)
  for (const printed of [
    `${served.url}/swagger`,
    sheet.hotelSlug,
    sheet.apiKey,
    sheet.otherHotel.slug,
    sheet.otherHotel.apiKey,
    sheet.vendor.secret,
  ])
    expect(served.stdout()).toContain(printed)
  for (const [key, slug] of [
    [sheet.apiKey, sheet.hotelSlug],
    [sheet.otherHotel.apiKey, sheet.otherHotel.slug],
  ]) {
    const hotel = await served.call('GET', '/v1/partner/hotel', { key })
    expect(hotel.body.slug).toBe(slug)
  }
})

test('no key of the demo stands in the log (house-style §1)', async () => {
  using folder = temporaryFolder()
  await using served = await startProcess(['demo'], {
    folder: folder.path,
    program,
    env: { LOG_LEVEL: 'debug' },
  })
  const { apiKey, vendor } = readSheet(folder.path)
  await pull(served, apiKey)
  const hotels = await served.call('GET', '/v1/partner/hotels', { key: vendor.secret })
  expect(hotels.body).toEqual({ hotels: [] })
  expect(served.stderr()).not.toMatch(/_(live|vendor)_/)
})

test('the demo is kept: the next start has the same keys and the days as they were pushed (issue 2 §6)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const date = dayFromNow(80)
  const first = await startProcess(['demo'], setup)
  const made = readSheet(folder.path)
  const updates = [{ roomCode: 'DBL', date, available: 3, priceCents: 123_456, closed: false }]
  const pushed = await first.call('PUT', '/v1/partner/availability', {
    key: made.apiKey,
    body: { updates },
  })
  expect(pushed.body.applied).toBe(1)
  const before = await pull(first, made.apiKey)
  await first.stop()

  await using second = await startProcess(['demo'], setup)
  expect(readSheet(folder.path)).toEqual({ ...made, baseUrl: second.url })
  const after = await pull(second, made.apiKey)
  expect(after.text).toBe(before.text)
  const history = await second.call(
    'GET',
    `/v1/partner/availability/history?roomCode=DBL&date=${date}`,
    { key: made.apiKey },
  )
  // Made once by the demo, changed once by the push: nothing was made again.
  expect(history.body.items.map((item: any) => item.actor.type)).toEqual(['key', 'system'])
})

test('the demo refuses a folder that holds other hotels, and leaves it alone (issue 2 §6)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  await prepareDemo(setup)
  rmSync(join(folder.path, 'data/demo.json'))
  using database = new Database(join(folder.path, 'data/roomwire.db'))
  // Without the mark these are anybody's hotels.
  database.run(`delete from meta where key = 'demo_seeded_at'`)
  const rows = () =>
    ['hotel', 'day', 'day_history', 'api_key'].map((table) =>
      database.query(`select count(*) as rows from ${table}`).get(),
    )
  const before = rows()

  const { exitCode, stderr, stdout } = await runCommand(['demo'], setup)
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toContain('holds hotels that are not the demo')
  expect(stdout).toBe('')
  expect(rows()).toEqual(before)
  expect(existsSync(join(folder.path, 'data/demo.json'))).toBeFalse()
})

describe.each(['binary', 'source'])('from the %s', (kind) => {
  const setup = (folder: string): Setup => (kind === 'binary' ? { folder, program } : { folder })

  test('/swagger is a page, and a browser at / is led to the panel (house-style §7.11)', async () => {
    using folder = temporaryFolder()
    await using served = await startProcess(['serve'], setup(folder.path))
    const page = await fetch(`${served.url}/swagger`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toStartWith('text/html')
    expect(await page.text()).toStartWith('<!doctype html>')

    const led = await fetch(`${served.url}/`, { headers: { accept: 'text/html' } })
    expect(led.redirected).toBeTrue()
    expect(new URL(led.url).pathname).toBe('/panel')
    expect(await led.text()).toStartWith('<!doctype html>')
  })

  test('/swagger/json, /openapi.json and `roomwire openapi` are one document (issue 2 §5)', async () => {
    using folder = temporaryFolder()
    const env = { PUBLIC_URL: 'https://rooms.example' }
    await using served = await startProcess(['serve'], setup(folder.path))
    const printed = await runCommand(['openapi'], setup(folder.path))
    expect(printed.exitCode).toBe(0)
    const document = JSON.parse(printed.stdout)
    expect(document.openapi).toStartWith('3.')
    expect(Object.keys(document.paths)).toContain('/v1/partner/availability')
    for (const path of ['/swagger/json', '/openapi.json'])
      expect((await served.call('GET', path)).body).toEqual(document)
    const named = await runCommand(['openapi'], { ...setup(folder.path), env })
    expect(JSON.parse(named.stdout).servers[0].url).toBe(env.PUBLIC_URL)
  })
})

/** A port that was free a moment ago. */
function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = server
  server.stop(true)
  return port!
}

const isWell = (url: string) =>
  fetch(`${url}/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  )
