import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { createContext } from '../../src/http/api/context.ts'
import { createLog } from '../../src/log.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import type { DatabaseLocation } from '../../src/store/copy/sides.ts'
import { openStore } from '../../src/store/open.ts'
import { addressOf, alter, rowsIn, startCopy } from '../support/copies.ts'
import { copyDemo, prepareDemo } from '../support/demo-folder.ts'
import { dayFromNow, onlyLine, runCommand } from '../support/process.ts'
import { caller } from '../support/service.ts'

// On a busy machine too.
setDefaultTimeout(120_000)

const DATE = dayFromNow(40)
const ROOT = join(import.meta.dir, '../..')

test('the copied service answers as before and goes on: feed, cursors, bookings and their numbers (issue 15)', async () => {
  using copy = await startCopy()
  const { apiKey, hotelSlug } = await prepareDemo({ folder: copy.folder })
  const file = join(copy.folder, 'data/roomwire.db')
  const before = await serving(file, apiKey, async (call) => {
    await push(call, 11_100)
    const { nextCursor: middle } = await body(call, '/v1/partner/changes?limit=20')
    const { nextCursor: end } = await body(call, '/v1/partner/changes?cursor=latest')
    return { middle, end, answers: await answersOf(call, hotelSlug, middle) }
  })
  const { exitCode, stderr } = await runCommand(['copy', file, addressOf(copy.place)], {
    folder: copy.folder,
  })
  expect([complaints(stderr), exitCode]).toEqual([[], 0])

  await serving(copy.place, apiKey, async (call) => {
    expect(await answersOf(call, hotelSlug, before.middle)).toEqual(before.answers)
    await push(call, 22_200)
    const order = {
      hotelSlug,
      roomCode: 'DBL',
      checkin: DATE,
      checkout: dayFromNow(41),
      adults: 2,
      guest: { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' },
    }
    const booked = await call('POST', '/v1/bookings', { body: order })
    expect(booked.status).toBe(201)
    const { changes } = await body(call, `/v1/partner/changes?cursor=${before.end}`)
    expect(changes.map(({ type }: { type: string }) => type)).toEqual([
      'availability',
      'booking',
      'availability',
    ])
    const seqs = changes.map(({ cursor }: { cursor: string }) => seqOf(cursor))
    expect(seqs[0]).toBe(seqOf(before.end) + 1)
  })
})

/** The number of the change that a cursor of the feed names. */
const seqOf = (cursor: string): number => JSON.parse(Buffer.from(cursor, 'base64url').toString())[1]

type Ask = (
  method: string,
  path: string,
  init?: { body?: unknown },
) => Promise<{ status: number; body: any }>

async function body(call: Ask, path: string) {
  const answer = await call('GET', path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body
}

async function push(call: Ask, priceCents: number): Promise<void> {
  const days = { available: 7, priceCents, closed: false }
  const updates = [{ roomCode: 'DBL', date: DATE, ...days }]
  expect((await call('PUT', '/v1/partner/availability', { body: { updates } })).status).toBe(200)
}

/** What everybody is told: the feed from a cursor on, days, reservations, log of pushes, rates, search and the hotel's page. */
function answersOf(call: Ask, hotelSlug: string, cursor: string): Promise<unknown[]> {
  const stay = `checkin=${DATE}&checkout=${dayFromNow(42)}&adults=2`
  const paths = [
    `/v1/partner/changes?limit=500&cursor=${cursor}`,
    `/v1/partner/availability?from=${dayFromNow(0)}&to=${dayFromNow(90)}`,
    `/v1/partner/availability/history?roomCode=DBL&date=${DATE}`,
    `/v1/partner/bookings?from=${dayFromNow(0)}&to=${dayFromNow(90)}`,
    `/v1/partner/rates?from=${dayFromNow(0)}&to=${dayFromNow(30)}`,
    '/v1/partner/mapping',
    `/v1/hotels?city=istanbul&sort=price&${stay}`,
    `/v1/hotels/${hotelSlug}?${stay}`,
    `/v1/hotels/${hotelSlug}/reviews`,
  ]
  return Promise.all(paths.map((path) => body(call, path)))
}

/** Serves a database without a socket; what is asked has the key of a hotel. */
async function serving<T>(
  place: DatabaseLocation,
  key: string,
  use: (call: Ask) => Promise<T>,
): Promise<T> {
  const store = await openStore(place)
  try {
    const deps = { store, brand: 'service', ...realDeps() }
    const context = createContext(deps, {
      log: createLog('error'),
      version: '0.1.0',
      publicUrl: 'http://localhost:3000',
      panelUrl: 'http://localhost:3000/panel',
      trustedProxies: 0,
      publicRatePerMinute: 0,
      loginLimits: false,
      fairUse: false,
      jwtSecret: 'a secret of the tests, long enough',
    })
    const call = caller(createApp(context))
    const headers = { authorization: `Bearer ${key}` }
    return await use((method, path, init) =>
      call(method, path, { ...init, ...(path.startsWith('/v1/partner') && { headers }) }),
    )
  } finally {
    await store.close()
  }
}

/** What was said of trouble: on a busy machine a copy takes long enough for a word of how far it is. */
const complaints = (stderr: string) =>
  stderr.split('\n').filter((line) => line !== '' && !/^\w+: .+ rows, .+\/s$/.test(line))

test('the command says what is where, and to carry the two secrets (contract §10)', async () => {
  using copy = await startCopy()
  await copyDemo({ folder: copy.folder })
  const names = ['copy', 'data/roomwire.db', addressOf(copy.place)]
  const { exitCode, stdout, stderr } = await runCommand(names, { folder: copy.folder })
  expect([exitCode, complaints(stderr)]).toEqual([0, []])
  const [first, second] = stdout.trim().split('\n')
  expect(first).toMatch(
    /^\d\d tables with \d{6} rows of .+\/data\/roomwire\.db are in .+, and equal$/,
  )
  expect(second).toBe(
    `carry the two secrets as well: JWT_SECRET (the text in ${copy.folder}/data/jwt.secret) and ENCRYPTION_KEY (the text in ${copy.folder}/data/encryption.key)`,
  )
  const set = { JWT_SECRET: 'xyzuvwst'.repeat(4), ENCRYPTION_KEY: 'yzuvwstx'.repeat(4) }
  const back = ['copy', addressOf(copy.place), `sqlite:${copy.back}`]
  const again = await runCommand(back, { folder: copy.folder, env: set })
  expect(again.stdout).toContain('JWT_SECRET as set here and ENCRYPTION_KEY as set here')
  expect(again.stdout).not.toContain('xxx')
})

test('what is no pair of databases is refused in one line (contract §10)', async () => {
  using copy = await startCopy()
  for (const [names, complaint] of [
    [[], 'name both databases'],
    [['a.db'], 'name both databases'],
    [['a.db', ''], 'name both databases'],
    [['a.db', 'b.db'], 'there is no database at'],
    [['mysql://root:hunter2@h/d', 'b.db'], 'must be'],
    [['postgres://root:hunter2@127.0.0.1:1/d', 'b.db'], 'postgres://127.0.0.1:1/d'],
    [[copy.source, 'postgres://root:hunter2@127.0.0.1:1/d'], 'postgres://127.0.0.1:1/d'],
  ] as const) {
    const { exitCode, stdout, stderr } = await runCommand(['copy', ...names], copy)
    expect([exitCode, stdout], complaint).toEqual([1, ''])
    expect(onlyLine(stderr)).toContain(complaint)
    expect(stderr).not.toContain('hunter2')
  }
  const { exitCode, stderr } = await runCommand(['copy', 'a', 'b', 'c'], copy)
  expect([exitCode, onlyLine(stderr)]).toEqual([2, 'roomwire: too many words; see roomwire --help'])
  expect(existsSync(join(copy.folder, 'b.db'))).toBeFalse()
})

test('a copy that is killed in the middle leaves an empty target, and the next one fills it (issue 15)', async () => {
  using copy = await startCopy()
  await prepareDemo({ folder: copy.folder })
  const source = join(copy.folder, 'data/roomwire.db')
  const child = Bun.spawn([process.execPath, '-e', KILLED], {
    cwd: ROOT,
    env: { ...process.env, PLACES: JSON.stringify([source, copy.place]) },
    stdout: 'pipe',
  })
  expect(await new Response(child.stdout).text()).toBe('day is under way\n')
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
  expect(await rowsIn(copy.place)).toBe(0)

  const again = await runCommand(['copy', source, addressOf(copy.place)], copy)
  expect([complaints(again.stderr), again.exitCode]).toEqual([[], 0])
  expect(await rowsIn(copy.place)).toBeGreaterThan(100_000)
})

/** Copies until half of a table is written. */
const KILLED = `
import { writeSync } from 'node:fs'
import { copyStore } from './src/store/copy/copy.ts'
const [from, to] = JSON.parse(process.env.PLACES)
await copyStore(from, to, ({ table, rows }) => {
  if (table !== 'day' || rows === 0) return
  writeSync(1, 'day is under way\\n')
  process.kill(process.pid, 'SIGKILL')
})`

test('a value that cannot be stored is one line that names it (issue 15)', async () => {
  using copy = await startCopy()
  alter(
    copy.source,
    `insert into board (code, name, position) values ('A' || char(9), 'A' || char(0), 1)`,
  )
  const { exitCode, stderr } = await runCommand(['copy', copy.source, addressOf(copy.place)], copy)
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toBe(
    'roomwire: table board, row code "A\\t": name cannot be stored; it must be text without U+0000',
  )
  expect(await rowsIn(copy.place)).toBe(0)
})
