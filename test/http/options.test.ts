import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { type Call, NOW_MS, startService, type TestService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]
const inMs = (ms: number) => new Date(NOW_MS + ms).toISOString()
const flawsOf = ({ body }: { body: any }) =>
  body.errors.map(({ path, code }: Record<string, string>) => `${path} ${code}`)

/** Alfa with five rooms on sale, and a member of it. */
async function desk() {
  const service = await startService()
  await sell(service)
  await sell(service, { from: '2027-05-01', nights: 20 })
  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  return { service, call, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

/** Agency Delta, whose terms allow options of some days. */
async function agencyOf(service: TestService, optionDays?: number) {
  const agency = await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  if (optionDays === undefined) return agency
  const admin = await signIn(service, 'admin')
  const changed = await admin.call('PATCH', '/v1/admin/agencies/DELTA', { body: { optionDays } })
  expect([changed.status, changed.body.optionDays]).toEqual([200, optionDays])
  return agency
}

const CARLA = { firstName: 'C', lastName: 'Ö', email: 'c@example.com' }

test('a member holds rooms until an instant; they are given back when it has passed (contract-groups, *Options*)', async () => {
  await using scene = await desk()
  const { service, call } = scene
  const holdUntil = inMs(5 * DAY_MS)
  const { status, body } = await book(call, { holdUntil })
  expect([status, body.status, body.holdUntil, body.confirmedAt]).toEqual([
    ...[201, 'pending', holdUntil, null],
  ])
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([4, 4])
  service.clock.advance(5 * DAY_MS - 1)
  await expireHolds(service.deps)
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([4, 4])
  service.clock.advance(1)
  await expireHolds(service.deps)
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([5, 5])
  const after = await service.alfa.call('GET', `/bookings/${body.code}`)
  expect([after.body.status, after.body.holdUntil]).toEqual(['expired', null])
})

test('an option of a member lasts 60 days at most, ends in the future, and is a hold (contract-groups, *Options*)', async () => {
  await using scene = await desk()
  const { service, call } = scene
  const may = { checkin: '2027-05-12', checkout: '2027-05-14' }
  const tried = async (body: object) => {
    const answer = await book(call, { ...may, ...body })
    return answer.status === 201 ? 201 : flawsOf(answer)
  }
  expect(await tried({ holdUntil: inMs(60 * DAY_MS) })).toBe(201)
  expect(await tried({ holdUntil: inMs(60 * DAY_MS + 1) })).toEqual(['/holdUntil option_too_long'])
  expect(await tried({ holdUntil: inMs(0) })).toEqual(['/holdUntil option_in_past'])
  const { body: unzoned } = await book(call, { ...may, holdUntil: '2027-04-01T10:00:00' })
  expect(unzoned.errors[0].message).toStartWith('Must be an instant (RFC 3339) to end an option')
  const holdUntil = inMs(DAY_MS)
  // `holdUntil` stands in place of `hold`.
  for (const hold of [true, false])
    expect(await tried({ holdUntil, hold })).toEqual(['/hold conflicting_fields'])
  const stays = [{ roomCode: 'DBL', ...may }]
  const group = { hotelSlug: 'alfa', guest: CARLA, stays, holdUntil, hold: true }
  const both = await call('POST', '/v1/booking-groups', { body: group })
  expect(both).toBeProblem(422, 'validation_failed')
  expect(flawsOf(both)).toEqual(['/hold conflicting_fields'])
  expect(await tried({ holdUntil: '2027-02-30T10:00:00Z' })).toEqual(['/holdUntil wrong_format'])
  expect(await readAvailable(service, { from: '2027-05-12', to: '2027-05-12' })).toEqual([4])
})

test('no option stands after 18:00 of the hotel on its check-in day (contract-groups, *Options*)', async () => {
  await using scene = await desk()
  // Alfa is in Istanbul, three hours ahead.
  const late = await book(scene.call, { holdUntil: '2027-04-01T15:00:00.001Z' })
  expect(late).toBeProblem(422, 'validation_failed')
  expect(flawsOf(late)).toEqual(['/holdUntil option_after_checkin'])
  expect((await book(scene.call, { holdUntil: '2027-04-01T18:00:00+03:00' })).status).toBe(201)
})

test('nobody but members and agencies holds until an instant (contract-groups, *Options*)', async () => {
  await using scene = await desk()
  const { service } = scene
  const guest = await signIn(service, 'guest')
  const body = { holdUntil: inMs(5 * MINUTE_MS) }
  const callers: Call[] = [service.call, guest.call]
  for (const call of callers) expect(await book(call, body)).toBeProblem(403, 'forbidden')
  const stays = [{ roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' }]
  const group = { hotelSlug: 'alfa', guest: CARLA, stays, ...body }
  expect(await service.call('POST', '/v1/booking-groups', { body: group })).toBeProblem(
    ...([403, 'forbidden'] as const),
  )
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([5, 5])
})

test('an agency holds for as many days as its terms allow, without any for 15 minutes (contract-groups, *Options*)', async () => {
  await using scene = await desk()
  const { service } = scene
  const agency = await agencyOf(service)
  const long = await book(agency.call, { holdUntil: inMs(15 * MINUTE_MS + 1) })
  expect(flawsOf(long)).toEqual(['/holdUntil option_too_long'])
  expect((await book(agency.call, { holdUntil: inMs(15 * MINUTE_MS) })).status).toBe(201)
})

test('an admin grants an agency options of 30 days at most (contract-agencies, *Options*)', async () => {
  await using scene = await desk()
  const { service } = scene
  const agency = await agencyOf(service, 7)
  const { body } = await book(agency.call, { holdUntil: inMs(7 * DAY_MS) })
  expect([body.holdUntil, body.source]).toEqual([
    ...[inMs(7 * DAY_MS), { type: 'agency', agencyCode: 'DELTA' }],
  ])
  const long = await book(agency.call, { holdUntil: inMs(7 * DAY_MS + 1) })
  expect(flawsOf(long)).toEqual(['/holdUntil option_too_long'])
  const admin = await signIn(service, 'admin', { name: 'boss' })
  const more = await admin.call('PATCH', '/v1/admin/agencies/DELTA', { body: { optionDays: 31 } })
  expect(flawsOf(more)).toEqual(['/optionDays out_of_range'])
  expect((await agency.call('GET', '/v1/agencies/me')).body.optionDays).toBe(7)
})

test('the stays of a group are held until one instant, by 18:00 of the first check-in (contract-groups, *Options*)', async () => {
  await using scene = await desk()
  const { service, call } = scene
  const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
  const stays = [
    { roomCode: 'DBL', checkin: '2027-04-03', checkout: '2027-04-05' },
    { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' },
  ]
  const place = (holdUntil: string) =>
    call('POST', '/v1/booking-groups', { body: { hotelSlug: 'alfa', guest, stays, holdUntil } })
  expect(flawsOf(await place('2027-04-01T15:00:00.001Z'))).toEqual([
    '/holdUntil option_after_checkin',
  ])
  const holdUntil = '2027-04-01T15:00:00.000Z'
  const { status, body } = await place(holdUntil)
  expect([status, body.holdUntil]).toEqual([201, holdUntil])
  expect(body.bookings.map((each: Record<string, string>) => each.holdUntil)).toEqual([
    ...[holdUntil, holdUntil],
  ])
  service.clock.advance(Date.parse(holdUntil) - NOW_MS)
  await expireHolds(service.deps)
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([5, 5, 5, 5])
})
