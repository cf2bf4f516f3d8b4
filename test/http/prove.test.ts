import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { findUser } from '../../src/store/accounts/users.ts'
import { setAside } from '../support/allotments.ts'
import { book, CARLA, events, readAvailable, sell } from '../support/bookings.ts'
import { pay } from '../support/desk.ts'
import { ofStrangers, press, readBooking, startLinking } from '../support/press.ts'
import type { TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'
import { signIn } from '../support/users.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A hold that waits for its link. */
async function askForProof(
  service: TestService,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { status, body } = await book(service.call, { adults: 1, ...more })
  expect([status, body.status, body.proof]).toEqual([201, 'pending', 'asked'])
  return body.code
}

/** One that has run out, as the clock leaves it. */
async function runOut(service: TestService, more: Record<string, unknown> = {}): Promise<string> {
  const code = await askForProof(service, more)
  service.clock.advance(30 * MINUTE_MS)
  await expireHolds(service.deps)
  expect((await readBooking(service, code)).status).toBe('expired')
  return code
}

const tail = async (service: TestService) =>
  (await events(service)).map(({ event, data }) => `${event} ${data.status}`).slice(-2)

test('the button of the mailed link confirms a hold that waits for it, once (contract-access)', async () => {
  await using service = await startLinking()
  const code = await askForProof(service)
  expect(await ofStrangers(service)).toEqual({ unproven: 0, heldByStrangers: 1 })
  const first = await press(service, code)
  expect([first.status, first.body.status, first.body.proof]).toEqual([200, 'confirmed', 'mail'])
  expect(await ofStrangers(service)).toEqual({ unproven: 0, heldByStrangers: 0 })
  expect(await tail(service)).toEqual(['booking.held pending', 'booking.confirmed confirmed'])
  const again = await press(service, code)
  expect(again.status).toBe(200)
  expect(again.body).toEqual(first.body)
  expect(await tail(service)).toEqual(['booking.held pending', 'booking.confirmed confirmed'])
  expect((await readBooking(service, code)).brakeNights).toBe(2)
})

test('the history says that the link’s guest confirmed (contract-access)', async () => {
  await using service = await startLinking()
  const code = await askForProof(service)
  await press(service, code)
  const { change } = service.store.t
  const rows = await service.store.db.select().from(change).where(eq(change.actorId, code))
  expect(rows.at(-1)).toMatchObject({
    actorType: 'booking',
    actorBy: 'guest',
    actorHow: 'proof_link',
  })
})

test('what is confirmed is proven without a revision, an event or an entry of the feed (contract-access)', async () => {
  await using service = await startLinking({ webProof: 'share' })
  const { code, proof, revision } = (await book(service.call, { adults: 1 })).body
  expect(proof).toBe('none')
  expect(await ofStrangers(service)).toEqual({ unproven: 1, heldByStrangers: 0 })
  const before = (await events(service)).length
  const { body } = await press(service, code)
  expect(body).toMatchObject({ status: 'confirmed', proof: 'mail', revision })
  expect(await ofStrangers(service)).toEqual({ unproven: 0, heldByStrangers: 0 })
  expect((await events(service)).length).toBe(before)
})

test('a wrong token, another booking’s, a manage token and one whose links have ended are the same 404 (contract-access)', async () => {
  await using service = await startLinking()
  const code = await askForProof(service)
  const other = await readBooking(service, await askForProof(service))
  const booking = await readBooking(service, code)
  const { tokens } = service.deps
  const wrong = ['', 'x', tokens.proof(other), tokens.manage(booking)]
  wrong.push(tokens.proof({ ...booking, manageEpoch: 1 }))
  for (const verb of ['prove', 'disown']) {
    const texts = new Set<string>()
    for (const [at, proofToken] of [
      [code, 'x'],
      ['QQQQQQQQQQ', 'x'],
      ...wrong.map((each) => [code, each]),
    ] as const) {
      const answer = await service.call('POST', `/v1/bookings/${at}/${verb}`, {
        body: { proofToken },
      })
      expect(answer).toBeProblem(404, 'not_found')
      texts.add(answer.body.detail)
    }
    expect(texts.size).toBe(1)
  }
  expect((await readBooking(service, code)).status).toBe('pending')
})

test('a hold that ran out is sold as a booking made now, until 24 hours after its end (contract-access)', async () => {
  await using service = await startLinking()
  const code = await runOut(service)
  const [rooms] = await readAvailable(service)
  service.clock.advance(24 * HOUR_MS - 1)
  const { status, body } = await press(service, code)
  expect([status, body.status, body.proof]).toEqual([200, 'confirmed', 'mail'])
  expect(await readAvailable(service)).toEqual(
    (await readAvailable(service)).with(0, rooms! - 1).with(1, rooms! - 1),
  )
  expect(await tail(service)).toEqual(['booking.released expired', 'booking.confirmed confirmed'])
  const late = await runOut(service)
  service.clock.advance(24 * HOUR_MS)
  expect(await press(service, late)).toBeProblem(409, 'transition_invalid')
})

test('a hold that ran out is not sold anew out of what is set aside for an agency since (contract-agencies, *Allotment*)', async () => {
  await using service = await startLinking()
  const { manager } = await hireStaff(service)
  await putTerms(manager)
  const code = await runOut(service)
  expect((await setAside(manager, { rooms: 40 })).body.changed).toBe(10)
  expect(await press(service, code)).toBeProblem(409, 'sold_out')
  await setAside(manager, { rooms: 39 })
  expect((await press(service, code)).body.status).toBe('confirmed')
})

test('a hold whose end the clock has not come to yet is sold anew all the same', async () => {
  await using service = await startLinking()
  const code = await askForProof(service)
  service.clock.advance(30 * MINUTE_MS)
  expect((await press(service, code)).body.status).toBe('confirmed')
  expect((await readAvailable(service))[0]).toBe(39)
})

test('another price is told until it is agreed to, and terms stay those of the making (contract-access)', async () => {
  await using service = await startLinking()
  const code = await runOut(service)
  await sell(service, { priceCents: 12_500, available: 40 })
  const refused = await press(service, code)
  expect(refused).toBeProblem(409, 'price_changed')
  expect(refused.body.totalPriceCents).toBe(25_000)
  for (const expectedPayableCents of [20_000, 24_999])
    expect(await press(service, code, 'prove', { expectedPayableCents })).toBeProblem(
      409,
      'price_changed',
    )
  const { cancellation } = await readBooking(service, code)
  const { status, body } = await press(service, code, 'prove', { expectedPayableCents: 25_000 })
  expect(status).toBe(200)
  expect(body).toMatchObject({ totalPriceCents: 25_000, cancellation })
  expect(body.nightly.map(({ priceCents }: { priceCents: number }) => priceCents)).toEqual([
    12_500, 12_500,
  ])
})

test.each([
  ['closed', { closed: true }, 'closed_for_sale'],
  ['sold out', { available: 0 }, 'sold_out'],
] as const)('a hold that ran out is not sold anew when its nights are %s', async (_, day, code) => {
  await using service = await startLinking()
  const booking = await runOut(service)
  const updates = [{ roomCode: 'DBL', date: '2027-04-02', ...day }]
  await service.alfa.call('PATCH', '/availability', { body: { updates } })
  expect(await press(service, booking)).toBeProblem(409, code)
  expect((await readBooking(service, booking)).status).toBe('expired')
})

test('a hold of one’s own that ran out, and a booking that was cancelled, are proven no more', async () => {
  await using service = await startLinking()
  const { code } = (await book(service.call, { adults: 1, hold: true })).body
  service.clock.advance(15 * MINUTE_MS)
  await expireHolds(service.deps)
  expect(await press(service, code)).toBeProblem(409, 'transition_invalid')
  const second = await askForProof(service)
  await press(service, second, 'disown')
  expect(await press(service, second)).toBeProblem(409, 'transition_invalid')
})

test('a mailbox that the desk has met there before is proven by the hotel, as of its stay (contract-access)', async () => {
  await using service = await startLinking({ webProof: 'share' })
  const manager = await signIn(service, 'hotel_manager', { hotelIds: [service.alfa.id] })
  const earlier = (await book(service.call, { adults: 1 })).body.code
  expect((await pay(manager, earlier)).status).toBe(201)
  const guest = { firstName: 'C', lastName: 'D', email: 'CARLA+again@example.com' }
  const { code } = (await book(service.call, { adults: 1, guest })).body
  expect((await press(service, code)).body.proof).toBe('hotel')
  expect(await readBooking(service, code)).toMatchObject({
    proof: 'hotel',
    provenByStay: true,
    brakeNights: 2,
  })
})

test('a pressed link proves the account that booked for its own address, and no other (contract-access)', async () => {
  await using service = await startLinking()
  const carla = await signIn(service, 'guest', { email: CARLA })
  const dora = await signIn(service, 'guest', { email: 'dora@example.com' })
  const isProven = async ({ user }: typeof carla) =>
    (await findUser(service.store, user.id))!.isAddressProven
  const forCarla = (await book(dora.call, { adults: 1 })).body.code
  expect((await press(service, forCarla)).status).toBe(200)
  expect([await isProven(carla), await isProven(dora)]).toEqual([false, false])
  const own = (await book(carla.call, { adults: 1 })).body.code
  expect((await press(service, own)).status).toBe(200)
  expect([await isProven(carla), await isProven(dora)]).toEqual([true, false])
})

test('the button proves no more than 20 rooms of a mailbox at a hotel (contract-access, One mailbox)', async () => {
  await using service = await startLinking({ webProof: 'share', available: 200 })
  for (let each = 0; each < 5; each++) {
    const { code, status } = (
      await book(service.call, { rooms: 5, adults: 5, checkout: '2027-04-02' })
    ).body
    expect(status).toBe('confirmed')
    const { status: pressed } = await press(service, code)
    expect(pressed).toBe(each < 4 ? 200 : 409)
  }
})
