import { expect, test } from 'bun:test'
import { publishUnacked } from '../../src/service/bookings/unacked.ts'
import { book, events, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

test('a pull lists the reservations of the range by the date that is asked for (contract §2)', async () => {
  await using service = await startService()
  await sell(service)
  const first = (await book(service.call)).body.code
  service.clock.advance(86_400_000)
  const second = (await book(service.call, { checkin: '2027-04-03', checkout: '2027-04-06' })).body
    .code
  await service.call('POST', `/v1/bookings/${first}/cancel`, { body: asGuest(first) })
  const held = (await book(service.call, { hold: true })).body.code
  const pull = async (query: string) => {
    const { status, body } = await service.alfa.call('GET', `/bookings?${query}`)
    expect(status).toBe(200)
    return body.bookings.map(({ code }: { code: string }) => code)
  }

  expect(await pull('from=2027-04-01&to=2027-04-03')).toEqual([first, second])
  expect(await pull('from=2027-04-02&to=2027-04-03')).toEqual([second])
  expect(await pull('from=2027-04-03&to=2027-04-03&dateField=checkout')).toEqual([first])
  expect(await pull('from=2027-04-05&to=2027-04-09&dateField=stay')).toEqual([second])
  expect(await pull('from=2027-04-06&to=2027-04-09&dateField=stay')).toEqual([])
  expect(await pull('from=2027-03-10&to=2027-03-10&dateField=created')).toEqual([first])
  expect(await pull('from=2027-03-11&to=2027-03-11&dateField=updated')).toEqual([first, second])
  expect(await pull('from=2027-04-01&to=2027-04-03&status=cancelled')).toEqual([first])
  expect(await pull('from=2027-04-01&to=2027-04-03&status=pending')).toEqual([held])
  expect(await pull('from=2027-04-01&to=2027-04-03&status=confirmed&status=cancelled')).toEqual([
    first,
    second,
  ])
})

test('a hold that was cancelled before it was confirmed is no reservation: neither listed nor to be acknowledged (contract §2)', async () => {
  await using service = await startService()
  await sell(service)
  const hold = async () => (await book(service.call, { hold: true })).body.code
  const [kept, dropped, sold] = [await hold(), await hold(), await hold()]
  const act = (code: string, what: string) =>
    service.call('POST', `/v1/bookings/${code}/${what}`, { body: asGuest(code) })
  await act(sold, 'confirm')
  for (const code of [dropped, sold]) expect((await act(code, 'cancel')).status).toBe(200)
  const pull = async (query: string) => {
    const { body } = await service.alfa.call(
      'GET',
      `/bookings?from=2027-04-01&to=2027-04-01${query}`,
    )
    return body.bookings.map(({ code }: { code: string }) => code)
  }

  expect(await pull('')).toEqual([sold])
  expect(await pull('&unacked=true')).toEqual([sold])
  expect(await pull('&status=cancelled')).toEqual([sold])
  expect(await pull('&status=pending')).toEqual([kept])
  expect(await pull('&status=pending&status=cancelled&status=expired')).toEqual([kept, sold])
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  service.clock.advance(31 * 60_000)
  const { unacked } = (await manager.call('GET', '/v1/panel/dashboard')).body
  expect(unacked).toEqual({ bookings: 1, overdue: 1 })
  await publishUnacked(service.deps)
  const told = (await events(service)).filter(({ event }) => event === 'booking.unacked')
  expect(told.map(({ data }) => data.code)).toEqual([sold])
})

test('the answer echoes the range and pages by cursor without repeating or skipping while others book (contract §2)', async () => {
  await using service = await startService()
  await sell(service, { available: 50 })
  const codes: string[] = []
  for (let i = 0; i < 7; i++) codes.push((await book(service.call)).body.code)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await service.alfa.call(
      'GET',
      `/bookings?from=2027-04-01&to=2027-04-01&limit=2${cursor}`,
    )
    expect(body).toMatchObject({ from: '2027-04-01', to: '2027-04-01', dateField: 'checkin' })
    seen.push(...body.bookings.map(({ code }: { code: string }) => code))
    await book(service.call, { checkin: '2027-04-02' })
    cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
  } while (cursor)
  expect(seen).toEqual(codes)
})

test('an acknowledgement is idempotent, never goes back, and ends with the newest revision (contract §2)', async () => {
  await using service = await startService()
  await sell(service)
  const { code } = (await book(service.call)).body
  const ack = (body: unknown) => service.alfa.call('POST', `/bookings/${code}/ack`, { body })
  const unacked = async () =>
    (await service.alfa.call('GET', '/bookings?from=2027-04-01&to=2027-04-01&unacked=true')).body
      .bookings.length

  expect(await unacked()).toBe(1)
  expect((await ack({ revision: 1, externalId: 'PMS-1' })).body).toMatchObject({
    ackedRevision: 1,
    externalId: 'PMS-1',
    revision: 1,
  })
  expect(await unacked()).toBe(0)
  await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  expect(await unacked()).toBe(1)
  expect((await ack({ revision: 2 })).body).toMatchObject({ ackedRevision: 2, externalId: 'PMS-1' })
  expect((await ack({ revision: 1 })).body.ackedRevision).toBe(2)
  const early = await ack({ revision: 3 })
  expect(early).toBeProblem(422, 'validation_failed')
  expect(early.body.errors[0].path).toBe('/revision')
})

test('Bravo neither lists, reads nor acknowledges a reservation of Alfa (contract §1)', async () => {
  await using service = await startService()
  await sell(service)
  const { code } = (await book(service.call)).body
  const { alfa, bravo } = service

  expect(
    (await bravo.call('GET', '/bookings?from=2027-04-01&to=2027-04-09')).body.bookings,
  ).toEqual([])
  expect(await bravo.call('GET', `/bookings/${code}`)).toBeProblem(404, 'not_found')
  const ack = await bravo.call('POST', `/bookings/${code}/ack`, { body: { revision: 1 } })
  expect(ack).toBeProblem(404, 'not_found')
  expect((await alfa.call('GET', `/bookings/${code}`)).body.ackedRevision).toBeNull()
})

test.each([
  ['from=2027-04-02&to=2027-04-01', '?to', 'range_reversed'],
  ['from=2027-01-01&to=2028-01-02', '?to', 'range_too_long'],
  ['from=2027-04-31&to=2027-05-01', '?from', 'invalid_date'],
  ['from=2027-04-01&to=2027-04-01&status=open', '?status', 'unknown_value'],
  ['from=2027-04-01&to=2027-04-01&dateField=paid', '?dateField', 'unknown_value'],
  ['from=2027-04-01&to=2027-04-01&limit=501', '?limit', 'out_of_range'],
  ['from=2027-04-01&to=2027-04-01&cursor=x', '?cursor', 'invalid_cursor'],
])('a pull with %s is refused at %s (contract §2, §6)', async (query, path, code) => {
  await using service = await startService()
  const answer = await service.alfa.call('GET', `/bookings?${query}`)
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors).toMatchObject([{ path, code }])
})
