import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { book, sell } from '../support/bookings.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'

// Lists of bookings as the panel of an agency asks for them (issue 34, item 2).

type Item = Record<string, any>

const LIST = '/v1/acenta/bookings'
const APRIL = 'from=2027-04-01&to=2027-04-30'

const codesOf = ({ body }: { body: Item }) => body.items.map(({ code }: Item) => code)

async function scene(service: TestService) {
  const staff = await hireStaff(service)
  await sell(service, { nights: 20 })
  await sell({ ...service, alfa: service.bravo }, { nights: 20 })
  return staff
}

test('an agency’s list is sorted, and narrowed to a hotel, by words and by days, of its bookings alone (issue 34)', async () => {
  await using service = await startService()
  const { agent, echoAgent } = await scene(service)
  const late = (await book(agent.call, { checkin: '2027-04-05', checkout: '2027-04-06' })).body.code
  const early = (await book(agent.call)).body.code
  const elsewhere = (
    await book(agent.call, { hotelSlug: 'bravo', checkin: '2027-04-03', checkout: '2027-04-07' })
  ).body.code
  await book(echoAgent.call)
  await book(service.call)
  const of = async (query: string) => codesOf(await agent.call('GET', `${LIST}?${query}`))

  expect(await of('')).toEqual([elsewhere, early, late])
  expect(await of('sort=checkin')).toEqual([early, elsewhere, late])
  expect(await of('sort=-total')).toEqual([elsewhere, early, late])
  expect(await of('sort=-checkin&limit=2')).toEqual([late, elsewhere])
  expect(await of('hotel=bravo')).toEqual([elsewhere])
  expect(await of('hotel=bravo&sort=checkin&status=confirmed')).toEqual([elsewhere])
  expect(await of('hotel=none')).toEqual([])
  expect(await of('from=2027-04-02&sort=guest&hotel=alfa')).toEqual([late])
  expect(await of(`q=${early}`)).toEqual([early])
})

test('a booking has its history for its agency, which names nobody of the hotel; another agency finds nothing', async () => {
  await using service = await startService()
  const { agent, echoAgent, manager } = await scene(service)
  const { code } = (await book(agent.call)).body
  await manager.call('PATCH', `/v1/bookings/${code}`, { body: { specialRequests: 'High floor' } })
  const path = `${LIST}/${code}`
  await agent.call('PATCH', path, { body: { arrivalTime: '16:30' } })

  const { body } = await agent.call('GET', path)
  expect(body).toMatchObject({ code, commissionCents: 2_000, arrivalTime: '16:30' })
  expect(
    body.revisions.map(({ revision, actor, changes = [] }: Item) => [
      revision,
      actor.type,
      actor.by ?? actor.name,
      changes.map(({ field }: Item) => field),
    ]),
  ).toEqual([
    [3, 'booking', 'agency', ['arrivalTime']],
    [2, 'user', null, ['specialRequests']],
    [1, 'booking', 'agency', []],
  ])
  expect(JSON.stringify(body)).not.toContain(manager.user.id)
  for (const [method, at] of [
    ['GET', path],
    ['PATCH', path],
    ['POST', `${path}/cancel`],
    ['POST', `${path}/confirm`],
  ] as const)
    expect(await echoAgent.call(method, at, { body: {} })).toBeProblem(404, 'not_found')
})

test('an agency confirms its option, changes its stay, and reads the fee before it cancels (contract §3)', async () => {
  await using service = await startService()
  const { agent } = await scene(service)
  const { code } = (await book(agent.call, { hold: true })).body
  const path = `${LIST}/${code}`
  expect((await agent.call('POST', `${path}/confirm`)).body.status).toBe('confirmed')
  expect((await agent.call('POST', `${path}/confirm`)).status).toBe(200)
  const tried = await agent.call('PATCH', path, {
    body: { checkout: '2027-04-05', simulate: true },
  })
  expect(tried.body).toMatchObject({ simulated: true, totalPriceCents: 40_000 })
  expect(
    (await agent.call('PATCH', path, { body: { checkout: '2027-04-04' } })).body,
  ).toMatchObject({ totalPriceCents: 30_000, commissionCents: 3_000 })
  expect(
    (await agent.call('POST', `${path}/cancel`, { body: { simulate: true } })).body,
  ).toMatchObject({
    simulated: true,
    penaltyCents: 0,
    nightsGivenBack: ['2027-04-01', '2027-04-02', '2027-04-03'],
  })
  expect((await agent.call('POST', `${path}/cancel`)).body.status).toBe('cancelled')
})

