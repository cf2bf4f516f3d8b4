import { expect, test } from 'bun:test'
import { dateIn } from '../../src/domain/kernel/date.ts'
import { updateHotel } from '../../src/store/catalog/catalog-edits.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

const STAY = { checkin: '2027-06-01', checkout: '2027-06-02' }

/** Alfa and Bravo in their time zones, with rooms to sell, and somebody of the agency. */
async function start(ofAlfa: string, ofBravo: string) {
  const service = await startService()
  const { alfa, bravo } = service
  const { agent } = await hireStaff(service)
  await service.store.tx(async (tx) => {
    await updateHotel(tx, alfa.id, { timezone: ofAlfa })
    await updateHotel(tx, bravo.id, { timezone: ofBravo })
  })
  const far = { from: STAY.checkin, nights: 1, available: 500 }
  await sell(service, far)
  await sell({ ...service, alfa: bravo }, far)
  return { service, agent }
}

/** The agency books at both hotels at an instant. */
async function bookAt(service: TestService, agent: TestUser, atMs: number): Promise<void> {
  service.clock.nowMs = atMs
  const { call } = await signInAgain(service, agent)
  for (const hotelSlug of ['alfa', 'bravo']) {
    const { status } = await book(call, { ...STAY, hotelSlug })
    expect(status).toBe(201)
  }
}

/** What the dashboard has of a range of days. */
async function figures(service: TestService, agent: TestUser, query: string) {
  const { call } = await signInAgain(service, agent)
  return (await call('GET', `/v1/acenta/dashboard?${query}`)).body
}

test('at the turn of a day and a month each booking counts on its own hotel’s day, ahead of UTC and behind it (contract-agencies, D4)', async () => {
  const { service, agent } = await start('Pacific/Kiritimati', 'Pacific/Pago_Pago')
  await using _ = service
  const MARCH = 'from=2027-03-01&to=2027-03-31'
  const APRIL = 'from=2027-04-01&to=2027-04-30'
  const confirmed = async (query: string) =>
    (await figures(service, agent, query)).bookings.confirmed
  // Before and after the midnight that ends March on Kiritimati; on Pago Pago it is the evening of the 30th.
  await bookAt(service, agent, Date.parse('2027-03-31T09:59:59.999Z'))
  expect([await confirmed(MARCH), await confirmed(APRIL)]).toEqual([2, 0])
  await bookAt(service, agent, Date.parse('2027-03-31T10:00:00.000Z'))
  expect([await confirmed(MARCH), await confirmed(APRIL)]).toEqual([3, 1])
  // Before and after that midnight on Pago Pago; on Kiritimati it is the 2nd of April.
  await bookAt(service, agent, Date.parse('2027-04-01T10:59:59.999Z'))
  expect([await confirmed(MARCH), await confirmed(APRIL)]).toEqual([4, 2])
  await bookAt(service, agent, Date.parse('2027-04-01T11:00:00.000Z'))
  expect([await confirmed(MARCH), await confirmed(APRIL)]).toEqual([4, 4])
  expect(await confirmed('from=2027-04-01&to=2027-04-01')).toBe(2)
  expect(await confirmed('from=2027-04-02&to=2027-04-02')).toBe(2)
  expect(await confirmed('from=2027-03-31&to=2027-04-01')).toBe(4)
  const march = await figures(service, agent, MARCH)
  expect(march.totals).toEqual([
    { currency: 'EUR', bookings: 4, revenueCents: 40_000, commissionCents: 4_000 },
  ])
  // All that was made until now is in what has no end, also where the next day has begun.
  const open = await figures(service, agent, 'from=2027-03-01')
  expect([open.to, open.bookings.confirmed]).toEqual(['2027-04-02', 8])
})

const ZONES = [
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
  ['America/New_York', 'Europe/Istanbul'],
] as const

test.each(ZONES)(
  'over any range of days what was made in it at hotels in %s and %s is counted once, and nothing else (contract-agencies, D4)',
  async (...zones: readonly [string, string]) => {
    const { service, agent } = await start(...zones)
    await using _ = service
    // Clocks of New York go forward on 14 March.
    const first = Date.parse('2027-03-11T00:00:00Z')
    const made: string[] = []
    for (let hour = 0; hour < 24 * 8; hour += 5) {
      const atMs = first + hour * 3_600_000
      await bookAt(service, agent, atMs)
      made.push(...zones.map((zone) => dateIn(zone, atMs)))
    }
    for (let from = '2027-03-09'; from <= '2027-03-20'; from = addDay(from, 1))
      for (let to = from; to <= '2027-03-20'; to = addDay(to, 1)) {
        const { bookings } = await figures(service, agent, `from=${from}&to=${to}`)
        const within = made.filter((day) => from <= day && day <= to)
        expect([from, to, bookings.confirmed]).toEqual([from, to, within.length])
      }
  },
)
