import { expect, test } from 'bun:test'
import { sell } from '../support/bookings.ts'
import { makeRate } from '../support/rates.ts'
import { find, hotelPage, STAY } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'

const PATHS = ['/v1/hotels', '/v1/hotels/alfa']
const ROOMS = [{ roomCode: 'DBL', maxChildren: 2, maxOccupancy: 4 }]

/** The ages of a query are refused. */
async function expectRefused(service: TestService, url: string, code: string) {
  const answer = await service.call('GET', url)
  expect(answer).toBeProblem(422, 'validation_failed')
  expect([url, answer.body.errors]).toMatchObject([url, [{ path: '?childAges', code }]])
}

test('ages of children are 0 to 17 with commas between (contract-rates, *Party*)', async () => {
  await using service = await startService()
  for (const path of PATHS) {
    for (const text of ['18', '-1', '3,', ',3', '3,,9', '3.5', 'three', '', '3, 9', '03'])
      await expectRefused(service, `${path}?${STAY}&childAges=${text}`, 'wrong_format')
    for (const text of ['0', '17', '3,9'])
      expect((await service.call('GET', `${path}?childAges=${text}`)).status).toBe(200)
  }
})

test('ages alone say how many children there are; both and unlike is ages_mismatch (contract-rates, *Party*)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  const found = async (more: string) => (await find(service, `${STAY}${more}`)).body.items.length
  expect(await found('&childAges=3,9')).toBe(1)
  expect(await found('&childAges=3,9,12')).toBe(0)
  expect(await found('&childAges=3,9&children=2')).toBe(1)
  // Without dates, too, by the beds alone.
  expect((await find(service, 'city=alfa-city&childAges=1,2,3')).body.items).toEqual([])
  for (const path of PATHS)
    for (const children of [0, 1, 3]) {
      const url = `${path}?${STAY}&childAges=3,9&children=${children}`
      await expectRefused(service, url, 'ages_mismatch')
    }
})

/** What the page and the search say that the party pays at STD. */
async function priceOfParty(service: TestService, party: string) {
  const query = STAY.replace('adults=2', party)
  const [room] = (await hotelPage(service, 'alfa', query)).body.rooms
  const [hit] = (await find(service, `city=alfa-city&${query}`)).body.items
  expect(hit?.fromTotalCents).toBe(room.quote?.totalPriceCents)
  return room.quote?.totalPriceCents ?? room.reason.code
}

test('a party pays by its adults and the ages of its children, in search as on the page; unknown ages pay the dearest (contract-rates, *Party*)', async () => {
  await using service = await startService({ rooms: [{ ...ROOMS[0]!, maxAdults: 3 }] })
  await sell(service)
  const children = [
    { toAge: 2, amountCents: 0 },
    { toAge: 11, percentBp: 2_500 },
  ]
  const guests = { adults: 2, lessPercentBp: 2_000, moreCents: 4_000, children }
  await makeRate(service, { rateCode: 'STD', guests })

  expect(await priceOfParty(service, 'adults=2')).toBe(20_000)
  expect(await priceOfParty(service, 'adults=1')).toBe(16_000)
  expect(await priceOfParty(service, 'adults=3')).toBe(28_000)
  expect(await priceOfParty(service, 'adults=2&childAges=2')).toBe(20_000)
  expect(await priceOfParty(service, 'adults=2&childAges=3,11')).toBe(30_000)
  // Older than every band: an adult of the party.
  expect(await priceOfParty(service, 'adults=2&childAges=12')).toBe(28_000)
  expect(await priceOfParty(service, 'adults=1&childAges=12')).toBe(20_000)
  expect(await priceOfParty(service, 'adults=2&children=1')).toBe(28_000)
  // Dealt to two rooms: two adults each, or one that pays less.
  expect(await priceOfParty(service, 'adults=4&rooms=2')).toBe(40_000)
  expect(await priceOfParty(service, 'adults=3&rooms=2')).toBe('party_uneven')
  expect(await priceOfParty(service, 'adults=4&rooms=2&childAges=5')).toBe('party_uneven')
  expect(await priceOfParty(service, 'adults=4&rooms=2&childAges=5,6')).toBe(50_000)
})
