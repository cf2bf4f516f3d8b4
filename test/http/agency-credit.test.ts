import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { book, sell } from '../support/bookings.ts'
import { pay } from '../support/desk.ts'
import { tokenOf } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, type Staff, signInAgain } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

// The credit of an agency at a hotel (contract-agencies, *Credit*). A stay of two nights is 20,000, of which the agency
// keeps 2,000: it owes 18,000.

const COLLECT = { payment: { collect: 'agency' } }
const DUE = 18_000
const [PAYMENT, BACK] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
]

async function start(service: TestService, creditLimitCents: number | null = 40_000) {
  await sell(service, { available: 9 })
  const staff = await hireStaff(service)
  await putTerms(staff.manager, { creditLimitCents })
  return staff
}

const owed = async ({ manager }: Pick<Staff, 'manager'>): Promise<number> =>
  (await manager.call('GET', '/v1/panel/agencies/DELTA/terms')).body.owedCents

const patch = (call: TestService['call'], code: string, body: object) =>
  call('PATCH', `/v1/bookings/${code}`, { body })

const cancel = (call: TestService['call'], code: string, body: object = {}) =>
  call('POST', `/v1/bookings/${code}/cancel`, { body })

const reinstate = (call: TestService['call'], code: string, body: object = {}) =>
  call('POST', `/v1/panel/bookings/${code}/reinstate`, { body })

function expectRefused(answer: Answer, leftCents: number): void {
  expect(answer).toBeProblem(409, 'credit_exceeded')
  expect(answer.body.leftCents).toBe(leftCents)
}

test('without active terms nothing is on credit, nor with terms that grant none; what the hotel collects needs none', async () => {
  await using service = await startService()
  const staff = await start(service, 0)
  const { agent, echoAgent, manager } = staff
  expectRefused(await book(agent.call, COLLECT), 0)
  await putTerms(manager, { creditLimitCents: null, active: false })
  expectRefused(await book(agent.call, COLLECT), 0)
  expectRefused(await book(echoAgent.call, COLLECT), 0)
  expect((await book(agent.call)).status).toBe(201)
  await putTerms(manager, { creditLimitCents: null })
  expect((await book(agent.call, COLLECT)).status).toBe(201)
  expect(await owed(staff)).toBe(DUE)
})

test('an agency without active terms collects nothing, what is paid in full neither, but with override', async () => {
  await using service = await startService()
  const staff = await start(service, null)
  const { agent, manager } = staff
  const { code } = (await book(agent.call)).body
  await pay(manager, code, { amountCents: 20_000, method: 'card' })
  await putTerms(manager, { creditLimitCents: null, active: false })
  expectRefused(await patch(manager.call, code, COLLECT), 0)
  expect((await patch(manager.call, code, { ...COLLECT, override: true })).status).toBe(200)
  expect(await owed(staff)).toBe(0)
})

test('bookings and holds count by what is payable less commission, and one past the limit is refused with what is left', async () => {
  await using service = await startService()
  const staff = await start(service)
  const { agent, manager } = staff
  await book(agent.call, { ...COLLECT, hold: true })
  expect((await book(agent.call, COLLECT)).status).toBe(201)
  expect(await owed(staff)).toBe(2 * DUE)
  for (const more of [{}, { hold: true }])
    expectRefused(await book(agent.call, { ...COLLECT, ...more }), 4_000)
  expect((await book(agent.call)).status).toBe(201)
  expect(await owed(staff)).toBe(2 * DUE)
  await putTerms(manager, { creditLimitCents: 3 * DUE })
  expect((await book(agent.call, COLLECT)).status).toBe(201)
})

test('a hold that runs out frees what it took, and its confirmation takes nothing', async () => {
  await using service = await startService()
  const staff = await start(service, DUE)
  const { agent } = staff
  const held = (await book(agent.call, { ...COLLECT, hold: true })).body.code
  expect((await agent.call('POST', `/v1/bookings/${held}/confirm`)).status).toBe(200)
  expect(await owed(staff)).toBe(DUE)
  await cancel(agent.call, held)
  expect(await owed(staff)).toBe(0)
  await book(agent.call, { ...COLLECT, hold: true })
  service.clock.nowMs += 16 * 60_000
  await expireHolds(service.deps)
  expect(await owed(staff)).toBe(0)
})

test('the credit of a group is judged of the whole, in placing, further stay and change', async () => {
  await using service = await startService()
  const staff = await start(service)
  const { agent, manager } = staff
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 }
  const guest = { firstName: 'C', lastName: 'D', email: 'c@example.com' }
  const order = (stays: object[]) => ({ body: { hotelSlug: 'alfa', guest, stays, ...COLLECT } })
  const path = '/v1/acenta/booking-groups'
  expectRefused(await agent.call('POST', path, order([stay, stay, stay])), 40_000)
  expect(await owed(staff)).toBe(0)
  const { body } = await agent.call('POST', path, order([stay, stay]))
  expect(await owed(staff)).toBe(2 * DUE)

  const further = { body: stay }
  expectRefused(await agent.call('POST', `${path}/${body.code}/stays`, further), 4_000)
  const [one, two] = body.bookings.map(({ code }: { code: string }) => code)
  const stays = [
    { code: one, checkout: '2027-04-04' },
    { code: two, checkout: '2027-04-02' },
  ]
  const longer = { body: { stays: [stays[0]] } }
  expectRefused(await agent.call('PATCH', `${path}/${body.code}`, longer), 4_000)
  const tried = { body: { ...longer.body, simulate: true } }
  expectRefused(await agent.call('PATCH', `${path}/${body.code}`, tried), 4_000)
  // One more night for the one, one less for the other: the whole owes the same.
  expect((await agent.call('PATCH', `${path}/${body.code}`, { body: { stays } })).status).toBe(200)
  const desk = `/v1/panel/booking-groups/${body.code}`
  expectRefused(await manager.call('POST', `${desk}/stays`, further), 4_000)
  const passed = { body: { ...stay, override: true } }
  expect((await manager.call('POST', `${desk}/stays`, passed)).status).toBe(201)
  expect(await owed(staff)).toBe(3 * DUE)
})

