import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { book, sell } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, type Staff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

// The hotel's list of bookings, narrowed to an agency (issue 34, item 1).

type Item = Record<string, any>

const APRIL = 'from=2027-04-01&to=2027-04-30'

/** Bookings of Delta, Echo and a guest at Alfa, and one of Delta at Bravo. */
async function scene(service: TestService) {
  const staff = await hireStaff(service)
  await sell(service, { nights: 20 })
  await sell({ ...service, alfa: service.bravo }, { nights: 20 })
  const { agent, echoAgent } = staff
  const late = await codeOf(agent, { checkin: '2027-04-05', checkout: '2027-04-06' })
  const early = await codeOf(agent)
  const elsewhere = await codeOf(agent, { hotelSlug: 'bravo' })
  const ofEcho = await codeOf(echoAgent)
  await book(service.call)
  return { ...staff, late, early, elsewhere, ofEcho }
}

const codeOf = async ({ call }: Staff['agent'], change: Item = {}): Promise<string> =>
  (await book(call, change)).body.code

test('a hotel’s list and its file are narrowed to an agency, to the hotel’s own bookings alone, in each order (issue 34)', async () => {
  await using service = await startService()
  const { manager, bravoManager, late, early, elsewhere, ofEcho } = await scene(service)
  const of = async (query: string, { call } = manager) =>
    (await call('GET', `/v1/panel/bookings?${query}`)).body.items.map(({ code }: Item) => code)

  expect(await of('agency=DELTA')).toEqual([early, late])
  expect(await of('agency=DELTA', bravoManager)).toEqual([elsewhere])
  expect(await of('agency=ECHO')).toEqual([ofEcho])
  expect(await of('agency=ECHO', bravoManager)).toEqual([])
  for (const sort of ['created', '-checkin', '-checkout', '-total'])
    expect((await of(`agency=DELTA&sort=${sort}`)).toSorted()).toEqual([early, late].toSorted())
  expect(await of('agency=DELTA&sort=checkin&from=2027-04-01')).toEqual([early, late])
  expect(await of('agency=DELTA&from=2027-04-02&status=confirmed')).toEqual([late])
  expect(await of(`agency=DELTA&q=${ofEcho}`)).toEqual([])
  expect(await of(`agency=DELTA&q=${late}&sort=guest`)).toEqual([late])

  const { text } = await manager.call(
    'GET',
    `/v1/panel/exports/bookings?${APRIL}&agency=DELTA&language=en`,
  )
  const [, ...rows] = parse(text, { bom: true }) as string[][]
  expect(rows.map(([code]) => code)).toEqual([early, late])
})

test('an agency that there is none of is refused by the list and its file (contract §6)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  for (const path of ['bookings?', `exports/bookings?${APRIL}&`]) {
    const { status, body } = await manager.call('GET', `/v1/panel/${path}agency=NONE`)
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ path: '?agency', code: 'unknown_agency' })],
    ])
  }
})

test('a hotel names the agencies with terms or bookings there, and no others (issue 34)', async () => {
  await using service = await startService()
  const { manager, bravoManager, agent, echoAgent } = await hireStaff(service)
  await sell(service, { nights: 20 })
  const at = async ({ call }: Staff['agent']) =>
    (await call('GET', '/v1/panel/hotel')).body.agencies
  expect(await at(manager)).toEqual([])
  await book(agent.call)
  expect(await at(manager)).toEqual([{ code: 'DELTA', name: 'Agency DELTA' }])
  await putTerms(manager, {}, 'ECHO')
  expect(await at(manager)).toEqual([
    { code: 'DELTA', name: 'Agency DELTA' },
    { code: 'ECHO', name: 'Agency ECHO' },
  ])
  expect(await at(bravoManager)).toEqual([])
  expect((await echoAgent.call('GET', '/v1/panel/hotel?hotel=alfa')).status).toBe(403)
})
