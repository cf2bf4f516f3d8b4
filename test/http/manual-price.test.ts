import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { atManualPrice } from '../../src/domain/bookings/manual-price.ts'
import { parseDate } from '../../src/domain/kernel/date.ts'
import { totalOf } from '../../src/domain/kernel/night.ts'
import { splitTaxes } from '../../src/domain/rates/tax.ts'
import { book, events, readAvailable, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { readBooking } from '../support/panel-booking.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

// A manual price is per room and night, with a reason that the panel alone tells (issue 18, part 3).

const REASON = 'Walk-in, agreed by Ayşe'
const VAT = { code: 'VAT', name: 'VAT', percentBp: 1_000 }

test('a manual price of a new booking: each night so much, of which total and taxes come; its reason is in the panel alone', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await manager.call('PATCH', '/v1/panel/hotel', { body: { taxes: [VAT] } })
  await sell(service)
  const manualPrice = { priceCents: 7_777, reason: REASON }
  const rooms = { rooms: 2, adults: 4 }

  const wrong = await book(manager.call, { manualPrice, ...rooms, expectedTotalCents: 40_000 })
  expect(wrong).toBeProblem(409, 'price_changed')
  expect(wrong.body.totalPriceCents).toBe(31_108)
  const { status, body, text } = await book(manager.call, { manualPrice, ...rooms })
  expect([status, body.totalPriceCents]).toEqual([201, 31_108])
  expect(body.nightly.map(({ priceCents }: any) => priceCents)).toEqual([7_777, 7_777])
  const taxed = splitTaxes(31_108, [VAT])
  expect([body.taxes, body.netCents]).toEqual([taxed.taxes, taxed.netCents])
  expect(body.source).toEqual({ type: 'panel' })
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([3, 3])
  expect(text + JSON.stringify(await events(service))).not.toContain('Walk-in')
  const [entry] = (await readBooking(manager, body.code)).deskHistory
  expect(entry).toMatchObject({
    actor: { id: manager.user.id },
    before: { totalPriceCents: 40_000 },
    after: { totalPriceCents: 31_108, reason: REASON },
  })
})

test('it may be said night by night or as per cent less; nights that are not the stay’s, two ways at once and no reason are refused', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { priceCents: 9_995 })
  const priced = async (manualPrice: Record<string, unknown>) => {
    const answer = await book(manager.call, { manualPrice: { reason: REASON, ...manualPrice } })
    return answer.status === 201
      ? answer.body.nightly.map(({ priceCents }: any) => priceCents)
      : answer.body.errors[0].code
  }
  const nights = [
    { date: '2027-04-02', priceCents: 0 },
    { date: '2027-04-01', priceCents: 5 },
  ]

  expect(await priced({ nightly: nights })).toEqual([5, 0])
  // 8,995.5 and so up.
  expect(await priced({ lessPercentBp: 1_000 })).toEqual([8_996, 8_996])
  expect(await priced({ lessPercentBp: 10_000 })).toEqual([0, 0])
  expect(await priced({ nightly: nights.slice(1) })).toBe('unknown_value')
  expect(await priced({ nightly: [nights[0], nights[0]] })).toBe('unknown_value')
  expect(await priced({ nightly: [...nights, nights[0]] })).toBe('unknown_value')
  expect(await priced({ priceCents: 1, lessPercentBp: 1 })).toBe('conflicting_fields')
  expect(await priced({})).toBe('required')
  expect(await priced({ priceCents: -1 })).toBe('out_of_range')
  expect(await priced({ priceCents: 1, reason: undefined })).toBe('required')
})