test('a change that raises what is owed past the limit is refused, simulated or not; one that lowers it never is', async () => {
  await using service = await startService()
  const staff = await start(service)
  const { agent, manager } = staff
  const { code } = (await book(agent.call, COLLECT)).body
  await putTerms(manager, { creditLimitCents: 1_000 })
  for (const more of [{ checkout: '2027-04-04' }, { rooms: 2, simulate: true }])
    expectRefused(await patch(agent.call, code, more), 0)
  expect((await patch(agent.call, code, { arrivalTime: '20:00' })).status).toBe(200)
  expect((await patch(agent.call, code, { checkout: '2027-04-02' })).status).toBe(200)
  expect(await owed(staff)).toBe(9_000)
  await putTerms(manager, { creditLimitCents: null, active: false })
  expectRefused(await patch(agent.call, code, { checkout: '2027-04-03' }), 0)
  await putTerms(manager, { creditLimitCents: DUE })
  expect((await patch(agent.call, code, { checkout: '2027-04-03' })).status).toBe(200)
})

test('the hotel’s people pass the credit with override, which the history has; without it they are refused like the agency', async () => {
  await using service = await startService()
  const staff = await start(service, 0)
  const { agent, manager } = staff
  const { code } = (await book(agent.call)).body
  expectRefused(await patch(manager.call, code, COLLECT), 0)
  const passed = await patch(manager.call, code, { ...COLLECT, override: true })
  expect(passed.body.payment.collect).toBe('agency')
  expect(await owed(staff)).toBe(DUE)
  expectRefused(await patch(manager.call, code, { checkout: '2027-04-04' }), 0)
  const read = await manager.call('GET', `/v1/panel/bookings/${code}`)
  expect(read.body.revisions[0]).toMatchObject({ revision: 2, override: true })
  expect((await patch(manager.call, code, { payment: { collect: 'hotel' } })).status).toBe(200)
  expect(await owed(staff)).toBe(0)
  await putTerms(manager, { active: false })
  expectRefused(await patch(manager.call, code, COLLECT), 0)
  expect((await patch(manager.call, code, { ...COLLECT, override: true })).status).toBe(200)
})

test('a payment lowers what is owed, one taken back raises it whatever the limit, and what is paid too much frees nothing of another', async () => {
  await using service = await startService()
  const staff = await start(service, 2 * DUE)
  const { agent, manager } = staff
  const { code } = (await book(agent.call, COLLECT)).body
  await book(agent.call, COLLECT)
  const paid = { amountCents: 25_000, method: 'portal', id: PAYMENT }
  expect((await pay(manager, code, paid)).status).toBeLessThan(300)
  expect(await owed(staff)).toBe(DUE)
  expect((await book(agent.call, COLLECT)).status).toBe(201)
  const back = { ...paid, amountCents: -25_000, id: BACK, takesBack: PAYMENT }
  expect((await pay(manager, code, back)).status).toBeLessThan(300)
  expect(await owed(staff)).toBe(3 * DUE)
  expectRefused(await book(agent.call, COLLECT), 0)
})

test('a penalty is owed less its commission and never refused; reinstatement is judged, and override passes it', async () => {
  await using service = await startService()
  const cancellation = { freeUntilDays: null, penalty: 'first_night' } as const
  await makeRate(service, { rateCode: 'STD', cancellation })
  const staff = await start(service, DUE)
  const { agent, manager } = staff
  const { code } = (await book(agent.call, COLLECT)).body
  await putTerms(manager, { creditLimitCents: 0 })
  expect((await cancel(agent.call, code)).body.penaltyCents).toBe(10_000)
  expect(await owed(staff)).toBe(9_000)
  for (const simulate of [true, false])
    expectRefused(await reinstate(manager.call, code, { simulate }), 0)
  const passed = await reinstate(manager.call, code, { override: true })
  expect(passed.body.status).toBe('confirmed')
  expect(await owed(staff)).toBe(DUE)
  const read = await manager.call('GET', `/v1/panel/bookings/${code}`)
  expect(read.body.revisions[0]).toMatchObject({ revision: 3, override: true })
  service.clock.nowMs = Date.parse('2027-04-01T13:00:00Z')
  const { call } = await signInAgain(service, manager)
  await call('POST', `/v1/panel/bookings/${code}/no-show`)
  expect(await owed({ manager: { ...manager, call } })).toBe(9_000)
})

test('a guest whose act the credit refuses is not told what is left of it', async () => {
  await using service = await startService()
  const staff = await start(service)
  const { code } = (await book(staff.agent.call, COLLECT)).body
  await putTerms(staff.manager, { creditLimitCents: DUE + 500, guestActs: true })
  const manageToken = await tokenOf(service, code)
  const refused = await patch(service.call, code, { manageToken, checkout: '2027-04-04' })
  expect(refused).toBeProblem(409, 'credit_exceeded')
  expect(refused.text).not.toMatch(/leftCents|500/)
})
