import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { prepareDemo, type Sheet } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { createDisk, type DiskEvent, readTrace } from '../support/power-cut.ts'
import { dayFromNow, runCommand, type ServiceProcess, startProcess } from '../support/process.ts'
import { tracingDisk } from '../support/strace.ts'

// Power cuts (issue 37, item 1): of what a service wrote, and did not bring to the disk, any part is lost, sector by sector.
// All that it had answered is there, and the database is whole.

/** `POWER_CUTS=200` is the long form; it writes so much that the log is copied into the file, and begins anew. */
const CUTS = Number(process.env.POWER_CUTS ?? 6)
const IS_LONG = CUTS > 100
/** The number of cuts on which the service itself starts. */
const STARTED = IS_LONG ? 8 : 1
const CLIENTS = 6
const REQUESTS = IS_LONG ? 100 : 10
/** Days of a push; its first is its own. */
const DAYS = IS_LONG ? 60 : 3
const ROOM_CODES = ['DBL', 'TWN', 'TRP', 'FAM']
const SHARES = [0, 0.05, 0.5, 0.95]
const env = { STRANGER_LIMITS: '0', PUBLIC_RATE_PER_MINUTE: '0', FAIR_USE: '0', LOGIN_LIMITS: '0' }

setDefaultTimeout(IS_LONG ? 1_200_000 : 180_000)

const program = shelvedBinary()

/** Pushes and books from several sides; each request names itself in a price or a guest. */
async function write({ call }: ServiceProcess, { apiKey: key, hotelSlug }: Sheet) {
  const push = (at: number) => {
    const updates = Array.from({ length: DAYS }, (_, day) => ({
      ...{ roomCode: 'SGL', date: dayFromNow(2 + ((at + day) % 400)) },
      ...{ available: 1, priceCents: 1_000_000 + at, closed: false },
    }))
    return call('PUT', '/v1/partner/availability', { key, body: { updates } })
  }
  const book = (at: number) => {
    const stay = { checkin: dayFromNow(5 + (at % 300)), checkout: dayFromNow(6 + (at % 300)) }
    const guest = { firstName: `power${at}`, lastName: 'Cut', email: 'cut@example.com' }
    const body = { hotelSlug, roomCode: ROOM_CODES[at % 4], adults: 1, ...stay, guest }
    return call('POST', '/v1/bookings', { body })
  }
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let n = 0; n < REQUESTS; n++) {
        const at = client * REQUESTS + n
        await (n % 3 === 0 ? push(at) : book(at))
      }
    }),
  )
}

/** The writes that were acknowledged and are not there, and what is broken. */
function findLost(file: string, answers: readonly string[]): string[] {
  using database = new Database(file)
  const lost: string[] = []
  const [row] = database.query<{ integrity_check: string }, []>('pragma integrity_check').all()
  if (row?.integrity_check !== 'ok') return [`it is damaged: ${row?.integrity_check}`]
  const ofGuest = database.query('select 1 from booking_revision where snapshot like ?')
  const ofPush = database.query('select 1 from day_history where price_cents = ? limit 1')
  for (const asked of answers) {
    const guest = asked.match(/"firstName":"(power\d+)"/)?.[1]
    const price = asked.match(/"priceCents":(1\d{6}),/)?.[1]
    if (guest && !ofGuest.get(`%"${guest}"%`)) lost.push(`the booking of ${guest}`)
    if (price && !ofPush.get(Number(price))) lost.push(`the push of ${price}`)
  }
  return lost
}

test(`${CUTS} power cuts: whatever of what was not synced is lost, nothing answered is, and the database is whole`, async () => {
  using folder = temporaryFolder()
  const sheet = await prepareDemo({ folder: folder.path, program })
  const data = join(folder.path, 'data')
  const before = join(folder.path, 'before')
  cpSync(data, before, { recursive: true })
  const trace = join(folder.path, 'trace')
  {
    const traced = { folder: folder.path, env, program: tracingDisk(program, trace) }
    await using served = await startProcess(['serve'], traced)
    await write(served, sheet)
    await served.stop()
  }
  const events = readTrace(readFileSync(trace, 'utf8'), (file) => /roomwire\.db(-wal)?$/.test(file))
  const kinds = Map.groupBy(events, ({ kind }) => kind)
  const started = (name: string) => readdirSync(before).includes(name)
  expect([started('roomwire.db'), started('roomwire.db-wal')]).toEqual([true, false])
  const first = new Map([[join(data, 'roomwire.db'), readFileSync(join(before, 'roomwire.db'))]])
  const cuts = Array.from({ length: CUTS }, () => Math.floor(Math.random() * events.length))
  const found: string[] = []
  let [answered, starts] = [0, 0]
  const cut = async (at: number, disk: ReturnType<typeof createDisk>, answers: string[]) => {
    const own = join(folder.path, 'cut')
    cpSync(before, join(own, 'data'), { recursive: true })
    const share = SHARES[Math.floor(Math.random() * SHARES.length)]!
    for (const [file, bytes] of disk.cut(share))
      writeFileSync(join(own, 'data', basename(file)), bytes)
    const setup = { folder: own, program, env }
    const isStarted = starts < STARTED && answers.length > 10
    if (isStarted) {
      starts++
      const { exitCode, stdout, stderr } = await runCommand(['doctor', '--fast'], setup)
      if (exitCode !== 0) found.push(`${at}, ${share}: doctor says ${stdout}${stderr}`)
      await using again = await startProcess(['serve'], setup)
      expect((await again.call('GET', '/v1/health')).status).toBe(200)
    }
    const lost = findLost(join(own, 'data', 'roomwire.db'), answers)
    found.push(...lost.map((what) => `${at}, ${share}: ${what}`))
    answered += answers.length
    rmSync(own, { recursive: true })
  }
  await playUntil(events, first, cuts, cut)
  process.stdout.write(
    `power cuts: ${CUTS} amid ${kinds.get('write')?.length} writes, ${kinds.get('sync')?.length} syncs and ${kinds.get('answer')?.length} answers; ${answered} looked for, ${starts} starts; found ${found.length}\n`,
  )
  expect(found).toEqual([])
  expect(answered).toBeGreaterThan(CUTS)
  expect(kinds.get('answer')!.length).toBeGreaterThan((CLIENTS * REQUESTS) / 2)

  // A disk that forgets what it was told to keep is found out.
  const lying = events.map((event) => (event.kind === 'sync' ? { ...event, from: 0 } : event))
  await playUntil(lying, first, [lying.length - 1], async (_, disk, answers) => {
    mkdirSync(join(folder.path, 'lying'))
    for (const [file, bytes] of disk.cut(0))
      writeFileSync(join(folder.path, 'lying', basename(file)), bytes)
    expect(findLost(join(folder.path, 'lying', 'roomwire.db'), answers).length).toBeGreaterThan(9)
  })
})

/** Plays events, and stops at some of them. */
async function playUntil(
  events: readonly DiskEvent[],
  files: ReadonlyMap<string, Uint8Array>,
  places: readonly number[],
  stop: (at: number, disk: ReturnType<typeof createDisk>, answers: string[]) => Promise<void>,
): Promise<void> {
  const disk = createDisk(files)
  const answers: string[] = []
  const left = places.toSorted((a, b) => a - b)
  for (const [at, event] of events.entries()) {
    if (event.kind === 'answer') answers.push(event.asked)
    disk.play(event, at)
    while (left[0] === at) await stop(left.shift()!, disk, answers)
  }
}
