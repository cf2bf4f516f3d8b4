import { expect, test } from 'bun:test'
import { addDay, book, CARLA, events, readAvailable, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { patient } from '../support/patient.ts'
import { setRateDay } from '../support/rates.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

test('two hundred guests at once for the last five rooms: five book, the others learn the nights (issue 3)', async () => {
  await using service = await startService({ connections: 12 })
  await sell(service, { available: 5 })

  const call = patient(service.call)
  const answers = await Promise.all(Array.from({ length: 200 }, () => book(call)))

  const booked = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 409)
  expect([booked.length, refused.length]).toEqual([5, 195])
  for (const answer of refused) {
    expect(answer).toBeProblem(409, 'sold_out')
    expect(answer.body.dates).toEqual(['2027-04-01', '2027-04-02'])
  }
  expect((await readAvailable(service)).slice(0, 3)).toEqual([0, 0, 5])
  expect(new Set(booked.map(({ body }) => body.code)).size).toBe(5)
})

test('managers who book past every rule at once oversell nothing either (contract §3)', async () => {
  await using service = await startService({ connections: 12 })
  const { manager } = await hireStaff(service)
  await sell(service, { available: 5 })
  await setRateDay(service, { date: '2027-04-01', minStay: 9 })

  const answers = await Promise.all(
    Array.from({ length: 60 }, () => book(manager.call, { override: true })),
  )

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect((await readAvailable(service)).slice(0, 3)).toEqual([0, 0, 5])
})

test('stays that overlap never take a night twice: the second night decides (contract §3)', async () => {
  await using service = await startService({ connections: 12 })
  await sell(service, { available: 3 })

  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      book(service.call, {
        checkin: addDay('2027-04-01', index % 3),
        checkout: addDay('2027-04-04', index % 3),
      }),
    ),
  )

  const sold = new Map<string, number>()
  for (const { status, body } of answers)
    for (const { date } of status === 201 ? body.nightly : [])
      sold.set(date, (sold.get(date) ?? 0) + 1)
  const remaining = await readAvailable(service, { to: '2027-04-06' })
  for (const [index, available] of remaining.entries())
    expect(available).toBe(3 - (sold.get(addDay('2027-04-01', index)) ?? 0))
  expect(Math.min(...remaining)).toBe(0)
})

test('cancelling and changing at once ends cancelled or refused, and every night is back once (issue 3)', async () => {
  await using service = await startService({ connections: 12 })
  await sell(service)
  for (let round = 0; round < 10; round++) {
    const { code } = (await book(service.call)).body
    const path = `/v1/bookings/${code}`
    const body = asGuest(code)
    const changes = Array.from({ length: 4 }, (_, index) =>
      service.call('PATCH', path, { body: { ...body, checkout: addDay('2027-04-04', index) } }),
    )
    const cancels = Array.from({ length: 4 }, () =>
      service.call('POST', `${path}/cancel`, { body }),
    )
    const answers = await Promise.all([...changes, ...cancels])
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const { body: end } = await service.call('GET', `${path}?email=${CARLA}`)
    expect(end.status).toBe('cancelled')
  }
  expect(await readAvailable(service)).toEqual(Array(10).fill(5))
  const cancelled = (await events(service)).filter(({ event }) => event === 'booking.cancelled')
  expect(cancelled.length).toBe(10)
})

test('a hold that runs out while it is confirmed and cancelled gives its rooms back once (issue 3)', async () => {
  await using service = await startService({ connections: 12 })
  const { expireHolds } = await import('../../src/service/bookings/booking-passes.ts')
  await sell(service)
  for (let round = 0; round < 10; round++) {
    const { code } = (await book(service.call, { hold: true })).body
    service.clock.advance(15 * 60_000)
    const body = asGuest(code)
    await Promise.all([
      expireHolds(service.deps),
      service.call('POST', `/v1/bookings/${code}/confirm`, { body }),
      service.call('POST', `/v1/bookings/${code}/cancel`, { body }),
      expireHolds(service.deps),
    ])
    expect((await readAvailable(service))[0]).toBe(5)
  }
})

test('what a push lifts while rooms are being sold stands in an unbroken history (issue 3)', async () => {
  await using service = await startService({ connections: 12 })
  await sell(service, { available: 20 })
  const pushes = Array.from({ length: 10 }, (_, index) => sell(service, { available: 20 + index }))
  await Promise.all([...pushes, ...Array.from({ length: 20 }, () => book(service.call))])

  const { body } = await service.alfa.call(
    'GET',
    '/availability/history?roomCode=DBL&date=2027-04-01&limit=100',
  )
  const items = body.items.toReversed()
  for (const [index, item] of items.entries())
    expect(item.before).toEqual(index === 0 ? null : items[index - 1].after)
  expect(items.at(-1).after.available).toBe((await readAvailable(service))[0])
  const sales = items.filter(({ actor }: any) => actor.type === 'booking')
  expect(sales.length).toBe(20)
  for (const { before, after } of sales) expect(after.available).toBe(before.available - 1)
})
