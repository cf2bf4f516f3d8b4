import { expect, test } from 'bun:test'
import { SCOPES_DEFAULT } from '../../src/domain/accounts/scope.ts'
import { listenersOf } from '../support/changes.ts'
import { eventually, push } from '../support/http.ts'
import { openSandbox } from '../support/sandbox.ts'
import { startService } from '../support/service.ts'
import { signIn } from '../support/users.ts'
import { addVendor, connect, disconnect } from '../support/vendors.ts'

const DAY = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 10_000 }
type Listed = { slug: string; feedCursor: string }
const slugsOf = ({ body }: { body: { hotels: Listed[] } }) => body.hotels.map(({ slug }) => slug)

test('a vendor lists the hotels that are connected with it, each with the end of its feed; a key its one hotel (contract §8)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const vendor = await addVendor(service)
  const other = await addVendor(service, 'Other')
  expect((await vendor.call('GET', '/hotels')).body).toEqual({ hotels: [] })
  await connect(service, vendor, bravo)
  const at = await connect(service, vendor, alfa)
  await connect(service, other, alfa)

  const before = await vendor.call('GET', '/hotels')
  expect(slugsOf(before)).toEqual(['alfa', 'bravo'])
  const { feedCursor, connection, ...hotel } = before.body.hotels[0]
  expect(connection).toMatchObject({ scopes: [...SCOPES_DEFAULT], cursor: feedCursor })
  expect(hotel).toEqual((await alfa.call('GET', '/mapping')).body.hotel)
  const changes = (cursor: string) => at.call('GET', `/changes?cursor=${cursor}`)
  expect((await changes(feedCursor)).body.changes).toEqual([])

  const { pushId } = (await push(alfa, [DAY])).body
  const after = await vendor.call('GET', '/hotels')
  const moved = after.body.hotels.filter(
    (each: Listed, n: number) => each.feedCursor !== before.body.hotels[n].feedCursor,
  )
  expect(moved.map(({ slug }: Listed) => slug)).toEqual(['alfa'])
  expect((await changes(feedCursor)).body.changes).toMatchObject([{ pushId }])
  expect((await changes(feedCursor)).body.nextCursor).toBe(moved[0].feedCursor)
  expect((await changes(moved[0].feedCursor)).body.changes).toEqual([])

  const own = (await alfa.call('GET', '/hotels')).body
  expect(own).toEqual({ hotels: [{ ...hotel, feedCursor: moved[0].feedCursor }] })
  expect(slugsOf(await vendor.call('GET', '/hotels?hotel=bravo'))).toEqual(['bravo'])
  await disconnect(service, vendor, alfa)
  expect(slugsOf(await vendor.call('GET', '/hotels'))).toEqual(['bravo'])
})

test('the end of the feed is where `latest` would begin, also of a sandbox that was reset', async () => {
  await using service = await startService()
  const sandbox = await openSandbox(service)
  const same = async () => {
    const [{ feedCursor }] = (await sandbox.call('GET', '/hotels')).body.hotels
    const latest = (await sandbox.call('GET', '/changes?cursor=latest')).body.nextCursor
    return feedCursor === latest
  }
  expect(await same()).toBe(true)
  await push(sandbox, [DAY])
  expect(await same()).toBe(true)
  await sandbox.call('POST', '/sandbox/reset')
  expect(await same()).toBe(true)
  expect((await sandbox.call('GET', '/hotels')).body.test).toBe(true)
})

test('with waitSeconds the list is answered when something happens at one of the hotels, or one is connected or not any more (contract §8)', async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const vendor = await addVendor(service)
  const at = await connect(service, vendor, alfa)
  const wait = async (act: () => Promise<unknown>) => {
    const held = (await vendor.call('GET', '/hotels')).headers.get('etag')!
    const listening = listenersOf(service, `vendor:${vendor.id}`)
    const since = { headers: { 'if-none-match': held } }
    const answer = vendor.call('GET', '/hotels?waitSeconds=25', since)
    await eventually(() => listening() === 1)
    await act()
    return await answer
  }
  const first = (await vendor.call('GET', '/hotels')).body.hotels[0].feedCursor
  const pushed = await wait(() => push(at, [DAY]))
  expect(pushed.body.hotels[0].feedCursor).not.toBe(first)
  expect(slugsOf(await wait(() => connect(service, vendor, bravo)))).toEqual(['alfa', 'bravo'])
  expect(slugsOf(await wait(() => disconnect(service, vendor, bravo)))).toEqual(['alfa'])

  // What was held before is compared, so that nothing between two calls is missed.
  const held = (await vendor.call('GET', '/hotels')).headers.get('etag')!
  const since = { headers: { 'if-none-match': held } }
  expect((await vendor.call('GET', '/hotels', since)).status).toBe(304)
  await push(at, [{ ...DAY, available: 3 }])
  const missed = await vendor.call('GET', '/hotels?waitSeconds=25', since)
  expect(missed.status).toBe(200)
})

test('who waits for the list is refused when the secret, or the connection that was named, is no more (contract §8)', async () => {
  await using service = await startService()
  const { alfa } = service
  const admin = await signIn(service, 'admin')
  const vendor = await addVendor(service)
  const at = await connect(service, vendor, alfa)

  const listening = listenersOf(service, `changes:${alfa.id}`)
  const feed = at.call('GET', '/changes?cursor=latest&waitSeconds=25')
  const named = at.call('GET', '/hotels?waitSeconds=25')
  await eventually(() => listening() === 2)
  await disconnect(service, vendor, alfa)
  await push(alfa, [DAY])
  expect(await feed).toBeProblem(404, 'not_found')
  expect(await named).toBeProblem(404, 'not_found')

  const waiting = listenersOf(service, `vendor:${vendor.id}`)
  const list = vendor.call('GET', '/hotels?waitSeconds=25')
  await eventually(() => waiting() === 1)
  const body = { overlapHours: 0 }
  await admin.call('POST', `/v1/admin/vendors/${vendor.id}/rotate-secret`, { body })
  expect(await list).toBeProblem(401, 'unauthenticated')
})
