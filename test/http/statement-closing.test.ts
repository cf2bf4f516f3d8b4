import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  adjust,
  bookAs,
  close,
  goTo,
  passClock,
  STATEMENTS,
  startStated,
} from '../support/agency-statements.ts'
import { sell } from '../support/bookings.ts'
import { pay } from '../support/desk.ts'
import { startService } from '../support/service.ts'
import { readAll, sumsOf } from '../support/statement-oracle.ts'

// Hundreds of bookings take their time on a busy machine.
setDefaultTimeout(60_000)

const MAY = '2027-05-01T09:00:00Z'

test('a long month is closing while its lines are copied in slices: a stopped process loses none, two passes at once copy none twice, and payments meanwhile are paid since (contract-agencies, *Statement*)', async () => {
  await using service = await startService()
  const staff = await startStated(service)
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' }
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
  for (let day = 1; day <= 12; day++) {
    const of = { ...stay, checkin: `2027-04-${day + 9}`, checkout: `2027-04-${day + 10}` }
    const body = {
      ...{ hotelSlug: 'alfa', guest, payment: { collect: 'agency' } },
      stays: Array(20).fill(of),
    }
    const { status } = await staff.agent.call('POST', '/v1/acenta/booking-groups', { body })
    expect(status).toBe(201)
  }
  const { manager } = await goTo(service, staff, MAY, 'manager')
  const begun = (await close(manager, '2027-04')).body
  expect(begun).toMatchObject({ status: 'closing', number: null, lineCount: 200 })
  expect((await close(manager, '2027-04')).body).toEqual(begun)

  service.clock.nowMs += 1_000
  const left = await readAll(manager.call, '/v1/panel/bookings?limit=100&status=completed')
  const last = left.find(({ checkout }) => checkout === '2027-04-22')!
  const first = left.find(({ checkout }) => checkout === '2027-04-11')!
  for (const { code } of [last, first]) await pay(manager, code, { amountCents: 700 })
  await Promise.all([passClock(service), passClock(service), passClock(service)])
  const closed = (await manager.call('GET', `${STATEMENTS}/alfa-2027-1?limit=1000`)).body
  expect(closed).toMatchObject({ status: 'closed', lineCount: 240, paidSinceCents: 1_400 })
  expect(new Set(closed.lines.map((line: any) => line.bookingCode)).size).toBe(240)
  expect(closed.sums).toEqual(sumsOf(closed.lines))
  expect(closed.sums.paidCents).toBe(0)
  expect(await readAll(manager.call, STATEMENTS)).toHaveLength(1)
})

test('a month that is closed while a later one is closing keeps its own lines (contract-agencies, *Statement*)', async () => {
  await using service = await startService()
  const staff = await startStated(service)
  await sell(service, { from: '2027-05-01', nights: 30, available: 200 })
  const early = await bookAs(staff.agent)
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
  for (let day = 10; day <= 20; day++) {
    const stay = { roomCode: 'DBL', checkin: `2027-05-${day}`, checkout: `2027-05-${day + 1}` }
    const body = { hotelSlug: 'alfa', guest, stays: Array(20).fill(stay) }
    const { status } = await staff.agent.call('POST', '/v1/acenta/booking-groups', { body })
    expect(status).toBe(201)
  }
  const { manager } = await goTo(service, staff, '2027-06-01T09:00:00Z', 'manager')
  const may = await close(manager, '2027-05')
  expect(may.body).toMatchObject({ status: 'closing', lineCount: 200 })
  const april = await close(manager, '2027-04')
  expect(april.body).toMatchObject({ status: 'closing', month: '2027-04', lineCount: 0 })
  await passClock(service)
  const items = await readAll(manager.call, STATEMENTS)
  expect(items.map(({ month, number, lineCount }) => [month, number, lineCount])).toEqual([
    ['2027-04', 'alfa-2027-2', 1],
    ['2027-05', 'alfa-2027-1', 220],
  ])
  const { lines } = (await manager.call('GET', `${STATEMENTS}/alfa-2027-2`)).body
  expect(lines.map((line: any) => line.bookingCode)).toEqual([early])
})

test('a month is closed once it has ended, with the sum that its closer saw; a closed one, and one without lines, stays (contract-agencies, *Statement*)', async () => {
  await using service = await startService()
  const staff = await startStated(service)
  await bookAs(staff.agent)
  const { manager } = await goTo(service, staff, '2027-04-30T20:59:59Z', 'manager')
  expect(await close(manager, '2027-04')).toBeProblem(409, 'transition_invalid')
  service.clock.nowMs += 1_000
  expect(await close(manager, '2027-03')).toBeProblem(409, 'transition_invalid')
  const stale = await close(manager, '2027-04', { expectedOwedCents: 17_999 })
  expect(stale).toBeProblem(409, 'revision_conflict')
  const closed = (await close(manager, '2027-04', { expectedOwedCents: 18_000 })).body
  expect(closed).toMatchObject({ status: 'closed', sums: { owedCents: 18_000 } })
  expect((await close(manager, '2027-04', { expectedOwedCents: 1 })).body).toEqual(closed)
})

