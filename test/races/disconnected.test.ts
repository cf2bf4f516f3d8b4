import { expect, test } from 'bun:test'
import { SCOPES, type Scope } from '../../src/domain/accounts/scope.ts'
import { endApiKey } from '../../src/service/accounts/api-keys.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { book } from '../support/bookings.ts'
import { history, pull, push } from '../support/http.ts'
import { count } from '../support/retention.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'
import { SAVER, SUITE, sendPhoto } from '../support/set-up.ts'
import { holdAlfa, othersWait } from '../support/sql.ts'
import { addVendor, connect, disconnect } from '../support/vendors.ts'

const DAY = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 12_900 }

/** Access to alfa that ends: a vendor's connection, or a key; `refusal` is what its calls are answered from then on. */
type Access = (
  service: TestService,
  scopes?: Scope[],
) => Promise<{
  connected: TestHotel
  end: () => Promise<unknown>
  refusal: [status: number, code: string]
}>

const asVendor: Access = async (service, scopes) => {
  const vendor = await addVendor(service)
  const connected = await connect(service, vendor, service.alfa, scopes)
  const end = () => disconnect(service, vendor, service.alfa)
  return { connected, end, refusal: [404, 'not_found'] }
}

const asKey: Access = async (service, scopes) => {
  const connected = await withAnotherKey(service, service.alfa, scopes && { scopes })
  const end = () => endApiKey(service.deps, { id: connected.keyId, hotelId: service.alfa.id })
  return { connected, end, refusal: [401, 'unauthenticated'] }
}

const each = test.each([
  ['vendor that is disconnected', asVendor],
  ['key that is revoked', asKey],
] as [string, Access][])

each(
  'a push of a %s while it waits is refused, and nothing of it is written, its log neither (contract §8)',
  async (_, open) => {
    await using service = await startService({ connections: 12 })
    const { alfa, store } = service
    const { connected, end, refusal } = await open(service)
    expect((await push(connected, [DAY])).status).toBe(200)
    const kept = { 'idempotency-key': 'a-key' }
    const again = () =>
      connected.call('PUT', '/availability', { body: { updates: [DAY] }, headers: kept })
    expect((await again()).status).toBe(200)
    const pushes = await count(service, 'push')
    const changes = await count(service, 'change')

    const letGo = await holdAlfa(service)
    const ended = end()
    await othersWait(store, 1)
    const waiting = [
      push(connected, [{ ...DAY, available: 9 }]),
      // This one changes no day: its place in the log alone would tell of it.
      push(connected, [DAY]),
      push(connected, [{ ...DAY, available: 8 }], '?mode=atomic'),
    ]
    await othersWait(store, 1 + waiting.length)
    await letGo()

    await ended
    for (const answer of await Promise.all(waiting)) expect(answer).toBeProblem(...refusal)
    expect(await again()).toBeProblem(...refusal)
    expect(await count(service, 'push')).toBe(pushes)
    expect(await count(service, 'change')).toBe(changes)
    expect((await pull(alfa, DAY.date)).body.rooms[0].days[0].available).toBe(4)
    expect((await history(alfa, 'DBL', DAY.date)).body.items).toHaveLength(1)
  },
)

each(
  'a booking that is ended by a %s while it waits is not ended (contract §8)',
  async (_, open) => {
    await using service = await startService({ connections: 12 })
    const { alfa, store } = service
    const { connected, end, refusal } = await open(service, [...SCOPES])
    await push(alfa, [DAY])
    const { body, status } = await book(service.call, { checkout: '2027-04-02' })
    expect(status).toBe(201)
    const path = `/bookings/${body.code}`

    const letGo = await holdAlfa(service)
    const ended = end()
    await othersWait(store, 1)
    const cancelled = connected.call('POST', `${path}/cancel`, { body: { reason: 'other' } })
    await othersWait(store, 2)
    await letGo()

    await ended
    expect(await cancelled).toBeProblem(...refusal)
    expect((await alfa.call('GET', path)).body).toMatchObject({ status: 'confirmed', revision: 1 })
  },
)

const TRANSFER = { name: 'Transfer', per: 'stay', priceCents: 4_500, max: 4 }

type SetUp = (connected: TestHotel, photoId: string) => ReturnType<TestHotel['call']>[]

const ofRooms: SetUp = ({ call }) => [
  call('POST', '/rooms', { body: SUITE }),
  call('PATCH', '/rooms/DBL', { body: { name: 'Theirs' } }),
  call('POST', '/rates', { body: SAVER }),
  call('PATCH', '/rates/STD', { body: { name: 'Theirs' } }),
]

const ofHotel: SetUp = (connected, photoId) => [
  connected.call('PATCH', '/hotel', { body: { phone: '+90 242 000 00 00' } }),
  connected.call('PUT', '/extras/TRANSFER', { body: TRANSFER }),
  connected.call('PATCH', `/photos/${photoId}`, { body: { alt: { en: 'Theirs' } } }),
  connected.call('DELETE', `/photos/${photoId}`),
  sendPhoto(connected, '?roomCode=DBL'),
]

// Few enough that each waits on one of the ten connections of a replica: who waits for a connection comes by chance.
test.each([
  ['rooms and rates', 'vendor that is disconnected', ofRooms, asVendor],
  ['hotel, extras and photos', 'vendor that is disconnected', ofHotel, asVendor],
  ['rooms and rates', 'key that is revoked', ofRooms, asKey],
] as [string, string, SetUp, Access][])(
  'what is set up (%s) by a %s while it waits is not set up (contract §8, contract-groups, Set-up by API)',
  async (_, __, setUp, open) => {
    await using service = await startService({ connections: 12 })
    const { alfa, store } = service
    const { connected, end, refusal } = await open(service, [...SCOPES])
    const photo = (await sendPhoto(connected)).body
    const look = async () => {
      const paths = ['/hotel', '/rooms', '/mapping', '/photos', '/extras']
      const answers = await Promise.all(paths.map((path) => alfa.call('GET', path)))
      return answers.map(({ text }) => text).join('\n')
    }
    const before = await look()

    const letGo = await holdAlfa(service)
    const ended = end()
    await othersWait(store, 1)
    const waiting = setUp(connected, photo.id)
    await othersWait(store, 1 + waiting.length)
    await letGo()

    await ended
    for (const answer of await Promise.all(waiting)) expect(answer).toBeProblem(...refusal)
    expect(await look()).toBe(before)
  },
)
