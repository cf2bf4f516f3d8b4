import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import type { Answer } from '../support/matchers.ts'
import { BOOKINGS, readBooking } from '../support/panel-booking.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

const CARD = { amountCents: 5_000, method: 'card' }
const DAY_MS = 86_400_000

const pay = ({ call }: TestUser, code: string, key?: string, body: object = CARD, query = '') =>
  call('POST', `${BOOKINGS}/${code}/payments${query}`, {
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true'
const paidOf = async (user: TestUser, code: string) => {
  const { paidCents, payments } = (await readBooking(user, code)).desk
  return [paidCents, payments.length]
}
async function start(): Promise<TestService & { code: string; other: string }> {
  const service = await startService({ connections: 12 })
  await sell(service)
  const [code, other] = [(await book(service.call)).body.code, (await book(service.call)).body.code]
  return Object.assign(service, { code, other })
}

test('a payment that is sent eight times at once under one key is noted once and answered eight times (contract-access, Settings)', async () => {
  await using service = await start()
  const { code } = service
  const { manager } = await hireStaff(service)

  const answers = await Promise.all(Array.from({ length: 8 }, () => pay(manager, code, 'a-key')))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter(isReplayed)).toHaveLength(7)
  expect(await paidOf(manager, code)).toEqual([5_000, 1])
  expect((await readBooking(manager, code)).deskHistory).toHaveLength(1)
  // Whatever was noted since: it is answered as it was.
  expect((await pay(manager, code, 'another')).body.paidCents).toBe(10_000)
  expect((await pay(manager, code, 'a-key')).text).toBe(answers[0]!.text)
})

test('another payment under a key is 409, also of another booking; without a key each is a payment (contract-access, Settings)', async () => {
  await using service = await start()
  const { code, other } = service
  const { manager } = await hireStaff(service)
  const first = await pay(manager, code, 'a-key')
  const turned = { method: 'card', amountCents: 5_000 }
  const lower = await pay(manager, code.toLowerCase(), 'a-key', turned)
  expect([lower.text, isReplayed(lower)]).toEqual([first.text, true])

  for (const [where, body] of [
    [code, { ...CARD, amountCents: 5_001 }],
    [code, { ...CARD, note: 'Deposit' }],
    [other, CARD],
  ] as const)
    expect(await pay(manager, where, 'a-key', body)).toBeProblem(409, 'idempotency_conflict')
  // What is refused is judged anew.
  const tooMuch = { ...CARD, amountCents: -9_000 }
  expect((await pay(manager, code, 'back', tooMuch)).status).toBe(422)
  expect((await pay(manager, code, 'back', { ...CARD, amountCents: -1_000 })).status).toBe(201)
  const wrong = await pay(manager, code, 'two words')
  expect(wrong.body.errors).toMatchObject([{ path: 'header:Idempotency-Key' }])

  const bare = await Promise.all([pay(manager, code), pay(manager, code)])
  expect(bare.filter(isReplayed)).toEqual([])
  expect(await paidOf(manager, code)).toEqual([14_000, 4])
  expect(await paidOf(manager, other)).toEqual([0, 0])
})

test('a key is good for 24 hours, and is its account’s own (contract-access, Settings)', async () => {
  await using service = await start()
  const { code, clock } = service
  const { manager, admin } = await hireStaff(service)
  await pay(manager, code, 'a-key')
  const others = await pay(admin, code, 'a-key', CARD, '?hotel=alfa')
  expect([others.status, isReplayed(others)]).toEqual([201, false])
  clock.nowMs += DAY_MS
  const again = await signInAgain(service, manager)
  expect(isReplayed(await pay(again, code, 'a-key'))).toBe(true)
  clock.nowMs += 1
  expect(isReplayed(await pay(again, code, 'a-key'))).toBe(false)
  expect(await paidOf(again, code)).toEqual([15_000, 3])
})