test('an adjustment is written once under its key, is a part of the credit, and is taken back until its month closes (contract-agencies, *Statement*)', async () => {
  await using service = await startService()
  const staff = await startStated(service)
  const code = await bookAs(staff.agent)
  const byHotel = await bookAs(staff.agent, {}, 'hotel')
  const { manager } = await goTo(service, staff, MAY, 'manager')
  const sent = { bookingCode: code, baseCents: -500, commissionCents: -50 }
  expect(await adjust(manager, sent)).toBeProblem(409, 'transition_invalid')
  await close(manager, '2027-04')
  const owed = async () =>
    (await manager.call('GET', '/v1/panel/agencies/DELTA/terms')).body.owedCents
  expect(await owed()).toBe(18_000)

  const noKey = await manager.call('POST', `${STATEMENTS}/adjustments`, {
    body: { agencyCode: 'DELTA', note: 'Agreed', ...sent },
  })
  expect(noKey).toBeProblem(422, 'validation_failed')
  const written = await adjust(manager, sent, 'one')
  expect(written).toMatchObject({
    status: 201,
    body: { month: '2027-05', owedCents: -450, statementNumber: 'alfa-2027-1' },
  })
  expect((await adjust(manager, sent, 'one')).body).toEqual(written.body)
  expect(await adjust(manager, { ...sent, baseCents: 1 }, 'one')).toBeProblem(
    409,
    'idempotency_conflict',
  )
  expect(await owed()).toBe(17_550)
  for (const wrong of [
    { ...sent, bookingCode: byHotel },
    { ...sent, baseCents: 0, commissionCents: 0 },
  ])
    expect(await adjust(manager, wrong)).toBeProblem(422, 'validation_failed')
  const path = `${STATEMENTS}/adjustments/${written.body.id}`
  expect((await manager.call('DELETE', path)).status).toBe(204)
  expect(await manager.call('DELETE', path)).toBeProblem(404, 'not_found')
  expect(await owed()).toBe(18_000)

  const kept = (await adjust(manager, sent)).body
  const june = await goTo(service, staff, '2027-06-05T00:00:00Z', 'manager')
  await passClock(service)
  expect(await june.manager.call('DELETE', `${STATEMENTS}/adjustments/${kept.id}`)).toBeProblem(
    409,
    'transition_invalid',
  )
})

test('a statement is its hotel’s and its agency’s alone, as JSON and as a file, and is mailed to the agency’s people (contract-agencies, *Statement*)', async () => {
  await using service = await startService({ world: { isMailing: true } })
  const staff = await startStated(service)
  const code = await bookAs(staff.agent)
  const people = await goTo(
    ...([service, staff, MAY, 'manager', 'agent', 'echoAgent', 'bravoManager', 'admin'] as const),
  )
  const { manager, agent, echoAgent, bravoManager, admin } = people
  const { number } = (await close(manager, '2027-04')).body
  for (const file of ['', '.csv']) {
    for (const [who, path] of [
      [manager, '/v1/panel'],
      [agent, '/v1/acenta'],
      [admin, '/v1/admin'],
    ] as const) {
      const { status, text } = await who.call('GET', `${path}/statements/${number}${file}`)
      expect([path, file, status, text.includes(code)]).toEqual([path, file, 200, true])
    }
    for (const [who, path] of [
      [bravoManager, '/v1/panel'],
      [echoAgent, '/v1/acenta'],
    ] as const)
      expect(await who.call('GET', `${path}/statements/${number}${file}`)).toBeProblem(
        404,
        'not_found',
      )
  }
  for (const [who, path] of [
    [bravoManager, '/v1/panel/statements'],
    [echoAgent, '/v1/acenta/statements'],
    [echoAgent, '/v1/acenta/statements?hotel=alfa&month=2027-04'],
  ] as const)
    expect((await who.call('GET', path)).body.items).toEqual([])
  const rows = await service.store.db.select().from(service.store.t.mail)
  const mailed = rows.filter(({ kind }) => kind === 'statement')
  expect(mailed.map((mail) => [mail.recipient, mail.bookingCode])).toEqual([
    ['agent@example.com', number],
  ])
})
