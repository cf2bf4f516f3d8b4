import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

type Item = Record<string, any>

test('an agency user sees their agency, nobody else’s (specification §4.2)', async () => {
  await using service = await startService()
  const { agent, echoAgent } = await hireStaff(service)
  expect((await agent.call('GET', '/v1/agencies/me')).body).toEqual({
    code: 'DELTA',
    name: 'Agency DELTA',
    email: 'delta@example.com',
    commissionBasisPoints: 1_000,
    optionDays: 0,
    active: true,
    ...{ licenceNumber: null, address: null, phone: null, logo: null },
    createdAt: '2027-03-10T09:00:00.000Z',
  })
  expect((await echoAgent.call('GET', '/v1/agencies/me')).body.code).toBe('ECHO')
})

test('bookings, revenue and commission are of the own agency: another’s and the web’s are not in them (contract §5)', async () => {
  await using service = await startService()
  const { agent, echoAgent } = await hireStaff(service)
  await sell(service)
  const own = (await book(agent.call)).body
  const gone = (await book(agent.call, { checkout: '2027-04-02' })).body
  await agent.call('POST', `/v1/bookings/${gone.code}/cancel`)
  const other = (await book(echoAgent.call)).body
  await book(service.call)

  const { items } = (await agent.call('GET', '/v1/acenta/bookings')).body
  expect(items.map(({ code }: Item) => code)).toEqual([gone.code, own.code])
  expect(items[1]).toEqual({ ...own, commissionCents: 2_000 })
  expect((await agent.call('GET', '/v1/acenta/bookings')).text).not.toContain(other.code)
  expect((await agent.call('GET', '/v1/acenta/dashboard')).body).toEqual({
    agencyCode: 'DELTA',
    from: null,
    to: null,
    bookings: { pending: 0, confirmed: 1, cancelled: 1, expired: 0, no_show: 0, completed: 0 },
    totals: [{ currency: 'EUR', bookings: 1, revenueCents: 20_000, commissionCents: 2_000 }],
  })
  const of = async (query: string) =>
    (await agent.call('GET', `/v1/acenta/dashboard?${query}`)).body
  expect((await of('to=2027-03-09')).totals).toEqual([])
  expect((await of('from=2027-03-10&to=2027-03-10')).totals).toHaveLength(1)
})

test('sums are by currency and never added up across them', async () => {
  await using service = await startService()
  const { agent, admin } = await hireStaff(service)
  await admin.call('PATCH', '/v1/admin/hotels/bravo', { body: { currency: 'TRY' } })
  await sell(service)
  await sell({ ...service, alfa: service.bravo })
  await book(agent.call)
  await book(agent.call, { hotelSlug: 'bravo' })

  const { totals } = (await agent.call('GET', '/v1/acenta/dashboard')).body
  expect(totals.map(({ currency, revenueCents }: Item) => [currency, revenueCents])).toEqual([
    ['EUR', 20_000],
    ['TRY', 20_000],
  ])
})

test('an agency user without an agency has none: 404, and no booking of anybody', async () => {
  await using service = await startService()
  await sell(service)
  await book(service.call)
  const { call } = await signIn(service, 'agency_user')
  for (const path of ['/v1/agencies/me', '/v1/acenta/dashboard', '/v1/acenta/bookings'])
    expect(await call('GET', path)).toBeProblem(404, 'not_found')
})

test('an agency’s figures are of at most 366 days, or of all; one end of the range gives the other (issue 12)', async () => {
  await using service = await startService()
  const { agent } = await hireStaff(service)
  await sell(service)
  await book(agent.call)
  const of = async (query: string) => {
    const { body } = await agent.call('GET', `/v1/acenta/dashboard?${query}`)
    return [body.from, body.to, body.bookings.confirmed]
  }
  expect(await of('')).toEqual([null, null, 1])
  expect(await of('from=2027-03-01')).toEqual(['2027-03-01', '2027-03-10', 1])
  expect(await of('from=2027-03-11')).toEqual(['2027-03-11', '2027-03-11', 0])
  expect(await of('to=2028-03-09')).toEqual(['2027-03-10', '2028-03-09', 1])
  expect(await of('to=2028-03-10')).toEqual(['2027-03-11', '2028-03-10', 0])
  expect(await of('from=2027-03-10&to=2028-03-09')).toEqual(['2027-03-10', '2028-03-09', 1])
  for (const query of ['from=2027-03-10&to=2028-03-10', 'from=2026-03-09']) {
    const answer = await agent.call('GET', `/v1/acenta/dashboard?${query}`)
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0]).toMatchObject({ path: '?to', code: 'range_too_long' })
  }
})
