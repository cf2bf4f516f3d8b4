import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'

const FAMILY = {
  adults: 2,
  lessPercentBp: 1_500,
  moreCents: 3_333,
  children: [
    { toAge: 2, amountCents: 0 },
    { toAge: 11, percentBp: 2_500 },
    { toAge: 15, amountCents: 3_000 },
  ],
}
const ROOMS = [
  { roomCode: 'DBL', maxAdults: 4, maxChildren: 4, maxOccupancy: 6, boards: ['RO', 'BB'] },
]

/** Alfa with a room for six at 100.01 a night, and a rate FAM for two adults. */
async function start(more: object = {}): Promise<TestService> {
  const service = await startService({ rooms: ROOMS.map((room) => ({ ...room, ...more })) })
  await sell(service, { priceCents: 10_001 })
  await makeRate(service, { rateCode: 'FAM', guests: FAMILY })
  return service
}

const night = ({ body }: Answer) =>
  body.nightly?.[0].priceCents ?? body.errors?.[0].code ?? body.code

test.each([
  ['the party it is for', { adults: 2 }, 10_001],
  // 10,001 × 8,500 / 10,000 = 8,500.85
  ['one adult fewer', { adults: 1 }, 8_501],
  ['two adults more', { adults: 4 }, 10_001 + 2 * 3_333],
  // 10,001 × 2,500 / 10,000 = 2,500.25
  ['children by age', { adults: 2, childAges: [1, 11, 14] }, 10_001 + 0 + 2_500 + 3_000],
  ['one older than every band is an adult', { adults: 2, childAges: [16] }, 10_001 + 3_333],
  ['and takes the place of one who is missing', { adults: 1, childAges: [17] }, 10_001],
  ['without ages each is the dearest', { adults: 2, children: 2 }, 10_001 + 2 * 3_333],
])('the price for %s (contract-rates, *Party*)', async (_, party, priceCents) => {
  await using service = await start()
  expect(night(await book(service.call, { rateCode: 'FAM', ...party }))).toBe(priceCents)
  // A rate without a rule costs the same for every party.
  const standard = await book(service.call, party)
  expect(standard.body.nightly[0].priceCents).toBe(10_001)
})

test('ages alone set the children; both and unlike are refused; ages are kept (contract-rates, *Party*)', async () => {
  await using service = await start()
  const { body } = await book(service.call, { rateCode: 'FAM', childAges: [5, 3] })
  expect(body).toMatchObject({ children: 2, childAges: [5, 3] })
  const unlike = await book(service.call, { children: 1, childAges: [5, 3] })
  expect(unlike).toBeProblem(422, 'validation_failed')
  expect(unlike.body.errors).toMatchObject([{ path: '/childAges', code: 'ages_mismatch' }])
  const change = { ...asGuest(body.code), children: 2 }
  const forgotten = await service.call('PATCH', `/v1/bookings/${body.code}`, { body: change })
  expect(forgotten.body).toMatchObject({ children: 2, childAges: null })
  expect(night(forgotten)).toBe(10_001 + 2 * 3_333)
})

test('a party whose rooms would pay differently is not bookable in one booking (contract-rates, *Party*)', async () => {
  await using service = await start()
  const uneven = await book(service.call, { rateCode: 'FAM', rooms: 2, adults: 3 })
  expect(uneven).toBeProblem(422, 'validation_failed')
  expect(uneven.body.errors[0].code).toBe('party_uneven')
  // Two adults to each room, then the older child to the first and the younger to the second: 5 and 4 pay alike.
  const even = { rateCode: 'FAM', rooms: 2, adults: 4, childAges: [4, 5] }
  expect(night(await book(service.call, even))).toBe(10_001 + 2_500)
  expect(night(await book(service.call, { ...even, childAges: [1, 5] }))).toBe('party_uneven')
})

test('a discount of everything leaves no price (contract-rates, *Party*)', async () => {
  await using service = await start()
  await makeRate(service, { rateCode: 'ALL', guests: { adults: 2, lessPercentBp: 10_000 } })
  expect(await book(service.call, { rateCode: 'ALL', adults: 1 })).toBeProblem(409, 'no_price')
  // Nor is a child sold at less than it costs, for the adults would pay less than nothing.
  const guests = { adults: 3, lessPercentBp: 10_000, children: [{ toAge: 17, percentBp: 20_000 }] }
  await makeRate(service, { rateCode: 'NEG', guests })
  const child = await book(service.call, { rateCode: 'NEG', adults: 1, childAges: [16] })
  expect(child).toBeProblem(409, 'no_price')
})

test('a board for each guest is paid by every person of the room, children of any age too (contract-rates, *Board*)', async () => {
  await using service = await start({ supplementsCents: { BB: 700 }, perGuest: ['BB'] })
  const party = { adults: 2, childAges: [1], boardCode: 'BB' }
  expect(night(await book(service.call, { ...party, rateCode: 'FAM' }))).toBe(10_001 + 3 * 700)
  const uneven = { adults: 3, rooms: 2, boardCode: 'BB' }
  expect(night(await book(service.call, { ...uneven, rateCode: 'STD' }))).toBe('party_uneven')
})

test('a rate with a board sells it without a supplement, and no other (contract-rates, *Board*)', async () => {
  await using service = await start({ supplementsCents: { BB: 700 } })
  await makeRate(service, { rateCode: 'BED', boardCode: 'BB' })
  const other = await book(service.call, { rateCode: 'BED', boardCode: 'RO' })
  expect(other).toBeProblem(422, 'validation_failed')
  expect(other.body.errors).toMatchObject([{ path: '/boardCode', code: 'board_not_in_rate' }])
  const { body } = await book(service.call, { rateCode: 'BED' })
  expect(body).toMatchObject({ boardCode: 'BB', totalPriceCents: 20_002 })
  expect(night(await book(service.call, { boardCode: 'BB' }))).toBe(10_701)
})
