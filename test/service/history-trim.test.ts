import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { findMeta } from '../../src/store/engine/meta.ts'
import { listExcessHistory, placeAfter } from '../../src/store/retention/history-trim.ts'
import { addDay, book } from '../support/bookings.ts'
import { changes, walk } from '../support/changes.ts'
import { history, pull } from '../support/http.ts'
import { until } from '../support/process.ts'
import { count, prune } from '../support/retention.ts'
import { startService, type TestService } from '../support/service.ts'

const NIGHT = '2027-04-01'
const NEXT = '2027-04-02'
const MOST = 500
const start = () => startService({ rooms: [{ roomCode: 'DBL', basePriceCents: 10_000 }] })
/** Changes the price of days that follow one another, so many times. */
async function reprice({ alfa }: TestService, times: number, days = 1, from = NIGHT) {
  for (let n = 1; n <= times; n++) {
    const range = { roomCode: 'DBL', dateFrom: from, dateTo: addDay(from, days - 1) }
    const { status } = await alfa.call('PATCH', '/availability', {
      body: { updates: [{ ...range, priceCents: 10_000 + n }] },
    })
    if (status !== 200) throw new Error(`a push was answered ${status}`)
  }
}
const passOf = (newestSeq: number, stopping = new AbortController().signal) => ({
  ...{ newestSeq, moved: new Set<string>(), stopping },
  rest: async () => {},
})
const historyOf = ({ alfa }: TestService, date: string) =>
  history(alfa, 'DBL', date, '&limit=100').then(({ body }) => body.items)

test('of a day changed more than 500 times the oldest history goes with retention, of others nothing (contract §7, Fair use)', async () => {
  await using service = await start()
  const { alfa } = service
  // The first pass only notes where it begins.
  await prune(service)
  await reprice(service, 3, 2)
  await reprice(service, MOST)
  expect(await count(service, 'day_history')).toBe(MOST + 6)
  const before = (await pull(alfa, NIGHT, NEXT)).body

  await prune(service)

  expect(await count(service, 'day_history')).toBe(MOST + 3)
  expect(await historyOf(service, NEXT)).toHaveLength(3)
  const [newest] = await historyOf(service, NIGHT)
  expect(newest.after.priceCents).toBe(10_000 + MOST)
  expect((await pull(alfa, NIGHT, NEXT)).body).toEqual(before)
  // The feed still ends in what the pull shows; an entry lacks the day that a later one has.
  const entries = await walk(alfa)
  expect(entries[0]!.days).toEqual([expect.objectContaining({ date: NEXT })])
  expect(entries.at(-1)!.days[0]).toMatchObject({ date: NIGHT, priceCents: 10_000 + MOST })
  await prune(service)
  expect(await count(service, 'day_history')).toBe(MOST + 3)
}, 60_000)

test('a reader in the middle of a change that lost days has the rest of it again, and misses nothing (contract §7, Fair use)', async () => {
  await using service = await start()
  const { alfa } = service
  await prune(service)
  const days = 700
  await reprice(service, 1, days)
  const first = await changes(alfa, '?limit=1')
  expect(first.body.changes[0].days).toHaveLength(500)
  await reprice(service, MOST + 1, 10)
  await prune(service)

  const rest = await walk(alfa, { from: first.body.nextCursor, limits: [1, 2, 3] })
  const told = new Set(rest.flatMap((entry) => entry.days.map(({ date }: any) => date)))
  const all = Array.from({ length: days }, (_, index) => addDay(NIGHT, index))
  expect(all.filter((date) => !told.has(date))).toEqual([])
  const { change } = service.store.t
  const [lost] = await service.store.db.select().from(change).where(eq(change.seq, 1))
  // A slow pass needs several slices.
  expect(lost!.trims).toBeGreaterThan(0)
}, 120_000)

test('a booking’s entry stays when its days are gone, and a poll passes what is empty without waiting (contract §7, Fair use)', async () => {
  await using service = await start()
  const { alfa, call } = service
  await prune(service)
  await alfa.call('PUT', '/availability', {
    body: { updates: [{ roomCode: 'DBL', date: NIGHT, available: 5 }] },
  })
  const { body: booking } = await book(call, { checkout: NEXT })
  await reprice(service, MOST + 1)
  await prune(service)
  const entries = await walk(alfa, { limits: [1] })
  expect(entries[0]).toMatchObject({ type: 'booking', booking: { code: booking.code } })
  expect(entries.filter(({ type }) => type === 'availability')).toHaveLength(MOST)
  const startedMs = performance.now()
  const { body } = await changes(alfa, '?limit=1&waitSeconds=25')
  expect([body.changes, body.hasMore]).toEqual([[], true])
  expect(performance.now() - startedMs).toBeLessThan(12_000)
}, 60_000)

test('a slice of a pass ends once it has found enough, and the next one goes on after its last day (issue 35)', async () => {
  await using service = await start()
  const { store } = service
  const [days, excess] = [3, 2]
  await reprice(service, MOST + excess, days)
  const newest = MOST + excess

  const slices: number[] = []
  const found: string[] = []
  for (let place = placeAfter(newest - 1); ; ) {
    const { crowded, next } = await listExcessHistory(store, 'day', place, passOf(newest), 1)
    slices.push(crowded.length)
    found.push(...crowded.map(({ changeSeq, cell }) => `${cell.date} ${changeSeq}`))
    if (!next) break
    place = next
  }

  expect(slices).toEqual([...Array(days).fill(excess), 0])
  const dates = Array.from({ length: days }, (_, index) => addDay(NIGHT, index))
  expect(found).toEqual(dates.flatMap((date) => [`${date} 1`, `${date} 2`]))
}, 60_000)

test('a slice of a pass ends after the day at which the service stops (issue 35)', async () => {
  await using service = await start()
  const [days, excess] = [3, 2]
  await reprice(service, MOST + excess, days)
  const pass = passOf(MOST + excess, AbortSignal.abort())
  const place = placeAfter(MOST + excess - 1)
  const { crowded } = await listExcessHistory(service.store, 'day', place, pass)
  expect(crowded).toHaveLength(excess)
}, 60_000)

test('a day that changes all the time is trimmed, and a pass ends where it began (issue 35)', async () => {
  await using service = await start()
  const excess = 2
  await reprice(service, MOST + excess)
  const pass = passOf(MOST + excess)
  const laterChanges = 300
  await reprice(service, laterChanges)

  const found: number[] = []
  for (let place = placeAfter(0); ; ) {
    const { crowded, next } = await listExcessHistory(service.store, 'day', place, pass)
    found.push(...crowded.map(({ changeSeq }) => changeSeq))
    if (!next) break
    place = next
    expect(place.changeSeq).toBeLessThanOrEqual(pass.newestSeq)
  }

  // All that is older than the newest 500, once, though its newest entry is beyond the end of the pass.
  expect(found).toEqual(Array.from({ length: excess + laterChanges }, (_, index) => index + 1))
}, 60_000)

test('a pass over long history that is ended goes on where it was (issue 35)', async () => {
  await using service = await start()
  await prune(service)
  const days = 500
  await reprice(service, 20, days)
  const placeOf = async () => Number(await findMeta(service.store, 'history_trimmed'))
  const began = await placeOf()
  const ending = new AbortController()
  const passing = prune(service, ending.signal)
  await until('it has noted a place', async () => (await placeOf()) > began)
  ending.abort()
  await passing

  const place = await placeOf()
  expect(place).toBeWithin(began + 1, began + 20)
  await prune(service)
  expect(await placeOf()).toBe(began + 20)
}, 60_000)
