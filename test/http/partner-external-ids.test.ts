import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const find = ({ call }: Pick<TestHotel, 'call'>, externalId: string, more = '') =>
  call('GET', `/bookings?externalId=${encodeURIComponent(externalId)}${more}`)
const codesOf = async (...asked: Parameters<typeof find>) =>
  (await find(...asked)).body.bookings.map(({ code }: { code: string }) => code)

/** A booking of Alfa that is acknowledged under an id. @returns its code */
async function bookAndAck(
  { call, alfa }: TestService,
  externalId: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { code, revision } = (await book(call, more)).body
  const { status } = await alfa.call('POST', `/bookings/${code}/ack`, {
    body: { revision, externalId },
  })
  expect(status).toBe(200)
  return code
}

test('a booking is found by the id that it was acknowledged under, whatever became of it (contract §2)', async () => {
  await using service = await startService()
  const { alfa, call } = service
  await sell(service)
  const code = await bookAndAck(service, 'PMS/4711 ä')
  const late = await bookAndAck(service, 'PMS-2', { checkin: '2027-04-05', checkout: '2027-04-06' })
  const soon = await bookAndAck(service, 'PMS-2', { checkin: '2027-04-03', checkout: '2027-04-04' })
  const hold = await bookAndAck(service, 'PMS-3', { hold: true })
  await book(call)

  const { status, body } = await find(alfa, 'PMS/4711 ä')
  expect(status).toBe(200)
  expect(body).toEqual({
    ...{ from: '2027-04-01', to: '2027-04-01', dateField: 'checkin' },
    bookings: [(await alfa.call('GET', `/bookings/${code}`)).body],
    nextCursor: null,
  })
  expect((await find(alfa, 'PMS-2')).body).toMatchObject({ from: '2027-04-03', to: '2027-04-05' })
  expect(await codesOf(alfa, 'PMS-2')).toEqual([soon, late])
  expect(await codesOf(alfa, 'PMS-3')).toEqual([hold])
  for (const other of ['PMS-', 'pms-2', 'PMS-22', '%'])
    expect((await find(alfa, other)).body).toEqual({
      ...{ from: '2027-03-10', to: '2027-03-10', dateField: 'checkin' },
      ...{ bookings: [], nextCursor: null },
    })

  await call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
  await call('POST', `/v1/bookings/${hold}/cancel`, { body: asGuest(hold) })
  expect(await codesOf(alfa, 'PMS/4711 ä')).toEqual([code])
  expect(await codesOf(alfa, 'PMS-3')).toEqual([hold])
  // It is called otherwise by now.
  await alfa.call('POST', '/bookings/ack', {
    body: { acks: [{ code, revision: 2, externalId: 'PMS-9' }] },
  })
  expect(await codesOf(alfa, 'PMS/4711 ä')).toEqual([])
  expect(await codesOf(alfa, 'PMS-9')).toEqual([code])
})

test('a look-up by id goes together with status, unacked and pages; what names days beside it is refused (contract §2)', async () => {
  await using service = await startService()
  const { alfa, call } = service
  await sell(service)
  const one = await bookAndAck(service, 'PMS-1')
  const two = await bookAndAck(service, 'PMS-1')
  await call('POST', `/v1/bookings/${two}/cancel`, { body: asGuest(two) })

  expect(await codesOf(alfa, 'PMS-1', '&status=confirmed')).toEqual([one])
  expect(await codesOf(alfa, 'PMS-1', '&status=cancelled&status=no_show')).toEqual([two])
  expect(await codesOf(alfa, 'PMS-1', '&unacked=true')).toEqual([two])
  const { nextCursor, bookings } = (await find(alfa, 'PMS-1', '&limit=1')).body
  expect(bookings).toMatchObject([{ code: one }])
  expect(await codesOf(alfa, 'PMS-1', `&limit=1&cursor=${nextCursor}`)).toEqual([two])
  const others = await find(alfa, 'PMS-2', `&limit=1&cursor=${nextCursor}`)
  expect(others.body.errors).toMatchObject([{ path: '?cursor', code: 'invalid_cursor' }])

  for (const [more, ...paths] of [
    ['&from=2027-04-01&to=2027-04-02', '?from', '?to'],
    ['&dateField=stay', '?dateField'],
    ['&updatedSince=2027-03-10T00:00:00Z', '?updatedSince'],
  ] as const) {
    const refused = await find(alfa, 'PMS-1', more)
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(refused.body.errors.map(({ path, code }: any) => [path, code])).toEqual(
      paths.map((path) => [path, 'conflicting_fields']),
    )
  }
  expect((await find(alfa, '')).body.errors).toMatchObject([{ path: '?externalId' }])
})

test('Bravo sees nothing of Alfa by its ids, nor does the sandbox of either (contract §1, §2)', async () => {
  await using service = await startService()
  const { alfa, bravo, call } = service
  await sell(service)
  const code = await bookAndAck(service, 'PMS-1')
  const { manager } = await hireStaff(service)
  const { secret } = (
    await manager.call('POST', '/v1/panel/api-keys', { body: { name: 'test', mode: 'test' } })
  ).body
  const headers = { authorization: `Bearer ${secret}` }
  const sandbox = {
    call: ((method, path, init) =>
      call(method, `/v1/partner${path}`, { headers, ...init })) as TestHotel['call'],
  }
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02', adults: 1 }
  const tried = (await sandbox.call('POST', '/sandbox/bookings', { body: stay })).body.code
  await sandbox.call('POST', `/bookings/${tried}/ack`, {
    body: { revision: 1, externalId: 'PMS-1' },
  })

  expect(await codesOf(alfa, 'PMS-1')).toEqual([code])
  expect(await codesOf(bravo, 'PMS-1')).toEqual([])
  expect(await codesOf(sandbox, 'PMS-1')).toEqual([tried])
})
