import { expect, test } from 'bun:test'
import { ACKS_BYTES_MAX, ACKS_MAX } from '../../src/domain/kernel/limits.ts'
import { publishUnacked } from '../../src/service/bookings/unacked.ts'
import { book, events, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

const UNKNOWN = 'ZZZZZZZZZZ'

const ackAll = ({ alfa }: TestService, acks: unknown[]) =>
  alfa.call('POST', '/bookings/ack', { body: { acks } })

/** Alfa with so many bookings. */
async function withBookings(count: number, settings = {}) {
  const service = await startService(settings)
  await sell(service, { available: count })
  const codes: string[] = []
  for (let made = 0; made < count; made++) codes.push((await book(service.call)).body.code)
  return { service, codes }
}

const cancel = ({ call }: TestService, code: string) =>
  call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })

test('many are acknowledged at once, with a result each in the order sent; repeated it is all known (contract §2)', async () => {
  const { service, codes } = await withBookings(3)
  await using _ = service
  const acks = [
    { code: codes[2], revision: 1, externalId: 'PMS-3' },
    { code: codes[0]!.toLowerCase(), revision: 1 },
  ]

  const first = await ackAll(service, acks)
  expect(first.status).toBe(200)
  expect(first.body).toEqual({
    ...{ received: 2, acked: 2, already: 0, refused: 0 },
    results: [
      { code: codes[2], result: 'ok', ackedRevision: 1, externalId: 'PMS-3', errors: [] },
      { code: acks[1]!.code, result: 'ok', ackedRevision: 1, externalId: null, errors: [] },
    ],
  })
  const again = await ackAll(service, acks)
  expect(again.body).toMatchObject({ acked: 0, already: 2, refused: 0 })
  expect(again.body.results[0]).toMatchObject({ result: 'already', externalId: 'PMS-3' })
  const { body } = await service.alfa.call('GET', `/bookings/${codes[2]}`)
  expect(body).toMatchObject({ ackedRevision: 1, externalId: 'PMS-3' })
  expect((await service.alfa.call('GET', `/bookings/${codes[1]}`)).body.ackedRevision).toBeNull()
})

test('one that is refused harms no other, and says what acknowledging it alone would have (contract §2)', async () => {
  const { service, codes } = await withBookings(2)
  await using _ = service
  const { alfa } = service
  const bad = [
    { code: codes[0], revision: 2 },
    { code: UNKNOWN, revision: 1 },
    { code: codes[0] },
    { code: codes[0], revision: 1, externalId: 'a\u0000b' },
    { code: codes[0], revision: 1, note: 'x' },
    { code: codes[0], revision: '1' },
    { revision: 1 },
    null,
    { code: 'NO SUCH CODE', revision: 1 },
  ]
  const good = { code: codes[1], revision: 1 }

  const answer = await ackAll(service, [...bad, good])
  expect(answer.status).toBe(207)
  expect(answer.body).toMatchObject({ received: 10, acked: 1, already: 0, refused: 9 })
  expect(answer.body.results.at(-1)).toMatchObject({ code: codes[1], result: 'ok' })
  const places = answer.body.results
    .slice(0, -1)
    .map(({ result, errors: [{ path, code }] }: any) => [result, path, code])
  expect(places).toEqual([
    ['refused', '/acks/0/revision', 'unknown_revision'],
    ['refused', '/acks/1/code', 'not_found'],
    ['refused', '/acks/2/revision', 'required'],
    ['refused', '/acks/3/externalId', 'wrong_text'],
    ['refused', '/acks/4/note', 'unknown_field'],
    ['refused', '/acks/5/revision', 'wrong_type'],
    ['refused', '/acks/6/code', 'required'],
    ['refused', '/acks/7', 'null_refused'],
    ['refused', '/acks/8/code', 'wrong_format'],
  ])
  expect((await alfa.call('GET', `/bookings/${codes[0]}`)).body.ackedRevision).toBeNull()

  for (const index of [0, 2, 3, 4, 5]) {
    const { code, ...body } = bad[index] as { code: string }
    const alone = (await alfa.call('POST', `/bookings/${code}/ack`, { body })).body.errors[0]
    const [among] = answer.body.results[index].errors
    expect(among).toEqual({ ...alone, path: `/acks/${index}${alone.path}` })
  }
  const alone = await alfa.call('POST', `/bookings/${UNKNOWN}/ack`, { body: { revision: 1 } })
  expect(alone.body).toMatchObject({
    code: 'not_found',
    detail: answer.body.results[1].errors[0].message,
  })
})

