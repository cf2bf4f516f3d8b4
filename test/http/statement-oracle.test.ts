import { expect, test } from 'bun:test'
import {
  adjust,
  bookAs,
  close,
  goTo,
  passClock,
  STATEMENTS,
  startStated,
} from '../support/agency-statements.ts'
import { pay } from '../support/desk.ts'
import { startService } from '../support/service.ts'
import { signInAgain } from '../support/staff.ts'
import {
  figuresOf,
  readAll,
  recomputeAdjustment,
  recomputeMonth,
  sumsOf,
} from '../support/statement-oracle.ts'

test('statements of two months are what a script works out of the API alone, to the cent: every kind of line, payments before and after, adjustments of both signs (contract-agencies, *Statement*)', async () => {
  await using service = await startService({
    rooms: [{ roomCode: 'DBL', basePriceCents: 10_007 }],
  })
  const staff = await startStated(service)
  const { agent, echoAgent } = staff
  const extras = [
    { code: 'TRANSFER', quantity: 1 },
    { code: 'BREAKFAST', quantity: 1 },
  ]
  const stayed = await bookAs(agent, { extras })
  const byHotel = await bookAs(agent, { extras }, 'hotel')
  const firm = { rateCode: 'FIRM', checkin: '2027-04-11', checkout: '2027-04-14' }
  const cancelled = await bookAs(agent, firm)
  const cancelledByHotel = await bookAs(agent, firm, 'hotel')
  const missed = await bookAs(agent)
  const left = await bookAs(agent, { extras, checkout: '2027-04-04' })
  const free = await bookAs(agent, { checkin: '2027-04-20', checkout: '2027-04-22' })
  const waiting = await bookAs(agent, { checkin: '2027-04-29', checkout: '2027-04-30' })
  const echo = await bookAs(echoAgent, {}, 'hotel')
  for (const code of [cancelled, cancelledByHotel, free])
    expect((await agent.call('POST', `/v1/bookings/${code}/cancel`)).status).toBe(200)

  let { manager, agent: agency } = await goTo(
    service,
    staff,
    '2027-04-01T12:00:00Z',
    'manager',
    'agent',
  )
  const noShow = await manager.call('POST', `/v1/panel/bookings/${missed}/no-show`)
  expect(noShow.status).toBe(200)
  ;({ manager, agent: agency } = await goTo(
    service,
    staff,
    '2027-04-02T06:00:00Z',
    'manager',
    'agent',
  ))
  expect((await agency.call('POST', `/v1/bookings/${left}/cancel`)).status).toBe(200)
  await pay(manager, stayed, { amountCents: 12_345, method: 'portal' })
  await pay(manager, byHotel, { amountCents: 20_000, method: 'card' })

  // Before the pass ends the last stay the hotel closes the month: that stay waits for the next.
  service.clock.nowMs = Date.parse('2027-04-30T21:00:00Z')
  await goTo(service, staff, '2027-04-04T12:00:00Z')
  service.clock.nowMs = Date.parse('2027-04-30T21:00:00Z')
  manager = await signInAgain(service, staff.manager)
  agency = await signInAgain(service, staff.agent)
  const readers = { hotel: manager.call, agency: agency.call }
  const { body: april } = await close(manager, '2027-04')
  expect(april).toMatchObject({ status: 'closed', number: 'alfa-2027-1', dueOn: '2027-05-15' })
  const closedMs = Date.parse(april.closedAt)

  service.clock.nowMs += 60_000
  await pay(manager, stayed, { amountCents: 1_000, method: 'portal' })
  await pay(manager, cancelled, { amountCents: 2_000, method: 'portal' })
  await pay(manager, missed, { amountCents: 500 })
  const path = `${STATEMENTS}/${april.number}`
  const shown = (await manager.call('GET', path)).body
  const lines = await recomputeMonth(readers, { slug: 'alfa', month: '2027-04', untilMs: closedMs })
  expect(lines.map(({ bookingCode }) => bookingCode).toSorted()).toEqual(
    [stayed, byHotel, cancelled, cancelledByHotel, missed, left].toSorted(),
  )
  expect(figuresOf(shown.lines)).toEqual(lines)
  expect(shown.sums).toEqual(sumsOf(lines))
  expect(shown).toMatchObject({ lineCount: 6, paidSinceCents: 3_500 })
  expect(JSON.stringify(shown)).not.toContain(echo)
  expect(await agency.call('GET', `/v1/acenta/statements/${april.number}`)).toMatchObject({
    body: shown,
  })

  // May: the stay that waited, and adjustments of both signs.
  ;({ manager, agent: agency } = await goTo(
    service,
    staff,
    '2027-05-03T09:00:00Z',
    'manager',
    'agent',
  ))
  const sent = [
    { bookingCode: stayed, baseCents: -2_407, commissionCents: -241, collect: 'agency' },
    { bookingCode: cancelled, baseCents: 1_999, commissionCents: 200, collect: 'agency' },
    { bookingCode: byHotel, baseCents: 0, commissionCents: 77, collect: 'hotel' },
  ]
  for (const { collect: _, ...body } of sent) expect((await adjust(manager, body)).status).toBe(201)
  const dropped = await adjust(manager, { bookingCode: left, baseCents: 5, commissionCents: 0 })
  const gone = await manager.call('DELETE', `${STATEMENTS}/adjustments/${dropped.body.id}`)
  expect(gone.status).toBe(204)
  const recomputeMay = async () => [
    ...(
      await recomputeMonth(
        { hotel: manager.call, agency: agency.call },
        { slug: 'alfa', month: '2027-04', untilMs: Number.POSITIVE_INFINITY },
      )
    ).filter(({ bookingCode }) => bookingCode === waiting),
    ...sent.map(({ collect, ...body }) => recomputeAdjustment(body, collect)),
  ]
  const mayLines = figuresOf(await recomputeMay())
  const open = (await manager.call('GET', `${STATEMENTS}/2027-05?agency=DELTA`)).body
  expect(open).toMatchObject({ status: 'open', number: null, month: '2027-05' })
  expect(figuresOf(open.lines)).toEqual(mayLines)
  expect(open.sums).toEqual(sumsOf(mayLines))

  service.clock.nowMs = Date.parse('2027-06-04T23:59:59.999Z')
  await passClock(service)
  manager = await signInAgain(service, staff.manager)
  expect((await manager.call('GET', `${STATEMENTS}/2027-05?agency=DELTA`)).body.status).toBe('open')
  service.clock.nowMs = Date.parse('2027-06-05T00:00:00Z')
  await passClock(service)
  const may = (await manager.call('GET', `${STATEMENTS}/alfa-2027-3`)).body
  expect(may).toMatchObject({
    status: 'closed',
    month: '2027-05',
    agencyCode: 'DELTA',
    dueOn: '2027-06-19',
  })
  expect(figuresOf(may.lines)).toEqual(mayLines)
  expect(may.sums).toEqual(sumsOf(mayLines))
  expect(may.lines.find((line: any) => line.adjustment?.note)).toMatchObject({
    adjustment: { statementNumber: 'alfa-2027-1', note: 'Agreed' },
  })
  // The clock's first pass closed the other agency's April: the last month that was due.
  const listed = await readAll(manager.call, `${STATEMENTS}?limit=1`)
  expect(listed.map(({ agencyCode, month, number }) => [agencyCode, month, number])).toEqual([
    ['DELTA', '2027-05', 'alfa-2027-3'],
    ['ECHO', '2027-04', 'alfa-2027-2'],
    ['DELTA', '2027-04', 'alfa-2027-1'],
  ])
})
