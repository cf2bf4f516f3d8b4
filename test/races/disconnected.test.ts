import { expect, test } from 'bun:test'
import { SCOPES } from '../../src/domain/accounts/scope.ts'
import { book } from '../support/bookings.ts'
import { history, pull, push } from '../support/http.ts'
import { count } from '../support/retention.ts'
import { startService, type TestHotel } from '../support/service.ts'
import { SAVER, SUITE, sendPhoto } from '../support/set-up.ts'
import { holdAlfa, othersWait } from '../support/sql.ts'
import { addVendor, connect, disconnect } from '../support/vendors.ts'

const DAY = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 12_900 }

test('a push of a vendor that is disconnected while it waits is refused, and nothing of it is written, its log neither (contract §8)', async () => {
  await using service = await startService({ connections: 12 })
  const { alfa, store } = service
  const vendor = await addVendor(service)
  const connected = await connect(service, vendor, alfa)
  expect((await push(connected, [DAY])).status).toBe(200)
  const kept = { 'idempotency-key': 'a-key' }
  const again = () =>
    connected.call('PUT', '/availability', { body: { updates: [DAY] }, headers: kept })
  expect((await again()).status).toBe(200)
  const before = [await count(service, 'push'), await count(service, 'change')]

  const letGo = await holdAlfa(service)
  const ended = disconnect(service, vendor, alfa)
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
  for (const answer of await Promise.all(waiting)) expect(answer).toBeProblem(404, 'not_found')
  expect(await again()).toBeProblem(404, 'not_found')
  expect([await count(service, 'push'), await count(service, 'change')]).toEqual(before)
  expect((await pull(alfa, DAY.date)).body.rooms[0].days[0].available).toBe(4)
  expect((await history(alfa, 'DBL', DAY.date)).body.items).toHaveLength(1)
})

test('a booking that a vendor ends is not ended when the vendor is disconnected while it waits (contract §8)', async () => {
  await using service = await startService({ connections: 12 })
  const { alfa, store } = service
  const vendor = await addVendor(service)
  const connected = await connect(service, vendor, alfa, SCOPES)
  await push(alfa, [DAY])
  const { body, status } = await book(service.call, { checkout: '2027-04-02' })
  expect(status).toBe(201)
  const path = `/bookings/${body.code}`

  const letGo = await holdAlfa(service)
  const ended = disconnect(service, vendor, alfa)
  await othersWait(store, 1)
  const cancelled = connected.call('POST', `${path}/cancel`, { body: { reason: 'other' } })
  await othersWait(store, 2)
  await letGo()

  await ended
  expect(await cancelled).toBeProblem(404, 'not_found')
  expect((await alfa.call('GET', path)).body).toMatchObject({ status: 'confirmed', revision: 1 })
})

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
  ['rooms and rates', ofRooms],
  ['hotel, extras and photos', ofHotel],
])(
  'what a vendor sets up (%s) is not set up when the vendor is disconnected while it waits (contract §8, contract-groups, Set-up by API)',
  async (_, setUp) => {
    await using service = await startService({ connections: 12 })
    const { alfa, store } = service
    const vendor = await addVendor(service)
    const connected = await connect(service, vendor, alfa, SCOPES)
    const photo = (await sendPhoto(connected)).body
    const look = async () => {
      const paths = ['/hotel', '/rooms', '/mapping', '/photos', '/extras']
      const answers = await Promise.all(paths.map((path) => alfa.call('GET', path)))
      return answers.map(({ text }) => text).join('\n')
    }
    const before = await look()

    const letGo = await holdAlfa(service)
    const ended = disconnect(service, vendor, alfa)
    await othersWait(store, 1)
    const waiting = setUp(connected, photo.id)
    await othersWait(store, 1 + waiting.length)
    await letGo()

    await ended
    for (const answer of await Promise.all(waiting)) expect(answer).toBeProblem(404, 'not_found')
    expect(await look()).toBe(before)
  },
)