test('a code that comes twice goes by what its first one left, and never back (contract §2)', async () => {
  const { service, codes } = await withBookings(1)
  await using _ = service
  await cancel(service, codes[0]!)

  const { body } = await ackAll(service, [
    { code: codes[0], revision: 1, externalId: 'A' },
    { code: codes[0], revision: 2 },
    { code: codes[0], revision: 1 },
    { code: codes[0], revision: 3 },
    { code: codes[0], revision: 1, externalId: 'B' },
  ])
  expect(
    body.results.map(({ result, ackedRevision, externalId }: any) => [
      ...[result, ackedRevision, externalId],
    ]),
  ).toEqual([
    ['ok', 1, 'A'],
    ['ok', 2, 'A'],
    ['already', 2, 'A'],
    ['refused', null, null],
    ['ok', 2, 'B'],
  ])
  const after = await service.alfa.call('GET', `/bookings/${codes[0]}`)
  expect(after.body).toMatchObject({ ackedRevision: 2, externalId: 'B' })
})

test('to Bravo a booking of Alfa is as if it were not there, and stays as it is (contract §1)', async () => {
  const { service, codes } = await withBookings(1)
  await using _ = service
  const { alfa, bravo } = service
  const results = async (code: string) =>
    (await bravo.call('POST', '/bookings/ack', { body: { acks: [{ code, revision: 1 }] } })).body
      .results

  const [{ code, ...theirs }] = await results(codes[0]!)
  const [{ code: __, ...none }] = await results(UNKNOWN)
  expect(theirs).toEqual(none)
  expect(code).toBe(codes[0])
  expect((await alfa.call('GET', `/bookings/${codes[0]}`)).body.ackedRevision).toBeNull()
})

test('what is acknowledged is no alarm, is not published as unacknowledged and makes no entry of the feed (contract §2)', async () => {
  const { service, codes } = await withBookings(3)
  await using _ = service
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const alarm = async () => (await manager.call('GET', '/v1/panel/dashboard')).body.unacked
  const { nextCursor } = (await service.alfa.call('GET', '/changes?cursor=latest')).body
  service.clock.advance(31 * 60_000)
  expect(await alarm()).toEqual({ bookings: 3, overdue: 3 })

  await ackAll(
    service,
    [codes[0], codes[1]].map((code) => ({ code, revision: 1 })),
  )
  expect(await alarm()).toEqual({ bookings: 1, overdue: 1 })
  await publishUnacked(service.deps)
  const told = (await events(service)).filter(({ event }) => event === 'booking.unacked')
  expect(told.map(({ data }) => data.code)).toEqual([codes[2]])
  const feed = await service.alfa.call('GET', `/changes?cursor=${nextCursor}`)
  expect(feed.body.changes).toEqual([])
})

test('as many as there may be fit, with the longest ids; one more, none, and another body are refused whole (contract §2)', async () => {
  const { service, codes } = await withBookings(130, { requestsPerMinute: 10_000 })
  await using _ = service
  const acks = Array.from({ length: ACKS_MAX }, (_, index) => ({
    code: codes[index % codes.length],
    revision: 1,
    externalId: '客'.repeat(200),
  }))

  const answer = await ackAll(service, acks)
  expect(answer.body).toMatchObject({
    ...{ received: ACKS_MAX, acked: codes.length, already: ACKS_MAX - codes.length, refused: 0 },
  })
  for (const code of [codes[0], codes[64], codes[128], codes.at(-1)])
    expect((await service.alfa.call('GET', `/bookings/${code}`)).body).toMatchObject({
      ackedRevision: 1,
      externalId: '客'.repeat(200),
    })
  const raw = ` ${'x'.repeat(ACKS_BYTES_MAX)}`
  const headers = { 'content-type': 'application/json' }
  expect(await service.alfa.call('POST', '/bookings/ack', { raw, headers })).toBeProblem(
    413,
    'too_large',
  )
  for (const [body, path, code] of [
    [{ acks: [...acks, acks[0]] }, '/acks', 'wrong_length'],
    [{ acks: [] }, '/acks', 'wrong_length'],
    [{ acks: {} }, '/acks', 'wrong_type'],
    [{}, '/acks', 'required'],
    [{ acks, 'a/b': 1 }, '/a~1b', 'unknown_field'],
    [acks, '', 'wrong_type'],
  ] as const) {
    const refused = await service.alfa.call('POST', '/bookings/ack', { body })
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(refused.body.errors).toMatchObject([{ path, code }])
  }
})
