import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { pull } from '../support/http.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const DAYS = '/v1/panel/availability'
const DATE = '2027-04-01'

/** Alfa's manager, with rooms on sale from 1 April on. */
async function scene(service: TestService) {
  await sell(service, { nights: 1 })
  const { manager } = await hireStaff(service)
  const push = (update: Record<string, unknown>) =>
    manager.call('PUT', DAYS, { body: { updates: [{ roomCode: 'DBL', date: DATE, ...update }] } })
  const day = async () => {
    const { rooms } = (await pull(service.alfa, DATE)).body
    return rooms.find((room: any) => room.roomCode === 'DBL').days[0]
  }
  return { push, day, manager, before: await day() }
}

test('closing and opening a day in the panel leaves its rooms as they are, also when one is sold meanwhile (contract §1)', async () => {
  await using service = await startService()
  const { push, day, before } = await scene(service)
  expect((await push({ closed: true })).body).toMatchObject({ applied: 1, warnings: [] })
  expect(await day()).toEqual({ ...before, closed: true })
  await push({ closed: false })
  expect((await book(service.call, { checkin: DATE, checkout: '2027-04-02' })).status).toBe(201)
  await push({ priceCents: 77_700 })
  expect(await day()).toEqual({ ...before, available: before.available - 1, priceCents: 77_700 })
})

test('rooms added in the panel are added to what is left when the change has its turn', async () => {
  await using service = await startService()
  const { push, day, before } = await scene(service)
  await book(service.call, { checkin: DATE, checkout: '2027-04-02' })
  expect((await push({ availableBy: 2 })).body.applied).toBe(1)
  expect((await day()).available).toBe(before.available + 1)
  expect((await push({ availableBy: -1 })).body.applied).toBe(1)
  expect((await day()).available).toBe(before.available)
})

test('no more rooms can be taken away than are left, nor more given than there may be', async () => {
  await using service = await startService()
  const { push, day, before } = await scene(service)
  for (const availableBy of [-before.available - 1, 9_999]) {
    const answer = await push({ availableBy })
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0]).toMatchObject({ code: 'out_of_range', field: 'availableBy' })
  }
  expect(await day()).toEqual(before)
})

test('a price worked out from another one is refused when that was changed meanwhile, and changes nothing (issue 5 §3)', async () => {
  await using service = await startService()
  const { push, day, before } = await scene(service)
  const { priceCents } = before
  const raised = { priceCents: priceCents + 1_000, expectedPriceCents: priceCents }
  expect((await push(raised)).body.applied).toBe(1)
  const { status, body } = await push(raised)
  expect([status, body.applied, body.errors]).toMatchObject([
    422,
    0,
    [{ path: '/updates/0/expectedPriceCents', code: 'price_changed', roomCode: 'DBL', date: DATE }],
  ])
  expect((await day()).priceCents).toBe(priceCents + 1_000)
})

test('a count sent to a closed day warns that it stays closed; a price does not (contract §2)', async () => {
  await using service = await startService()
  const { push } = await scene(service)
  await push({ closed: true })
  expect((await push({ priceCents: 10_000 })).body.warnings).toEqual([])
  expect((await push({ availableBy: 1 })).body.warnings[0].code).toBe('day_still_closed')
  expect((await push({ available: 2 })).body.warnings[0].code).toBe('day_still_closed')
})

test('a partner’s push must still say how many rooms are left, and knows no difference (specification §2.3)', async () => {
  await using service = await startService()
  await scene(service)
  for (const update of [
    { closed: true },
    { available: 1, availableBy: 1 },
    { available: 1, expectedPriceCents: 1 },
  ]) {
    const body = { updates: [{ roomCode: 'DBL', date: DATE, ...update }] }
    const answer = await service.alfa.call('PUT', '/availability', { body })
    expect(answer).toBeProblem(422, 'validation_failed')
  }
})

test('an element of the panel that sets nothing is refused, and told what it may set (contract-counts, one field at least)', async () => {
  await using service = await startService()
  const { manager } = await scene(service)
  const place = { roomCode: 'DBL', date: DATE }
  const updates = [place, { ...place, expectedPriceCents: 9_000 }, { ...place, closed: true }, null]
  const { status, body } = await manager.call('PUT', DAYS, { body: { updates } })
  expect(status).toBe(207)
  expect(body).toMatchObject({ applied: 1, unchanged: 0, rejected: 3 })
  const nothing = {
    ...place,
    field: null,
    code: 'required',
    message: 'Nothing is set: name at least one of available, availableBy, priceCents, closed.',
  }
  expect(body.errors.slice(0, 2)).toEqual([
    { index: 0, ...nothing },
    { index: 1, ...nothing },
  ])
  expect(body.errors[2]).toMatchObject({ index: 3, code: 'null_refused' })
})

test('rooms added in the panel have no cursor: they are added to what is left by now (contract-counts, Errors)', async () => {
  await using service = await startService()
  const { push, day, before } = await scene(service)
  const seenThrough = await latest(service.alfa)
  expect((await push({ availableBy: 1, seenThrough })).body.errors).toMatchObject([
    { path: '/updates/0/seenThrough', code: 'conflicting_fields' },
  ])
  expect(await day()).toEqual(before)
})
