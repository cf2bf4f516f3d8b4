import { expect, test } from 'bun:test'
import { endApiKey } from '../../src/service/accounts/api-keys.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { type Element, eventually, pull, push } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { allHistory, type Entry, warningsOf } from '../support/push-answers.ts'
import { createPushModel, type ModelDay, type ModelRoom } from '../support/push-model.ts'
import { startService, type TestHotel, TODAY } from '../support/service.ts'

const ROOMS: ModelRoom[] = [
  { roomCode: 'DBL', totalRooms: null, basePriceCents: 9_000, active: true },
  { roomCode: 'SGL', totalRooms: null, basePriceCents: null, active: true },
]
const DATES = ['2027-04-01', '2027-04-02', '2027-04-03']

type Sent = { updates: Element[]; answer: Answer }

/** Lets so many promise callbacks run, so that callers meet each other at every step. */
async function ticks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve()
}

/** The history of every day as it happened, with each `before` checked to be the `after` before it. */
async function chains(hotel: TestHotel): Promise<Map<string, Entry[]>> {
  const found = new Map<string, Entry[]>()
  for (const { roomCode } of ROOMS)
    for (const date of DATES) {
      const chain = (await allHistory(hotel, roomCode, date, 100)).toReversed()
      let day: Entry['before'] = null
      for (const { before, after } of chain) {
        expect(before).toEqual(day)
        day = after
      }
      found.set(`${roomCode} ${date}`, chain)
    }
  return found
}

/** One order of all pushes in which every day's history is in order; there is none when they were mixed. */
function serialOrder(chains: Iterable<Entry[]>): string[] {
  const waiting = [...chains].map((chain) => chain.map(({ pushId }) => pushId!))
  const order: string[] = []
  for (;;) {
    const heads = new Set(waiting.flatMap((chain) => chain.slice(0, 1)))
    if (heads.size === 0) return order
    const next = [...heads].find((id) => waiting.every((chain) => chain.indexOf(id) <= 0))
    if (next === undefined) throw new Error('no serial order explains this history')
    for (const chain of waiting) if (chain[0] === next) chain.shift()
    order.push(next)
  }
}

test('pushes of several callers to the same days come to one of their serial orders (contract §2)', async () => {
  await using service = await startService({ connections: 12, rooms: ROOMS })
  const { alfa } = service
  const callers = [alfa, await withAnotherKey(service, alfa), await withAnotherKey(service, alfa)]
  const sent: Sent[] = []
  let number = 0

  async function caller(hotel: TestHotel, turn: number, rounds = 12): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      // A count of its own in every push, so that each changes its days; other fields now and then, to be kept.
      // Two days at least of the three: any two pushes meet in one, and history leaves a single order of them.
      const available = ++number
      const updates = ROOMS.flatMap(({ roomCode }, room) =>
        DATES.filter((_, day) => (available + room + day) % 4 !== 0).map((date) => ({
          roomCode,
          date,
          available,
          ...((available + room) % 3 === 0 && { priceCents: available * 100 }),
          ...(available % 5 === 0 && { closed: available % 2 === 0 }),
        })),
      )
      await ticks((turn * 7 + round * 3) % 11)
      const mode = available % 2 ? '?mode=atomic' : ''
      sent.push({ updates, answer: await push(hotel, updates, mode) })
    }
  }
  // The single room has no price to begin with: the first push is refused, whichever comes first of the others.
  await caller(alfa, 0, 1)
  await Promise.all(
    Array.from({ length: 12 }, (_, turn) => caller(callers[turn % callers.length]!, turn)),
  )

  const history = await chains(alfa)
  const order = serialOrder(history.values())
  const byId = new Map(sent.map((each) => [each.answer.body.pushId, each]))
  const refused = sent.filter(({ answer }) => answer.status === 422)
  const applied = sent.filter(({ answer }) => answer.body.applied > 0)
  expect(new Set(order)).toEqual(new Set(applied.map(({ answer }) => answer.body.pushId)))
  const model = createPushModel(ROOMS, TODAY)
  for (const pushId of order) {
    const { updates, answer } = byId.get(pushId)!
    const mode = answer.body.mode
    const { status, applied, rejected, warnings } = model.push({ updates, mode, dryRun: false })
    expect([answer.status, answer.body.applied, answer.body.rejected]).toEqual([
      status,
      applied,
      rejected,
    ])
    expect(warningsOf(answer)).toEqual(warnings.toSorted())
  }
  expect((await pull(alfa, DATES[0]!, DATES.at(-1))).body).toEqual(model.pull(DATES))
  expect(refused.length).toBeGreaterThan(0)
  expect(order.length).toBeGreaterThan(100)
})

