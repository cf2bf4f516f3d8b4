import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type PlacedFixture, placeFixture } from '../support/placed-fixture.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import {
  dayFromNow,
  runCommand,
  type ServiceProcess,
  startProcess,
  until,
} from '../support/process.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { countCommits } from '../support/turn.ts'
import {
  type Fixture,
  type FixtureEngine,
  listFixtures,
  readFixture,
  type Seen,
} from '../versions/fixture.ts'

// Databases of former versions, made by these versions themselves, are brought up by every start (issue 37 item 7).

setDefaultTimeout(120_000)

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

/** A former version's hold, which ends once the service runs, and the nights that it gives back a room of. */
type Held = { dates: string[] }

/** Waits until the hold that the former version left has ended. */
async function endHold({ call }: ServiceProcess, { codes, keys }: Fixture): Promise<Held> {
  const path = `/v1/partner/bookings/${codes.held}`
  let held: any
  await until('the hold has ended', async () => {
    held = (await call('GET', path, { key: keys.alfa! })).body
    return held.status === 'expired'
  })
  return { dates: held.nightly.map(({ date }: { date: string }) => date) }
}

const byCode = (bookings: any[]) => bookings.toSorted((a, b) => (a.code < b.code ? -1 : 1))

/** The answers of a former version, with the room that its hold has given back since. */
function withoutHold({ path, key, body }: Seen, held: Held): any {
  if (!path.includes('/availability?') || key !== 'alfa') return body
  const after = (roomCode: string, day: any) =>
    roomCode === 'DBL' && held.dates.includes(day.date)
      ? { ...day, available: day.available + 1 }
      : day
  return {
    ...body,
    rooms: body.rooms.map(({ roomCode, days, ...room }: any) => {
      return { roomCode, ...room, days: days.map((day: any) => after(roomCode, day)) }
    }),
  }
}

async function expectSeen(served: ServiceProcess, fixture: Fixture, held: Held): Promise<void> {
  for (const seen of fixture.seen) {
    const { path, key } = seen
    const { status, body, text } = await served.call('GET', path, { key: fixture.keys[key]! })
    expect(status, text).toBe(200)
    if (path.includes('/changes?')) {
      const { changes } = seen.body
      expect(body.changes.slice(0, changes.length)).toMatchObject(changes)
      // A reader goes on where it ended.
      const after = `${path}&cursor=${changes.at(-1).cursor}`
      const rest = await served.call('GET', after, { key: fixture.keys[key]! })
      expect(rest.body.changes).toEqual(body.changes.slice(changes.length))
    } else if (path.includes('/deliveries?')) {
      const ids = new Set(body.items.map(({ id }: { id: string }) => id))
      expect(seen.body.items.filter(({ id }: { id: string }) => !ids.has(id))).toEqual([])
    } else if (path.includes('/bookings?'))
      expect(byCode(body.bookings)).toMatchObject(byCode(seen.body.bookings))
    else expect(body).toMatchObject(withoutHold(seen, held))
  }
}

/** Events that waited for a receiver that failed for days are sent once it is switched on again. */
async function expectSent(
  { call }: ServiceProcess,
  { taken }: Receiver,
  { seen, codes, keys }: Fixture,
): Promise<void> {
  const path = `/v1/partner/webhooks/${codes.webhook}`
  const { status, text } = await call('PATCH', path, { key: keys.alfa!, body: { active: true } })
  expect(status, text).toBe(200)
  const waiting: string[] = seen
    .find((each) => each.path.includes('/deliveries?'))!
    .body.items.filter(({ state }: { state: string }) => state === 'pending')
    .map(({ eventId }: { eventId: string }) => eventId)
  expect(waiting.length).toBeGreaterThan(10)
  await until('what waited is sent', () => waiting.every((id) => taken.includes(id)))
}

async function expectSold(served: ServiceProcess): Promise<void> {
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
  const [checkin, checkout] = [dayFromNow(27), dayFromNow(29)]
  const stay = { hotelSlug: 'alfa', roomCode: 'SGL', checkin, checkout, adults: 2 }
  const { status, text } = await served.call('POST', '/v1/bookings', { body: { ...stay, guest } })
  expect(status, text).toBe(201)
}

async function expectSound({ setup }: PlacedFixture): Promise<void> {
  const { stdout } = await runCommand(['doctor', '--fast'], setup)
  // It looks at the machine, too, and at settings.
  const failed = stdout.split('\n').filter((line) => line.startsWith('FAIL'))
  expect(failed.filter((line) => !/clock|connections/.test(line))).toEqual([])
  expect(stdout).toContain('ok   events, deliveries and mails have ended, or are on their way')
}

const ENGINES: readonly FixtureEngine[] = ['sqlite', 'postgres']

/** All fixtures of an engine, and where turns are taken the one whose turn it is. */
function inTurn(engine: FixtureEngine): { name: string }[] {
  const names = listFixtures(engine)
  const wanted = process.env.TEST_BY_TURNS === '1' ? [names[countCommits() % names.length]!] : names
  return wanted.map((name) => ({ name }))
}

test('each engine has fixtures of several versions, and the first two versions have one', () => {
  const names = ENGINES.flatMap(listFixtures)
  for (const each of ['7b38352-sqlite', '1b3b7f2-sqlite', '1b3b7f2-postgres'])
    expect(names.filter((name) => name.includes(each))).toHaveLength(1)
})

test.each(ENGINES.flatMap(inTurn))(
  'a start brings up $name: every booking, day, entry of the feed and event is there, rooms are sold, and doctor finds nothing (issue 37 item 7)',
  async ({ name }) => {
    await using receiver = startReceiver()
    const fixture = await readFixture(name, { receiverUrl: receiver.url })
    await using placed = await placeFixture(fixture, server)
    await using served = await startProcess(['serve'], placed.setup)
    const held = await endHold(served, fixture)

    await expectSeen(served, fixture, held)
    await expectSent(served, receiver, fixture)
    await expectSold(served)
    expect(served.stderr()).toContain('"event":"upgrade_done"')
    expect((await served.stop()).exitCode).toBe(0)
    expect(served.stderr()).not.toContain('"level":"error"')
    await expectSound(placed)
  },
)
