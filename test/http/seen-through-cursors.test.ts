import { expect, test } from 'bun:test'
import { readAvailable, sell } from '../support/bookings.ts'
import { changes, latest } from '../support/changes.ts'
import { push } from '../support/http.ts'
import type { Answer } from '../support/matchers.ts'
import { startService, type TestService } from '../support/service.ts'

const PLACE = { roomCode: 'DBL', date: '2027-04-01' }

async function start(): Promise<TestService> {
  const service = await startService({ rooms: [{ roomCode: 'DBL', basePriceCents: 10_000 }] })
  await sell(service, { available: 6 })
  return service
}

const leftOn = async (service: TestService) => (await readAvailable(service))[0]

const pushGuarded = (
  { alfa }: TestService,
  seenThrough: unknown,
  available: number,
): Promise<Answer> =>
  alfa.call('PUT', '/availability', { body: { updates: [{ ...PLACE, available }], seenThrough } })

test('a wrong cursor beside the elements refuses all of it, an element’s own that element (contract-counts, Errors)', async () => {
  await using service = await start()
  const bravo = await latest(service.bravo)
  for (const wrong of ['latest', 'nonsense', bravo]) {
    const whole = await pushGuarded(service, wrong, 3)
    expect(whole).toBeProblem(422, 'validation_failed')
    expect(whole.body.errors).toMatchObject([{ path: '/seenThrough', code: 'invalid_cursor' }])
    const one = await push(service.alfa, [
      { ...PLACE, available: 3, seenThrough: wrong },
      { ...PLACE, date: '2027-04-02', available: 3 },
    ])
    expect(one.status).toBe(207)
    expect(one.body.errors).toMatchObject([
      { index: 0, field: 'seenThrough', code: 'invalid_cursor' },
    ])
  }
  expect(await pushGuarded(service, 7, 3)).toBeProblem(422, 'validation_failed')
  expect(await leftOn(service)).toBe(6)
})

test('a cursor of a change that a restored backup does not have is 409, one that is not kept 410 (contract-counts, Errors)', async () => {
  await using service = await start()
  const [, place] = [0, JSON.parse(Buffer.from(await latest(service.alfa), 'base64url').toString())]
  const written = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const [hotelId, seq, entries, atMs] = place
  expect(await pushGuarded(service, written([hotelId, seq + 500, entries, atMs]), 3)).toBeProblem(
    409,
    'cursor_ahead',
  )
  expect(await pushGuarded(service, written([hotelId, seq, entries, atMs + 1]), 3)).toBeProblem(
    409,
    'cursor_ahead',
  )
  const { meta } = service.store.t
  await service.store.tx((tx) =>
    tx.db.insert(meta).values({ key: `feed_floor:${hotelId}`, value: String(seq) }),
  )
  const expired = await pushGuarded(service, written([hotelId, seq - 1, 0, atMs]), 3)
  expect(expired).toBeProblem(410, 'cursor_expired')
  const again = await changes(service.alfa, `?cursor=${expired.body.oldestCursor}`)
  expect(again.status).toBe(200)
  expect(await leftOn(service)).toBe(6)
})