test('concurrent pushes of two hotels to the same room codes and dates never mix (contract §2)', async () => {
  await using service = await startService({ connections: 12, rooms: ROOMS })
  const hotels = [service.alfa, service.bravo]
  const parityOf = (hotel: TestHotel) => hotels.indexOf(hotel)

  const calls = Array.from({ length: 120 }, async (_, n) => {
    const hotel = hotels[n % 2]!
    await ticks(n % 13)
    const updates = ROOMS.flatMap(({ roomCode }) =>
      DATES.map((date) => ({ roomCode, date, available: n, priceCents: 1_000 + n })),
    )
    const answer = await push(hotel, updates)
    return { hotel, pushId: answer.body.pushId as string, status: answer.status }
  })
  const pushes = await Promise.all(calls)

  expect(new Set(pushes.map(({ status }) => status))).toEqual(new Set([200]))
  for (const hotel of hotels) {
    const own = new Set(pushes.filter((each) => each.hotel === hotel).map(({ pushId }) => pushId))
    for (const chain of (await chains(hotel)).values()) {
      expect(new Set(chain.map(({ pushId }) => pushId!))).toEqual(own)
      expect(chain.every(({ after }) => after.available % 2 === parityOf(hotel))).toBe(true)
      expect(chain.every(({ actor }) => actor.id === hotel.keyId)).toBe(true)
    }
    const { rooms } = (await pull(hotel, DATES[0]!, DATES.at(-1))).body
    const counts = new Set(
      rooms.flatMap(({ days }: { days: ModelDay[] }) => days.map(({ available }) => available)),
    )
    // Every push names every day: what stands at the end is one push, whole.
    expect(counts.size).toBe(1)
    expect(Number([...counts][0]) % 2).toBe(parityOf(hotel))
  }
})

test('a key revoked amid pushes opens nothing from then on, and what it was answered stands (contract §8)', async () => {
  await using service = await startService({ connections: 12, rooms: ROOMS })
  const { alfa, bravo, deps } = service
  const other = await withAnotherKey(service, alfa)
  let isRevoked = false
  const late: number[] = []
  const good = new Set<string>()
  let refused = 0

  /** Pushes until the key was refused twice, for refusals are limited by address. */
  async function caller(turn: number): Promise<void> {
    for (let round = 0, refusals = 0; round < 500 && refusals < 2; round++) {
      const wasRevoked = isRevoked
      const available = turn * 1_000 + round
      const updates = [{ roomCode: 'DBL', date: DATES[0]!, available, priceCents: 100 }]
      const answer = await push(other, updates)
      if (wasRevoked && answer.status !== 401) late.push(answer.status)
      if (answer.status === 200) {
        good.add(answer.body.pushId)
      } else {
        expect(answer).toBeProblem(401, 'unauthenticated')
        refusals++
        refused++
      }
      await ticks((turn + round) % 5)
    }
  }
  async function revoke(): Promise<void> {
    await eventually(() => good.size >= 20)
    await endApiKey(deps, { id: other.keyId, hotelId: alfa.id })
    isRevoked = true
  }
  const noise = async () => {
    for (let n = 0; n < 40; n++)
      await push(bravo, [{ roomCode: 'DBL', date: DATES[0]!, available: n, priceCents: 100 }])
  }
  await Promise.all([revoke(), noise(), ...Array.from({ length: 6 }, (_, turn) => caller(turn))])

  expect(late).toEqual([])
  expect(refused).toBe(12)
  const chain = (await chains(alfa)).get(`DBL ${DATES[0]}`)!
  expect(new Set(chain.map(({ pushId }) => pushId!))).toEqual(good)
  expect((await push(alfa, [{ roomCode: 'DBL', date: DATES[0]!, available: 1 }])).status).toBe(200)
})
