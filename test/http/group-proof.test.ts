import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { book, CARLA, readAvailable, sell } from '../support/bookings.ts'
import { mailsOf } from '../support/mails.ts'
import { ofStrangers, press, readBooking, startLinking } from '../support/press.ts'
import type { TestService } from '../support/service.ts'

const guest = { firstName: 'Carla', lastName: 'Öz', email: CARLA }
const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 1 }

type Part = { code: string; status: string; proof: string }

const place = async ({ call }: TestService, stays: object[]) =>
  await call('POST', '/v1/booking-groups', { body: { hotelSlug: 'alfa', guest, stays } })

/** State and proof of each booking of a group as stored. */
const statesOf = async (service: TestService, parts: Part[]) =>
  await Promise.all(
    parts.map(async ({ code }) => {
      const { status, proof } = await readBooking(service, code)
      return `${status} ${proof}`
    }),
  )

test('a group waits for one mailed link as a whole, whose button confirms all of it (contract-access)', async () => {
  await using service = await startLinking()
  const { status, body } = await place(service, [stay, stay])
  expect([status, body.proof]).toEqual([201, 'asked'])
  expect(await ofStrangers(service)).toEqual({ unproven: 0, heldByStrangers: 2 })
  expect((await mailsOf(service)).filter(({ kind }) => kind === 'proof')).toHaveLength(1)
  const [, second] = body.bookings
  expect((await press(service, second.code)).status).toBe(200)
  expect(await statesOf(service, body.bookings)).toEqual(['confirmed mail', 'confirmed mail'])
  expect(await ofStrangers(service)).toEqual({ unproven: 0, heldByStrangers: 0 })
})

test('where one stay passes the share of a night, every stay of the group waits (contract-access)', async () => {
  await using service = await startLinking({ webProof: 'share', available: 12 })
  // A quarter of twelve rooms is three.
  const other = { ...guest, email: 'other@example.com' }
  expect((await book(service.call, { guest: other, rooms: 2 })).body.proof).toBe('none')
  const { body } = await place(service, [stay, stay])
  expect(body.bookings.map(({ status, proof }: Part) => `${status} ${proof}`)).toEqual(
    Array(2).fill('pending asked'),
  )
  expect(await ofStrangers(service)).toEqual({ unproven: 2, heldByStrangers: 2 })
})

test('a group pressed too late is sold anew whole or not at all, for the price of the whole (contract-access)', async () => {
  await using service = await startLinking({ available: 4 })
  const { bookings } = (await place(service, [stay])).body
  service.clock.advance(30 * 60_000)
  await expireHolds(service.deps)
  await sell(service, { available: 1, priceCents: 12_000 })
  const [{ code }] = bookings
  const refused = await press(service, code)
  expect(refused).toBeProblem(409, 'price_changed')
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([1, 1])
  const agreed = await press(service, code, 'prove', { expectedPayableCents: 24_000 })
  expect([agreed.status, agreed.body.status, agreed.body.totalPriceCents]).toEqual([
    ...[200, 'confirmed', 24_000],
  ])
})

test('“This was not me” ends the whole group (contract-access)', async () => {
  await using service = await startLinking()
  const { bookings } = (await place(service, [stay, stay])).body
  expect((await press(service, bookings[1].code, 'disown')).status).toBe(200)
  expect(await statesOf(service, bookings)).toEqual(['cancelled asked', 'cancelled asked'])
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([40, 40])
})
