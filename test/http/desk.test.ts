import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { note, pay } from '../support/desk.ts'
import { asGuest } from '../support/manage.ts'
import { readBooking } from '../support/panel-booking.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, historyOf, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

// What the desk keeps beside a booking (contract §3; contract-rates, Routes).

const ID = '0190b5a0-0000-7000-8000-00000000000a'
const OTHER_ID = '0190b5a0-0000-7000-8000-00000000000b'

/** Carla's stay from 1 to 3 April for 200.00. @returns its code */
async function stay(service: TestService): Promise<string> {
  await sell(service)
  return (await book(service.call)).body.code
}

/** The clock of a service at an instant, and somebody signed in then. */
async function at(service: TestService, instant: string, who: TestUser): Promise<TestUser> {
  service.clock.nowMs = Date.parse(instant)
  return await signInAgain(service, who)
}

test('notes, tags and a room number stand beside a booking, and who wrote which', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const code = await stay(service)

  const { status, body } = await note(manager, code, {
    note: 'Quiet room',
    tags: ['VIP', 'VIP', 'Cot'],
    roomNumber: '204',
  })
  expect([status, body]).toEqual([
    200,
    {
      ...{ note: 'Quiet room', tags: ['VIP', 'Cot'], roomNumber: '204', roomNumbers: ['204'] },
      ...{
        arrivedAt: null,
        leftAt: null,
        paidCents: 0,
        dueCents: 20_000,
        isOption: false,
        consents: [],
      },
      ...{ payments: [], sharedRooms: [] },
    },
  ])
  expect((await note(manager, code, { note: '' })).body).toMatchObject({
    note: null,
    roomNumber: '204',
  })
  const read = await readBooking(manager, code)
  expect(read.desk).toMatchObject({ note: null, tags: ['VIP', 'Cot'], roomNumber: '204' })
  expect(read.revisions).toHaveLength(1)
  expect(read.deskHistory).toMatchObject([
    { before: { note: 'Quiet room' }, after: { note: null }, actor: { id: manager.user.id } },
    { before: { note: null, tags: [], roomNumber: null }, after: { note: 'Quiet room' } },
  ])
  expect(await historyOf(admin, '?entity=desk')).toHaveLength(2)
  // What changes nothing is no entry.
  await note(manager, code, { roomNumber: '204' })
  expect((await readBooking(manager, code)).deskHistory).toHaveLength(2)
})

test('what somebody has not seen is not written over; the same sent twice is written once', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const code = await stay(service)
  const ours = { note: 'Breakfast at six', expected: { note: null } }
  expect((await note(manager, code, ours)).status).toBe(200)
  expect((await note(manager, code, ours)).status).toBe(200)
  const theirs = await note(manager, code, { note: 'Flowers', expected: { note: null } })
  expect(theirs).toBeProblem(409, 'revision_conflict')
  const other = { tags: ['VIP'], roomNumber: '204', expected: { tags: [], roomNumber: null } }
  expect((await note(manager, code, other)).body).toMatchObject({ note: ours.note, tags: ['VIP'] })
  const room = { roomNumber: '301', expected: { roomNumber: null } }
  expect(await note(manager, code, room)).toBeProblem(409, 'revision_conflict')
  expect((await readBooking(manager, code)).desk).toMatchObject({
    note: ours.note,
    roomNumber: '204',
  })
})

test('guests arrive on the check-in day, leave after that, neither in the future, and a mark can be taken off', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const code = await stay(service)
  const refused = async (who: TestUser, body: Record<string, unknown>, flaw: string) => {
    const answer = await note(who, code, body)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0].code).toBe(flaw)
  }

  await refused(staff.manager, { arrivedAt: '2027-04-01T12:00:00Z' }, 'in_future')
  // 23:30 of 31 March in Istanbul.
  const manager = await at(service, '2027-04-01T12:00:00Z', staff.manager)
  await refused(manager, { arrivedAt: '2027-03-31T20:30:00Z' }, 'date_in_past')
  await refused(manager, { leftAt: '2027-04-01T11:00:00Z' }, 'range_reversed')
  const arrivedAt = '2027-03-31T21:30:00.000Z'
  expect((await note(manager, code, { arrivedAt })).body.arrivedAt).toBe(arrivedAt)
  await refused(manager, { leftAt: '2027-03-31T21:00:00Z' }, 'range_reversed')
  const leftAt = '2027-04-01T11:00:00.000Z'
  expect((await note(manager, code, { leftAt })).body).toMatchObject({ arrivedAt, leftAt })
  await refused(manager, { arrivedAt: null }, 'range_reversed')
  // By a clock that is five minutes ahead, and by one that is an hour ahead.
  const ahead = await note(manager, code, { leftAt: '2027-04-01T12:05:00Z' })
  expect(ahead.body.leftAt).toBe('2027-04-01T12:00:00.000Z')
  await refused(manager, { leftAt: '2027-04-01T13:00:00Z' }, 'in_future')
  const off = await note(manager, code, { arrivedAt: null, leftAt: null })
  expect(off.body).toMatchObject({ arrivedAt: null, leftAt: null })
})