test('only owner and front desk of the hotel, and admins, agree on a price; nobody who books for others or themselves', async () => {
  await using service = await startService()
  const { agent, guest, admin, bravoManager } = await hireStaff(service)
  await sell(service)
  const manualPrice = { priceCents: 1, reason: REASON }
  const member = async (role: 'front_desk' | 'revenue' | 'read_only') =>
    await signIn(service, 'hotel_manager', {
      name: role,
      memberships: [{ hotelId: service.alfa.id, role }],
    })

  for (const { call } of [agent, guest, bravoManager])
    expect(await book(call, { manualPrice })).toBeProblem(403, 'forbidden')
  expect(await book(service.call, { manualPrice })).toBeProblem(403, 'forbidden')
  for (const role of ['revenue', 'read_only'] as const)
    expect(await book((await member(role)).call, { manualPrice })).toBeProblem(403, 'role_missing')
  expect((await book((await member('front_desk')).call, { manualPrice })).status).toBe(201)
  expect((await book(admin.call, { manualPrice })).status).toBe(201)
  const { body } = await book(service.call)
  const change = { body: { ...asGuest(body.code), manualPrice } }
  expect(await service.call('PATCH', `/v1/bookings/${body.code}`, change)).toBeProblem(
    403,
    'forbidden',
  )
})

test('a discount of a booking that stands: what the hotel did not sell itself is never made dearer, a trial leaves no reason', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  const change = (manualPrice: Record<string, unknown>, more = {}) =>
    manager.call('PATCH', `/v1/bookings/${code}`, {
      body: { manualPrice: { reason: REASON, ...manualPrice }, ...more },
    })

  const dearer = await change({ priceCents: 10_001 })
  expect(dearer).toBeProblem(422, 'validation_failed')
  expect(dearer.body.errors[0]).toMatchObject({ path: '/manualPrice', code: 'out_of_range' })
  const trial = await change({ lessPercentBp: 2_500 }, { simulate: true })
  expect(trial.body).toMatchObject({ simulated: true, totalPriceCents: 15_000, revision: 2 })
  expect((await readBooking(manager, code)).deskHistory).toEqual([])

  const done = await change({ lessPercentBp: 2_500 }, { expectedTotalCents: 15_000 })
  expect(done.body).toMatchObject({ totalPriceCents: 15_000, revision: 2 })
  const { deskHistory, revisions } = await readBooking(manager, code)
  expect(deskHistory).toMatchObject([
    { before: { totalPriceCents: 20_000 }, after: { totalPriceCents: 15_000, reason: REASON } },
  ])
  expect(revisions[0].changes.map(({ field }: any) => field)).toContain('totalPriceCents')
  // Its own bookings the hotel also makes dearer.
  const own = (await book(manager.call)).body
  const body = { manualPrice: { priceCents: 20_000, reason: REASON } }
  const raised = await manager.call('PATCH', `/v1/bookings/${own.code}`, { body })
  expect(raised.body.totalPriceCents).toBe(40_000)
})

test('a sandbox knows no manual price', async () => {
  await using service = await startService()
  const sandbox = await openSandbox(service)
  const manualPrice = { priceCents: 1, reason: REASON }
  const answer = await bookTest(sandbox, { manualPrice })
  expect(answer.body.errors[0]).toMatchObject({ path: '/manualPrice', code: 'unknown_field' })
})

test('whatever is agreed on: Σ nightly × rooms is the total, net and taxes make it up, less is never more', () => {
  const price = fc.integer({ min: 0, max: 10_000_000_000 })
  const stay = fc.array(price, { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(stay, fc.integer({ min: 0, max: 10_000 }), (prices, lessPercentBp) => {
      const nightly = prices.map((priceCents, index) => ({
        date: parseDate(`2027-04-${`${index + 1}`.padStart(2, '0')}`)!,
        priceCents,
      }))
      const less = atManualPrice(nightly, { reason: REASON, lessPercentBp })
      const total = totalOf(less, 3)
      const { taxes, netCents } = splitTaxes(total, [VAT])
      expect(taxes.reduce((sum, { amountCents }) => sum + amountCents, netCents)).toBe(total)
      for (const [index, { priceCents }] of less.entries()) {
        expect(priceCents).toBeWithin(0, prices[index]! + 1)
        const exact = (BigInt(prices[index]!) * BigInt(10_000 - lessPercentBp) + 5_000n) / 10_000n
        expect(priceCents).toBe(Number(exact))
      }
    }),
  )
})