test('an agency’s day has its options by their end, deadlines of free cancellation with the fee after, and arrivals (issue 34)', async () => {
  await using service = await startService()
  const { agent, echoAgent, admin, manager } = await scene(service)
  await admin.call('PATCH', '/v1/admin/agencies/DELTA', { body: { optionDays: 20 } })
  const translations = { tr: { name: 'Çift kişilik oda' } }
  await manager.call('PATCH', '/v1/panel/rooms/DBL', { body: { translations } })
  const cancellation = { freeUntilDays: 2, penalty: 'first_night' } as const
  await makeRate(service, { rateCode: 'FLEX', cancellation })
  const at = (checkin: string, checkout: string, more = {}) => ({ checkin, checkout, ...more })
  const option = (day: string) => ({ holdUntil: `2027-03-${day}T12:00:00Z` })
  const later = (await book(agent.call, option('28'))).body.code
  const sooner = (await book(agent.call, { hotelSlug: 'bravo', ...option('20') })).body.code
  const soon = at('2027-04-03', '2027-04-05', { rateCode: 'FLEX', rooms: 2 })
  const free = (await book(agent.call, soon)).body.code
  const far = (await book(agent.call, { ...soon, checkin: '2027-04-19', checkout: '2027-04-20' }))
    .body
  const today = (await book(agent.call, at('2027-04-01', '2027-04-02'))).body.code
  await book(echoAgent.call, at('2027-04-01', '2027-04-02'))
  const again = async () => (await signInAgain(service, agent)).call
  const day = async () => (await (await again())('GET', '/v1/acenta/today')).body

  const { options, hotels, rooms } = await day()
  expect(codesOf({ body: { items: options } })).toEqual([sooner, later])
  expect(hotels.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(['alfa', 'bravo'])
  expect(rooms).toHaveLength(2)
  expect(rooms).toContainEqual(
    expect.objectContaining({
      ...{ hotelSlug: 'alfa', roomCode: 'DBL' },
      translations: expect.objectContaining(translations),
    }),
  )
  service.clock.nowMs = Date.parse('2027-04-01T06:00:00Z')
  const body = await day()
  expect(body.options).toEqual([])
  expect(codesOf({ body: { items: body.arrivals } })).toEqual([today])
  expect(body.deadlines).toMatchObject([
    { freeUntil: '2027-04-01', today: '2027-04-01', feeCents: 20_000, booking: { code: free } },
  ])
  expect(JSON.stringify(body.deadlines)).not.toContain(far.code)
  // On the day after the last free one it is no news, and a moved stay has another deadline.
  service.clock.nowMs = Date.parse('2027-04-02T06:00:00Z')
  expect((await day()).deadlines).toEqual([])
  const call = await again()
  await call('PATCH', `${LIST}/${far.code}`, {
    body: { checkin: '2027-04-09', checkout: '2027-04-10' },
  })
  expect((await day()).deadlines).toMatchObject([
    { freeUntil: '2027-04-07', booking: { code: far.code } },
  ])
  await call('POST', `${LIST}/${far.code}/cancel`)
  expect((await day()).deadlines).toEqual([])
})

test('an agency’s bookings are a file of its own, with hotel, commission and net, and nothing that the desk notes (issue 34)', async () => {
  await using service = await startService()
  const { agent, echoAgent, manager } = await scene(service)
  const { code } = (await book(agent.call)).body
  const other = (await book(agent.call, { hotelSlug: 'bravo' })).body.code
  const echos = (await book(echoAgent.call)).body.code
  await manager.call('PATCH', `/v1/panel/bookings/${code}/desk?hotel=alfa`, {
    body: { note: 'Difficult guest' },
  })
  const file = async (query = '') =>
    await agent.call('GET', `/v1/acenta/exports/bookings?${APRIL}${query}`)
  const answer = await file('&language=tr')
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="delta-rezervasyonlar-2027-04-01-2027-04-30.csv"',
  )
  expect(answer.text).not.toContain('Difficult')
  expect(answer.text).not.toContain(echos)
  const rows: Item[] = parse(answer.text, { delimiter: ';', columns: true, bom: true })
  expect(rows).toMatchObject([
    {
      ...{ Kod: code, Otel: 'Hotel alfa', Durum: 'Onaylı', Giriş: '2027-04-01' },
      ...{ Toplam: '200,00', Komisyon: '20,00', 'Komisyonsuz tutar': '180,00' },
    },
    { Kod: other, Otel: 'Hotel bravo' },
  ])
  expect((await file('&hotel=bravo')).text).not.toContain(code)
  expect((await file('&hotel=bravo')).text).toContain(other)
  expect((await file('&q=nobody')).text.trim().split('\n')).toHaveLength(1)
})
