import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { pull, push } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { allHistory, codesByIndex, warningsOf } from '../support/push-answers.ts'
import {
  createPushModel,
  type ModelDay,
  type ModelPush,
  type ModelRoom,
  type PushModel,
} from '../support/push-model.ts'
import { rounds } from '../support/rounds.ts'
import { startService, type TestHotel, TODAY } from '../support/service.ts'

const ROOMS: ModelRoom[] = [
  { roomCode: 'STD', totalRooms: null, basePriceCents: 9_000, active: true },
  { roomCode: 'NIL', totalRooms: null, basePriceCents: null, active: true },
  { roomCode: 'CAP', totalRooms: 3, basePriceCents: null, active: true },
  { roomCode: 'FREE', totalRooms: 4, basePriceCents: 0, active: true },
  { roomCode: 'OFF', totalRooms: 5, basePriceCents: 100, active: false },
]
/** Yesterday, the first day that can be set, to a few days on; and the last that can be. */
const NEAR = ['2027-03-09', '2027-03-10', '2027-03-11', '2027-03-12']
const FAR = '2029-03-09'

const open = fc.record(
  {
    roomCode: fc.constantFrom(...ROOMS.map(({ roomCode }) => roomCode)),
    date: fc.constantFrom(...NEAR, FAR),
    available: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 9_999),
    priceCents: fc.constantFrom(0, 1, 9_000, 12_900, 10_000_000_000),
    closed: fc.boolean(),
  },
  { requiredKeys: ['roomCode', 'date', 'available'] },
)
/** One field of a good element put wrong; undefined takes it away. */
const flaw = fc.oneof(
  fc.record({ roomCode: fc.constantFrom('STX', 'std', '', 'R'.repeat(65), null, 7, undefined) }),
  fc.record({ date: fc.constantFrom('2027-03-08', '2029-03-10', '2027-02-30', '2027-3-10', null) }),
  fc.record({ date: fc.constantFrom('2027-03-10T00:00:00Z', '', 20270310, undefined) }),
  fc.record({ available: fc.constantFrom(-1, 1.5, '2', 10_000, 2 ** 53, null, true, undefined) }),
  fc.record({ priceCents: fc.constantFrom(-1, 99.5, '9000', 1e12, null, []) }),
  fc.record({ closed: fc.constantFrom('true', 0, null) }),
  fc.record({ stopSell: fc.boolean() }),
)
const spoilt = fc
  .tuple(open, fc.array(flaw, { minLength: 1, maxLength: 2 }))
  .map(([element, flaws]) => Object.assign({}, element, ...flaws) as unknown)
const element: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: open },
  { weight: 3, arbitrary: spoilt },
  { weight: 1, arbitrary: fc.constantFrom(null, 7, 'STD', [], [{}], {}) },
)
const step = fc.record({
  isAlfa: fc.boolean(),
  mode: fc.constantFrom('partial' as const, 'partial' as const, 'atomic' as const),
  dryRun: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  updates: fc.oneof(
    fc.array(element, { minLength: 1, maxLength: 10, size: 'max' }),
    fc.array(open, { minLength: 1, maxLength: 10, size: 'max' }),
  ),
})
const steps = fc.array(step, { minLength: 1, maxLength: 14, size: 'max' })

/** Pushes of Alfa that come to every sight, which few chosen by chance do. */
const EVERY_SIGHT: (ModelPush & { isAlfa: boolean })[] = [
  [{ roomCode: 'STD', date: '2027-03-10', available: 1, priceCents: 9_000, closed: true }],
  [{ roomCode: 'STD', date: '2027-03-10', available: 2, priceCents: 10_000_000_000 }],
  [{ roomCode: 'STD', date: '2027-03-10', available: 2, priceCents: 10_000_000_000 }],
  [
    { roomCode: 'STD', date: '2027-03-11', available: 1 },
    { roomCode: 'STD', date: '2027-03-11', available: 2 },
    { roomCode: 'STX', date: '2027-03-11', available: 1 },
    { roomCode: 'STD', date: '2027-03-08', available: 1 },
    { roomCode: 'STD', date: '2029-03-10', available: 1 },
    { roomCode: 'NIL', date: '2027-03-11', available: 1 },
    { roomCode: 'CAP', date: '2027-03-11', available: 4, priceCents: 9_000 },
  ],
  [{ roomCode: 'STX', date: '2027-03-11', available: 1 }],
].map((updates) => ({ isAlfa: true, mode: 'partial', dryRun: false, updates }))