test('of a cancelled booking nobody arrives, and its due is its penalty', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const code = await stay(service)
  await pay(staff.manager, code, { amountCents: 5_000 })
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })

  const manager = await at(service, '2027-04-01T12:00:00Z', staff.manager)
  const answer = await note(manager, code, { arrivedAt: '2027-04-01T11:00:00Z' })
  expect(answer).toBeProblem(409, 'transition_invalid')
  expect((await note(manager, code, { note: 'Called' })).body.dueCents).toBe(-5_000)
})

test('payments are noted and never deleted: a wrong one is taken back once, with a trail', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const code = await stay(service)

  const first = await pay(manager, code, { id: ID, method: 'card', note: 'Deposit' })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ paidCents: 10_000, dueCents: 10_000 })
  expect(first.body.payments).toMatchObject([
    { id: ID, amountCents: 10_000, method: 'card', note: 'Deposit', takesBack: null },
  ])
  // Sent again by who has not heard the answer.
  const again = await pay(manager, code, { id: ID, method: 'card', note: 'Deposit' })
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await pay(manager, code, { id: ID })).toBeProblem(409, 'idempotency_conflict')

  const back = { amountCents: -10_000, method: 'card', takesBack: ID }
  for (const [wrong, flaw] of [
    [{ ...back, amountCents: -9_999 }, 'unknown_value'],
    [{ ...back, takesBack: OTHER_ID }, 'unknown_value'],
    [{ amountCents: -10_001 }, 'out_of_range'],
    [{ amountCents: 0 }, 'out_of_range'],
    [{ method: 'gold' }, 'unknown_value'],
  ] as const) {
    const answer = await pay(manager, code, wrong)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect([wrong, answer.body.errors[0].code]).toEqual([wrong, flaw])
  }
  expect((await pay(manager, code, { ...back, id: OTHER_ID })).body).toMatchObject({
    paidCents: 0,
    payments: [{ id: ID }, { id: OTHER_ID, takesBack: ID, actor: { id: manager.user.id } }],
  })
  const twice = await pay(manager, code, back)
  expect(twice.body.errors[0].code).toBe('repeated')
  // What takes another back is not taken back itself.
  const onward = await pay(manager, code, { amountCents: 10_000, takesBack: OTHER_ID })
  expect(onward.body.errors[0].code).toBe('unknown_value')
  const { deskHistory } = await readBooking(manager, code)
  expect(deskHistory.map(({ after }: any) => after)).toEqual([
    { paidCents: 0, amountCents: -10_000, method: 'card' },
    { paidCents: 10_000, amountCents: 10_000, method: 'card', note: 'Deposit' },
  ])
})

test('everything that the desk keeps has a bound', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const code = await stay(service)
  for (const body of [
    { note: 'a'.repeat(2_001) },
    { tags: Array.from({ length: 11 }, (_, index) => `${index}`) },
    { tags: ['a'.repeat(31)] },
    { roomNumber: '1'.repeat(61) },
    { arrivedAt: 'yesterday' },
    { paidCents: 1 },
  ])
    expect(await note(manager, code, body)).toBeProblem(422, 'validation_failed')
  for (let index = 0; index < 100; index++) await pay(manager, code, { amountCents: 1 })
  const answer = await pay(manager, code)
  expect(answer.body.errors[0]).toMatchObject({ code: 'too_many', path: '' })
  const most = Number.MAX_SAFE_INTEGER
  expect((await pay(manager, code, { amountCents: most })).status).toBe(422)
})
