import { expect, test } from 'bun:test'
import { endApiKey } from '../../src/service/accounts/api-keys.ts'
import { changesTopic } from '../../src/store/days/history.ts'
import { book, sell } from '../support/bookings.ts'
import { changes, latest, listenersOf } from '../support/changes.ts'
import { day } from '../support/days.ts'
import { eventually, push } from '../support/http.ts'
import { openSandbox } from '../support/sandbox.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'
import { addVendor, connect, disconnect } from '../support/vendors.ts'

const LONG = 25

/** Counts who waits for the feed of a hotel, from now on. */
const watchers = (service: TestService, { id }: TestHotel) => listenersOf(service, changesTopic(id))

/** Asks for what comes after a cursor and is waiting for it when this answers. */
async function waitingFor(service: TestService, hotel: TestHotel, cursor: string, query = '') {
  const waiting = watchers(service, hotel)
  const answer = changes(hotel, `?cursor=${cursor}&waitSeconds=${LONG}${query}`)
  await eventually(() => waiting() === 1)
  return { answer, waiting }
}

test('a request that waits is answered by the commit that it waits for (contract §2)', async () => {
  await using service = await startService()
  const { alfa, call } = service
  await sell(service)
  const begun = performance.now()
  const { answer, waiting } = await waitingFor(service, alfa, await latest(alfa))
  const { body: booking } = await book(call)

  const { status, body } = await answer
  expect(status).toBe(200)
  expect(body.changes[0]).toMatchObject({ type: 'booking', booking: { code: booking.code } })
  expect(body.changes[1]).toMatchObject({ type: 'availability' })
  expect(waiting()).toBe(0)
  expect(performance.now() - begun).toBeLessThan((LONG * 1_000) / 2)
})

test('what is there already is answered at once, and latest waits for what is to come (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  await push(alfa, [day(1)])
  expect((await changes(alfa, `?waitSeconds=${LONG}`)).body.changes).toHaveLength(1)

  const { answer } = await waitingFor(service, alfa, 'latest')
  await push(alfa, [day(2)])
  const { body } = await answer
  expect(body.changes.map((entry: any) => entry.days[0].available)).toEqual([2])
})

test('a wait that is over answers an empty page with the same cursor (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const cursor = await latest(alfa)
  const { body } = await changes(alfa, `?cursor=${cursor}&waitSeconds=1`)
  expect(body).toEqual({ changes: [], nextCursor: cursor, hasMore: false })
})

test("another hotel's commits are not what a wait is for (contract §1)", async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const { answer } = await waitingFor(service, alfa, await latest(alfa))
  await push(bravo, [day(9)])
  await push(alfa, [day(1)])
  const { body } = await answer
  expect(body.changes.map((entry: any) => entry.days[0].available)).toEqual([1])
})

test('a wait takes one token of the limit, however long it is (contract §2, §7)', async () => {
  await using service = await startService({ requestsPerMinute: null })
  const { alfa } = service
  const left = async () => (await alfa.call('GET', '/limits')).body.requests.remaining
  const cursor = await latest(alfa)
  const before = await left()
  const { answer } = await waitingFor(service, alfa, cursor)
  await push(alfa, [day(1)])
  await answer
  // The wait, the push and this question.
  expect(await left()).toBe(before - 3)
})

test('a client that goes away leaves nobody waiting', async () => {
  await using service = await startService({ listen: true })
  const { alfa, url } = service
  const waiting = watchers(service, alfa)
  const gone = new AbortController()
  const answer = fetch(`${url}/v1/partner/changes?cursor=latest&waitSeconds=${LONG}`, {
    headers: { authorization: `Bearer ${alfa.secret}` },
    signal: gone.signal,
  }).catch((error: Error) => error.name)
  await eventually(() => waiting() === 1)
  gone.abort()
  expect(await answer).toBe('AbortError')
  await eventually(() => waiting() === 0)
})

test('a stop ends every wait with an empty page, so that it need not wait itself (contract §10)', async () => {
  const stopping = new AbortController()
  await using service = await startService({ stopping: stopping.signal })
  const { alfa, bravo } = service
  const first = await waitingFor(service, alfa, await latest(alfa))
  const second = await waitingFor(service, bravo, await latest(bravo))
  stopping.abort()
  for (const { answer, waiting } of [first, second]) {
    expect((await answer).body).toMatchObject({ changes: [], hasMore: false })
    expect(waiting()).toBe(0)
  }
  // Whoever asks now does not wait.
  expect((await changes(alfa, `?cursor=latest&waitSeconds=${LONG}`)).body.changes).toEqual([])
})

test('a key revoked while its holder waits opens nothing any more, and he hears so at once (contract §8)', async () => {
  await using service = await startService()
  const { alfa } = service
  const begun = performance.now()
  const { answer } = await waitingFor(service, alfa, await latest(alfa))
  const actor = { type: 'user' as const, id: 'u1' }
  await endApiKey(service.deps, { id: alfa.keyId, hotelId: alfa.id }, actor)
  expect(await answer).toBeProblem(401, 'unauthenticated')
  expect(performance.now() - begun).toBeLessThan((LONG * 1_000) / 2)
})

test('a vendor that is disconnected while it waits hears so at once (contract §8)', async () => {
  await using service = await startService()
  const { alfa } = service
  const vendor = await addVendor(service)
  await connect(service, vendor, alfa)
  const begun = performance.now()
  const waiting = watchers(service, alfa)
  const answer = vendor.call('GET', `/changes?hotel=alfa&cursor=latest&waitSeconds=${LONG}`)
  await eventually(() => waiting() === 1)
  await disconnect(service, vendor, alfa)
  expect(await answer).toBeProblem(404, 'not_found')
  expect(performance.now() - begun).toBeLessThan((LONG * 1_000) / 2)
})

test('a sandbox that is reset while a test key waits is another one: the cursor is too old at once (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const sandbox = await openSandbox(service)
  const begun = performance.now()
  const { answer } = await waitingFor(service, sandbox, await latest(sandbox))
  expect((await sandbox.call('POST', '/sandbox/reset')).status).toBe(204)
  const expired = await answer
  expect(expired).toBeProblem(410, 'cursor_expired')
  expect(performance.now() - begun).toBeLessThan((LONG * 1_000) / 2)
  const next = await changes(sandbox, `?cursor=${expired.body.oldestCursor}`)
  expect([next.status, next.body.changes]).toEqual([200, []])
})