/** What one hotel should be like: the model, and each change with the push that made it. */
type Expected = {
  model: PushModel
  changes: { cell: string; pushId: string; before: ModelDay | null; after: ModelDay }[]
  etag?: string
  pulled?: unknown
}

test('after any pushes the pull equals a plain model, and history replays to it (contract §2)', async () => {
  const seen = new Set<unknown>()
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      await using service = await startService({ rooms: ROOMS })
      const hotels = { alfa: expectations(), bravo: expectations() }
      for (const { isAlfa, ...given } of steps) {
        const name = isAlfa ? 'alfa' : 'bravo'
        const answer = await checkPush(service[name], hotels[name], given)
        for (const sight of sights(answer)) seen.add(sight)
        await Promise.all([
          checkPull(service.alfa, hotels.alfa),
          checkPull(service.bravo, hotels.bravo),
        ])
      }
      await Promise.all([
        checkHistory(service.alfa, hotels.alfa),
        checkHistory(service.bravo, hotels.bravo),
      ])
    }),
    { numRuns: rounds(200), examples: [[EVERY_SIGHT]] },
  )
  // Runs that never met one of these would prove little.
  expect([...SIGHTS].filter((sight) => !seen.has(sight))).toEqual([])
}, 180_000)

const SIGHTS = [
  ...[200, 207, 422],
  ...['price_required', 'above_capacity', 'unknown_room', 'date_in_past', 'date_too_far'],
  ...['duplicate_element', 'day_still_closed', 'price_jump', 'unchanged'],
]

const sights = ({ status, body }: Answer): unknown[] => [
  status,
  ...[...body.errors, ...body.warnings].map(({ code }: { code: string }) => code),
  ...(body.unchanged > 0 ? ['unchanged'] : []),
]

const expectations = (): Expected => ({ model: createPushModel(ROOMS, TODAY), changes: [] })

async function checkPush(hotel: TestHotel, { model, changes }: Expected, given: ModelPush) {
  const { updates, mode, dryRun } = given
  const answer = await push(hotel, updates, `?mode=${mode}&dryRun=${dryRun}`)
  // The model reads what JSON leaves of the elements: a field that is undefined is not there.
  const sent: unknown[] = JSON.parse(JSON.stringify(updates))
  const { status, errors, warnings, changed, ...counts } = model.push({ ...given, updates: sent })

  expect(answer.status).toBe(status)
  if (status === 422) expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body).toMatchObject({ ...counts, mode, dryRun })
  expect(codesByIndex(answer)).toEqual(Object.fromEntries(errors))
  expect(warningsOf(answer)).toEqual(warnings.toSorted())
  for (const change of changed) changes.push({ pushId: answer.body.pushId, ...change })
  return answer
}

async function checkPull(hotel: TestHotel, expected: Expected) {
  const { etag, pulled } = expected
  const path = `/availability?from=${NEAR[0]}&to=${NEAR.at(-1)}`
  const headers = etag === undefined ? {} : { 'if-none-match': etag }
  const [far, answer] = await Promise.all([pull(hotel, FAR), hotel.call('GET', path, { headers })])
  expect(far.body).toEqual(expected.model.pull([FAR]))
  const now = expected.model.pull(NEAR)
  if (etag !== undefined && Bun.deepEquals(now, pulled)) {
    expect(answer.status).toBe(304)
    return
  }
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual(now)
  expected.etag = answer.headers.get('etag')!
  expected.pulled = now
}

async function checkHistory(hotel: TestHotel, { model, changes }: Expected) {
  for (const { roomCode } of ROOMS)
    for (const date of [...NEAR, FAR]) {
      const oldestFirst = (await allHistory(hotel, roomCode, date, 3)).toReversed()
      let day: ModelDay | null = null
      for (const { before, after } of oldestFirst) {
        expect(before).toEqual(day && { ...day, shortfall: 0 })
        const { shortfall, ...left } = after
        expect(shortfall).toBe(0)
        day = left
      }
      expect(day).toEqual(model.day(roomCode, date))
      const made = changes.filter(({ cell }) => cell === `${roomCode} ${date}`)
      expect(oldestFirst.map(({ pushId }) => pushId)).toEqual(made.map(({ pushId }) => pushId))
      expect(oldestFirst.every(({ actor }) => actor.id === hotel.keyId)).toBe(true)
    }
}
