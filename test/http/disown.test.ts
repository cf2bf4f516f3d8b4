import { expect, test } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { forgetAnswers } from '../../src/service/retention.ts'
import { updateHotel } from '../../src/store/catalog/catalog-edits.ts'
import { book, events, readAvailable } from '../support/bookings.ts'
import { ofStrangers, press, startLinking } from '../support/press.ts'
import type { TestService } from '../support/service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const shut = ({ store }: TestService) => store.db.select().from(store.t.shutMailbox)

test('who was not it ends the hold for nothing, once, and their mailbox is shut there for a day (contract-access)', async () => {
  await using service = await startLinking()
  const { code } = (await book(service.call, { adults: 1 })).body
  const first = await press(service, code, 'disown')
  expect([first.status, first.body.status, first.body.penaltyCents]).toEqual([200, 'cancelled', 0])
  expect((await readAvailable(service))[0]).toBe(40)
  expect(await ofStrangers(service)).toEqual({ unproven: 0, heldByStrangers: 0 })
  const { length } = await events(service)
  const again = await press(service, code, 'disown')
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await events(service)).toHaveLength(length)
  expect(await book(service.call, { adults: 1 })).toBeProblem(409, 'ask_the_hotel')
  const guest = { firstName: 'C', lastName: 'D', email: 'carla+b@EXAMPLE.com' }
  expect(await book(service.call, { adults: 1, guest })).toBeProblem(409, 'ask_the_hotel')
  const dora = { ...guest, email: 'dora@example.com' }
  expect((await book(service.call, { adults: 1, guest: dora })).status).toBe(201)
  service.clock.advance(24 * HOUR_MS)
  expect((await book(service.call, { adults: 1 })).status).toBe(201)
})

test('a booking that nobody has proven is disowned for nothing within 24 hours of its making; then it costs what a cancellation costs (contract-access)', async () => {
  for (const [hours, penaltyCents] of [
    [23, 0],
    [24, 20_000],
  ] as const) {
    await using service = await startLinking({ webProof: 'share' })
    const { code } = (await book(service.call, { adults: 1 })).body
    await setTerms(service)
    service.clock.advance(hours * HOUR_MS)
    const { body } = await press(service, code, 'disown')
    expect(body).toMatchObject({ status: 'cancelled', penaltyCents })
    expect((await readAvailable(service))[0]).toBe(40)
  }
})

test('from the check-in day on it costs what a cancellation costs, however new it is', async () => {
  await using service = await startLinking({ webProof: 'share' })
  service.clock.advance(Date.parse('2027-03-31T22:00:00+03:00') - service.clock.nowMs)
  const { code } = (await book(service.call, { adults: 1 })).body
  await setTerms(service)
  // Midnight in Istanbul.
  service.clock.advance(2 * HOUR_MS)
  expect((await press(service, code, 'disown')).body.penaltyCents).toBe(20_000)
})

test('of a hold that has run out the mailbox alone is shut (contract-access)', async () => {
  await using service = await startLinking()
  const { code } = (await book(service.call, { adults: 1 })).body
  service.clock.advance(30 * MINUTE_MS)
  expect((await press(service, code, 'disown')).status).toBe(200)
  await expireHolds(service.deps)
  const { status, body } = await press(service, code, 'disown')
  expect([status, body.status]).toEqual([200, 'expired'])
  expect(await shut(service)).toHaveLength(1)
})

test('what was proven meanwhile is disowned no more, and shuts nothing (contract-access)', async () => {
  await using service = await startLinking()
  const { code } = (await book(service.call, { adults: 1 })).body
  await press(service, code)
  expect(await press(service, code, 'disown')).toBeProblem(409, 'transition_invalid')
  expect(await shut(service)).toEqual([])
})

test('30 days after its end a booking’s link disowns nothing (contract-access)', async () => {
  await using service = await startLinking()
  const { code } = (await book(service.call, { adults: 1 })).body
  await press(service, code, 'disown')
  service.clock.advance(30 * 24 * HOUR_MS)
  expect(await press(service, code, 'disown')).toBeProblem(403, 'forbidden')
})

test('rooms that the hotel does not restore stay away when a booking is disowned, as in a cancellation', async () => {
  await using service = await startLinking({ webProof: 'share' })
  await service.store.tx((tx) => updateHotel(tx, service.alfa.id, { restoreOnCancel: false }))
  const { code } = (await book(service.call, { adults: 1 })).body
  await press(service, code, 'disown')
  expect((await readAvailable(service))[0]).toBe(39)
})

test('mailboxes that are open again, and takes of more than 25 hours ago, are forgotten by the hour', async () => {
  await using service = await startLinking()
  const { store, deps, clock } = service
  const { code } = (await book(service.call, { adults: 1 })).body
  await press(service, code, 'disown')
  const rows = async () => [
    (await shut(service)).length,
    await store.db.$count(store.t.strangerTake),
  ]
  clock.advance(24 * HOUR_MS - 1)
  await forgetAnswers(deps, new AbortController().signal)
  expect(await rows()).toEqual([1, 1])
  clock.advance(HOUR_MS + 2)
  await forgetAnswers(deps, new AbortController().signal)
  expect(await rows()).toEqual([0, 0])
})

/** Lets every booking cost all of it when it is cancelled. */
async function setTerms({ store }: TestService): Promise<void> {
  const { booking } = store.t
  const cancellation = JSON.stringify({ freeUntilDays: null, penalty: 'all' })
  await store.tx(async (tx) => {
    await tx.db.update(booking).set({ cancellation })
  })
}
