import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { addDay } from '../support/bookings.ts'
import { FIRST, openRates, readRateDay, STEPS } from '../support/certification.ts'
import { temporaryFolder } from '../support/folder.ts'
import { asGuest } from '../support/manage.ts'
import { type Scene, startScene } from '../support/oversold.ts'
import { dayFromNow } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'

// Starts of real processes, on a machine that may be busy.
setDefaultTimeout(120_000)

/** What each step took: calls, and bytes of their bodies. */
const taken: { step: string; calls: number; bytes: number }[] = []
/** A step is at most so many bytes; a full sync of two room types at two rates, 500 days, is 1.2 KB. */
const BYTES_MAX = 2_000

const program = shelvedBinary()
const folder = temporaryFolder()
let scene: Scene

beforeAll(async () => {
  const env = { WEBHOOK_ALLOW_PRIVATE: '1' }
  scene = await startScene({ folder: folder.path, program, env })
  await openRates(scene)
}, 120_000)
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
  const lines = taken.map(({ step, calls, bytes }) => `${step}: ${calls} calls, ${bytes} bytes`)
  await Bun.write(Bun.stdout, `${lines.join('\n')}\n`)
})

// First: of what the hotel has already, its copy shows no change.
test('played with a test key, steps 1 to 12 are those of its certification, each of them once (issue 16, contract §2)', async () => {
  const key = await scene.admin('POST', '/panel/api-keys?hotel=alfa', {
    ...{ name: 'Sandbox', mode: 'test' },
  })
  const ask = async (method: string, path: string, body?: unknown) =>
    (await scene.served.call(method, `/v1/partner${path}`, { key: key.secret, body })).body
  const shown = async (): Promise<string[]> => {
    const { scenarios } = await ask('GET', '/sandbox/certification')
    return scenarios.flatMap((each: any) => (each.done ? [each.scenario] : []))
  }
  const seen: Record<string, string[]> = {}
  for (const [index, { name, calls }] of STEPS.entries()) {
    const before = await shown()
    // Here a full sync begins today.
    const sync = calls.flat().map((each) => ({ ...each, dateFrom: dayFromNow(0) }))
    for (const updates of index === 0 ? [sync] : calls)
      expect((await ask('PATCH', '/availability', { updates })).rejected).toBe(0)
    seen[name] = (await shown()).filter((each) => !before.includes(each))
  }

  expect(Object.values(seen)).toEqual([
    ['full_sync', 'ranges', 'min_stay'],
    ['one_day'],
    ['many_days'],
    [],
    ['min_stay_through'],
    ['closed'],
    ['max_stay'],
    ['closed_to_arrival'],
    ['closed_to_departure'],
    ['half_year'],
    [],
    [],
  ])
})

test.each(STEPS.map((step) => [step.name, step] as const))(
  'certification %s: one call is enough, and what was sent is read (integrator.md §3)',
  async (name, { calls, reads = [], counts = [] }) => {
    let bytes = 0
    for (const updates of calls) {
      const body = { updates }
      bytes += Buffer.byteLength(JSON.stringify(body))
      const answer = await scene.partner('PATCH', '/availability', { body })
      expect(answer.status).toBe(200)
      expect(answer.body.rejected).toBe(0)
    }
    for (const { day, ...place } of reads)
      expect(await readRateDay(scene, place)).toMatchObject(day)
    for (const { roomCode, date, available } of counts) {
      const { body } = await scene.partner(
        'GET',
        `/availability?from=${date}&to=${date}&roomCode=${roomCode}`,
      )
      expect(body.rooms[0].days[0]).toMatchObject({ date, available })
    }
    taken.push({ step: name, calls: calls.length, bytes })
    expect(bytes).toBeLessThan(BYTES_MAX)
    expect(calls).toHaveLength(1)
  },
)

const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }

test('certification 13: a booking made, changed and cancelled is received with its rate, and each revision acknowledged (integrator.md §3)', async () => {
  await using receiver = startReceiver()
  await scene.partner('POST', '/webhooks', { body: { url: receiver.url } })
  const path = '/v1/bookings'
  const stay = {
    roomCode: 'TWN',
    rateCode: 'BB',
    checkin: addDay(FIRST, 90),
    checkout: addDay(FIRST, 93),
  }
  const order = { hotelSlug: 'alfa', ...stay, adults: 2, guest: GUEST }
  const { body: booking } = await scene.served.call('POST', path, { body: order })
  const change = { ...asGuest(booking.code), checkout: addDay(FIRST, 94) }
  await scene.served.call('PATCH', `${path}/${booking.code}`, { body: change })
  await scene.served.call('POST', `${path}/${booking.code}/cancel`, { body: asGuest(booking.code) })
  const events = (await receiver.until(3)).map(({ body }) => JSON.parse(body))
  let calls = 0
  let bytes = 0
  for (const { data } of events) {
    const body = { revision: data.revision, externalId: 'PMS-1' }
    bytes += Buffer.byteLength(JSON.stringify(body))
    calls++
    const acked = await scene.partner('POST', `/bookings/${data.code}/ack`, { body })
    expect(acked.body.ackedRevision).toBe(data.revision)
  }
  expect(events.map(({ event }) => event)).toEqual([
    'booking.confirmed',
    'booking.modified',
    'booking.cancelled',
  ])
  expect(events[0].data).toMatchObject({ rateCode: 'BB', boardCode: 'BB', revision: 1 })
  taken.push({ step: '13 booking received, changed, cancelled, acknowledged', calls, bytes })
})

test('certification 14: a key that asks too fast is told how long to wait, and that is enough; what is sent again is unchanged (integrator.md §3)', async () => {
  const { id, secret } = await scene.admin('POST', '/panel/api-keys?hotel=alfa', { name: 'fast' })
  await scene.admin('PATCH', `/admin/hotels/alfa/keys/${id}`, { requestsPerMinute: 60 })
  const limits = () => scene.served.call('GET', '/v1/partner/limits', { key: secret })
  let answer = await limits()
  let calls = 1
  while (answer.status === 200) {
    answer = await limits()
    calls++
  }
  expect(answer.status).toBe(429)
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeWithin(1, 3)
  await Bun.sleep(seconds * 1_000)
  expect((await limits()).status).toBe(200)
  const [again] = STEPS[3]!.calls
  const { body } = await scene.partner('PATCH', '/availability', { body: { updates: again } })
  expect(body.applied).toBe(0)
  expect(body.unchanged).toBe(body.received)
  const bytes = Buffer.byteLength(JSON.stringify({ updates: again }))
  taken.push({ step: '14 rate limit kept; a repeat changes nothing', calls: calls + 2, bytes })
})
