import { expect, test } from 'bun:test'
import { type Element, history, push, recordLog } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { count } from '../support/retention.ts'
import { startService, type TestHotel } from '../support/service.ts'
import { holdAlfa, othersWait } from '../support/sql.ts'
import { signIn } from '../support/users.ts'

const DATE = '2027-04-01'
const GOOD = { roomCode: 'DBL', date: DATE, available: 4, priceCents: 12900 }
const BAD = { ...GOOD, available: -1 }

const send = ({ call }: TestHotel, updates: Element[], key: string, query = '') =>
  call('PUT', `/availability${query}`, { body: { updates }, headers: { 'idempotency-key': key } })
const entries = async (hotel: TestHotel) => (await history(hotel, 'DBL', DATE)).body.items.length
const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true'

test('one Idempotency-Key fifty times at once is one push, answered fifty times (contract-counts)', async () => {
  await using service = await startService({ connections: 12 })
  const { alfa } = service

  for (const [key, updates, status] of [
    ['applied', [GOOD], 200],
    ['in-part', [{ ...GOOD, available: 3 }, BAD], 207],
    ['unchanged', [{ ...GOOD, available: 3 }], 200],
  ] as const) {
    const before = await count(service, 'push')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(alfa, [...updates], key)),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]))
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1)
    expect(await count(service, 'push')).toBe(before + 1)
  }
  expect(await entries(alfa)).toBe(2)
})

test('of different pushes at once under one key one is taken and the others are 409 (contract-counts)', async () => {
  await using service = await startService({ connections: 12 })
  const { alfa } = service

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => send(alfa, [{ ...GOOD, available: n }], 'a-key')),
  )
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(1)
  for (const answer of answers)
    if (answer !== taken[0]) expect(answer).toBeProblem(409, 'idempotency_conflict')
  expect([await entries(alfa), await count(service, 'push')]).toEqual([1, 1])
})

test('a push that comes while the first under its key is under way waits, and is not judged by itself (contract-counts)', async () => {
  await using service = await startService({ connections: 12 })
  const { alfa, clock, store } = service
  const yesterday = { ...GOOD, date: '2027-03-09' }
  const letGo = await holdAlfa(service)
  const first = send(alfa, [yesterday], 'a-key')
  await othersWait(store, 1)
  const conflicting = send(alfa, [BAD], 'a-key')
  await othersWait(store, 2)
  const atomic = send(alfa, [GOOD, BAD], 'a-key', '?mode=atomic')
  await othersWait(store, 3)
  // The day has turned meanwhile: the same push, judged now, would be refused as a whole.
  clock.nowMs = Date.parse('2027-03-11T09:00:00Z')
  const second = send(alfa, [yesterday], 'a-key')
  await othersWait(store, 4)
  await letGo()

  const [one, two] = [await first, await second]
  expect([one.status, isReplayed(one)]).toEqual([200, false])
  expect([two.status, isReplayed(two), two.text]).toEqual([200, true, one.text])
  // Of these the body alone is no reason to say 422: the key stands for another push.
  for (const answer of [await conflicting, await atomic])
    expect(answer).toBeProblem(409, 'idempotency_conflict')
  expect(await send(alfa, [yesterday], 'another')).toBeProblem(422, 'validation_failed')
})

test('a push under a key that could not be written is not kept: the next one is judged anew (contract-counts)', async () => {
  await using service = await startService({ connections: 12, log: recordLog().log })
  const { alfa, store } = service
  const { tx } = store
  store.tx = (body) =>
    tx(async (handle) => {
      await body(handle)
      throw new Error('the disk is full')
    })
  expect((await send(alfa, [GOOD], 'a-key')).status).toBe(500)
  store.tx = tx
  const done = await send(alfa, [GOOD], 'a-key')
  expect([done.status, isReplayed(done), done.body.applied]).toEqual([200, false, 1])
})

test('a room type that changed between two pushes of a key changes nothing of the answer (contract-counts)', async () => {
  await using service = await startService({ connections: 12 })
  const { alfa } = service
  const admin = await signIn(service, 'admin')
  const first = await send(alfa, [GOOD, BAD], 'a-key')
  await admin.call('PATCH', '/v1/admin/hotels/alfa/rooms/DBL', { body: { totalRooms: 1 } })
  expect((await push(alfa, [GOOD])).status).toBe(422)
  expect((await send(alfa, [GOOD, BAD], 'a-key')).text).toBe(first.text)
})
