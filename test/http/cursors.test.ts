import { expect, test } from 'bun:test'
import { insertReview } from '../../src/store/bookings/reviews.ts'
import { book, sell } from '../support/bookings.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { addAgency, signIn } from '../support/users.ts'

/** Alfa with what makes every list have two pages of one, and who reads them. */
async function makeWorld(service: TestService) {
  const { alfa, bravo, store, deps } = service
  for (const available of [5, 6]) await sell(service, { available })
  const agency = await signIn(service, 'agency_user', { agencyId: await addAgency(service) })
  await addAgency(service, 'ECHO')
  for (let i = 0; i < 3; i++) {
    const { code } = (await book(agency.call)).body
    await store.tx(async (tx) => {
      const review = { hotelId: alfa.id, bookingCode: code, author: 'A', rating: 4, text: '' }
      const reply = { reply: null, repliedAtMs: null }
      await insertReview(tx, { ...review, ...reply, id: `r${i}`, createdAtMs: deps.nowMs() })
    })
  }
  const hotelIds = [alfa.id, bravo.id]
  const manager = await signIn(service, 'hotel_manager', { hotelIds })
  const admin = await signIn(service, 'admin')
  for (const name of ['Bursa', 'Izmir'])
    await admin.call('POST', '/v1/admin/cities', { body: { name, country: 'TR' } })
  return {
    public: service.call,
    agency: agency.call,
    manager: manager.call,
    admin: admin.call,
    key: ((method, path) => alfa.call(method, path.replace('/v1/partner', ''))) as Call,
    otherKey: ((method, path) => bravo.call(method, path.replace('/v1/partner', ''))) as Call,
  }
}

type Caller = keyof Awaited<ReturnType<typeof makeWorld>>

const PULL = '/v1/partner/bookings?from=2027-04-01&to=2027-04-09'
const DAY = '/v1/partner/availability/history?roomCode=DBL&date=2027-04-01'
const PANEL = '/v1/panel/bookings?hotel=alfa'
const BOOKINGS = '/v1/admin/bookings?hotel=alfa'

/** A list with filters, and the same list asked for otherwise, by somebody else when one is named. */
const LISTS: [caller: Caller, path: string, other: string, by?: Caller][] = [
  ['key', PULL, `${PULL}&dateField=checkout`],
  ['key', PULL, `${PULL}&unacked=true`],
  ['key', PULL, `${PULL}&status=confirmed`],
  ['key', PULL, '/v1/partner/bookings?from=2027-04-01&to=2027-04-08'],
  ['key', PULL, PULL, 'otherKey'],
  ['key', DAY, '/v1/partner/availability/history?roomCode=DBL&date=2027-04-02'],
  ['key', DAY, DAY, 'otherKey'],
  ['manager', PANEL, `${PANEL}&status=confirmed`],
  ['manager', PANEL, '/v1/panel/bookings?hotel=bravo'],
  ['manager', '/v1/panel/reviews?hotel=alfa', '/v1/panel/reviews?hotel=alfa&replied=false'],
  ['agency', '/v1/acenta/bookings?', '/v1/acenta/bookings?q=carla'],
  ['agency', '/v1/bookings?', '/v1/bookings?', 'admin'],
  ['agency', '/v1/acenta/bookings?', '/v1/bookings?'],
  ['admin', BOOKINGS, `${BOOKINGS}&agency=DELTA`],
  ['admin', '/v1/admin/hotels?', '/v1/admin/hotels?active=true'],
  ['admin', '/v1/admin/users?', '/v1/admin/users?role=admin'],
  ['admin', '/v1/admin/history?', '/v1/admin/history?entity=city'],
  ['admin', '/v1/agencies?', '/v1/admin/hotels?'],
  ['public', '/v1/cities?', '/v1/cities?q=a'],
  ['public', '/v1/hotels/alfa/reviews?', '/v1/hotels/bravo/reviews?'],
]

test.each(LISTS.map(([caller, path, other, by = caller]) => [caller, path, other, by] as const))(
  'a cursor of the list that %s gets at %s is refused at %s to %s, and goes on with any page size (contract §5)',
  async (caller, path, other, by) => {
    await using service = await startService()
    const world = await makeWorld(service)
    const first = await world[caller]('GET', `${path}&limit=1`)
    expect(first.status).toBe(200)
    expect(first.body.nextCursor).toBeString()

    const refused = await world[by]('GET', `${other}&cursor=${first.body.nextCursor}`)
    expect(refused).toBeProblem(422, 'validation_failed')
    expect(refused.body.errors).toMatchObject([{ path: '?cursor', code: 'invalid_cursor' }])

    const all = await world[caller]('GET', `${path}&limit=100`)
    const rest = await world[caller]('GET', `${path}&limit=50&cursor=${first.body.nextCursor}`)
    const entries = ({ body }: typeof all) => body.items ?? body.bookings
    expect([...entries(first), ...entries(rest)]).toEqual(entries(all))
  },
)

test('a cursor outlives the spelling out of a default (contract §5)', async () => {
  await using service = await startService()
  const { key } = await makeWorld(service)
  const { nextCursor } = (await key('GET', `${PULL}&limit=1`)).body
  const said = await key('GET', `${PULL}&dateField=checkin&unacked=false&cursor=${nextCursor}`)
  expect(said.body.bookings).toHaveLength(2)
})
