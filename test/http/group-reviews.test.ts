import { expect, test } from 'bun:test'
import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { sell } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn } from '../support/users.ts'

const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
const stay = { roomCode: 'DBL', adults: 1, checkin: '2027-04-01', checkout: '2027-04-02' }
const later = { ...stay, checkin: '2027-04-02', checkout: '2027-04-03' }

/** A group of three stays; the guest of its second is renamed. */
async function placed(service: TestService) {
  await sell(service)
  const order = { hotelSlug: 'alfa', guest, stays: [stay, later, stay] }
  const { body } = await service.call('POST', '/v1/booking-groups', { body: order })
  const codes: string[] = body.bookings.map(({ code }: { code: string }) => code)
  const { manageToken } = body
  const renamed = { manageToken, guest: { firstName: 'Dora' } }
  await service.call('PATCH', `/v1/bookings/${codes[1]}`, { body: renamed })
  const review = (code: string, rating = 5) =>
    service.call('POST', `/v1/bookings/${code}/review`, {
      body: { manageToken, rating, text: 'Quiet.' },
    })
  const until = async (instant: string) => {
    service.clock.nowMs = Date.parse(instant)
    await completeStays(service.deps)
  }
  return { codes, manageToken, review, until }
}

test('a group is reviewed once, by its lead guest, by any of its codes, after its last stay (contract-groups)', async () => {
  await using service = await startService()
  const { codes, review, until } = await placed(service)
  await until('2027-04-02T10:00:00Z')
  expect(await review(codes[0]!)).toBeProblem(409, 'transition_invalid')
  await until('2027-04-03T10:00:00Z')
  const { status, body } = await review(codes[1]!)
  expect([status, body.author]).toEqual([201, 'Carla Ö.'])
  for (const code of codes) expect(await review(code, 1)).toBeProblem(409, 'already_exists')
  const rows = await service.store.db.select().from(service.store.t.hotel)
  const { ratingSum, ratingCount } = rows.find(({ id }) => id === service.alfa.id)!
  expect([ratingSum, ratingCount]).toEqual([5, 1])
})

test('a stay that was cancelled keeps no review back, and a group without a completed stay has none (contract-groups)', async () => {
  await using service = await startService()
  const { codes, manageToken, review, until } = await placed(service)
  await service.call('POST', `/v1/bookings/${codes[0]}/cancel`, { body: { manageToken } })
  await until('2027-04-03T10:00:00Z')
  expect((await review(codes[0]!)).status).toBe(201)

  await using other = await startService()
  const gone = await placed(other)
  for (const code of gone.codes)
    await other.call('POST', `/v1/bookings/${code}/cancel`, {
      body: { manageToken: gone.manageToken },
    })
  await gone.until('2027-04-03T10:00:00Z')
  expect(await gone.review(gone.codes[0]!)).toBeProblem(409, 'transition_invalid')
})

test('two reviews of a group at once: one is kept (contract-groups)', async () => {
  await using service = await startService()
  const { codes, review, until } = await placed(service)
  await until('2027-04-03T10:00:00Z')
  const answers = await Promise.all(codes.map((code) => review(code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const { call } = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  expect((await call('GET', '/v1/panel/reviews')).body.items).toHaveLength(1)
})
