import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import { eq, sql } from 'drizzle-orm'
import { daysTopic, invalidateDays } from '../../src/store/days/availability.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { invalidateRateDays } from '../../src/store/rates/rate-days.ts'
import { addDay, sell } from '../support/bookings.ts'
import { eventually, recordLog } from '../support/http.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { addRates } from '../support/rate-days.ts'
import { putRateDays } from '../support/rate-rows.ts'
import { startService, type TestService } from '../support/service.ts'

// What is read by several statements is one answer, also while another replica writes without a pause (issue 15).

setDefaultTimeout(120_000)

const FROM = '2027-04-01'
const NIGHTS = 4
const PULLS = 400

let server: PostgresServer
let service: TestService
/** Another replica's. */
let other: Store
let owner: SQL
beforeAll(async () => {
  server = await startPostgres()
  const target = { url: server.url, directUrl: server.url, prepare: true }
  service = await startService({ target, log: recordLog().log })
  other = await openStore(target)
  owner = new SQL({ url: server.url, max: 1 })
  await sell(service, { nights: NIGHTS })
  await sell(service, { nights: NIGHTS, roomCode: 'SGL' })
  const price = { priceCents: 10_000 }
  const days = Array.from({ length: NIGHTS }, () => price)
  for (const rateCode of ['ONE', 'TWO']) {
    await addRates(service, service.alfa, { rateCode })
    await putRateDays(service, { hotelId: service.alfa.id, rateCode }, days)
  }
})
afterAll(async () => {
  await owner.close()
  await other.close()
  await service[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** Writes one price into every day of every rate, from the other replica; `meanwhile` is awaited before the commit. */
const write = (hotelId: number, priceCents: number, meanwhile?: (tx: Tx) => Promise<void>) =>
  other.tx(async (tx) => {
    const { day, rateDay } = tx.t
    await lockHotel(tx, hotelId)
    await meanwhile?.(tx)
    await tx.db.update(day).set({ priceCents }).where(eq(day.hotelId, hotelId))
    await tx.db.update(rateDay).set({ priceCents }).where(eq(rateDay.hotelId, hotelId))
    invalidateDays(tx, hotelId, [])
    invalidateRateDays(tx, hotelId, [])
  })

/** Whether a read waits for what is held. */
async function isAnyWaiting(): Promise<boolean> {
  const [row] = await owner`
    select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'select%'`
  return row.n > 0
}

/** The prices that a pull of rates shows, each once. */
async function pullRevisions(): Promise<number[]> {
  const to = addDay(FROM, NIGHTS - 1)
  const { status, body } = await service.alfa.call('GET', `/rates?from=${FROM}&to=${to}`)
  expect(status).toBe(200)
  const days = body.rooms.flatMap(({ rates }: any) => rates.flatMap(({ days }: any) => days))
  return [...new Set<number>(days.map(({ priceCents }: any) => priceCents))]
}

/** The prices that a guest is shown who asks for one night, each once. */
async function quoteNights(): Promise<number[]> {
  const stay = `checkin=${FROM}&checkout=${addDay(FROM, 1)}&adults=2`
  const { status, body } = await service.call('GET', `/v1/hotels/alfa?${stay}`)
  expect(status).toBe(200)
  const rates = body.rooms.flatMap(({ rates }: any) => rates)
  return [...new Set<number>(rates.map(({ totalPriceCents }: any) => totalPriceCents))]
}

test.each([
  ['a pull of rates', pullRevisions, [20_000]],
  // Of one moment, which a guest who books is held to.
  ['the page of a hotel', quoteNights, [10_000]],
])(
  '%s that a commit of another replica comes into shows one state of it',
  async (_, read, prices) => {
    const { alfa } = service
    await write(alfa.id, 10_000)
    // Of before nothing is kept.
    await service.store.freshen([daysTopic(alfa.id)])
    const answer = Promise.withResolvers<number[]>()
    await write(alfa.id, 20_000, async (tx) => {
      // It reads days as they were, and those of rates when this is committed.
      await tx.dialect.rows(tx.db, sql`lock table rate_day in access exclusive mode`)
      read().then(answer.resolve, answer.reject)
      await eventually(isAnyWaiting)
    })
    expect(await answer.promise).toEqual(prices)
    await eventually(async () => (await read())[0] === 20_000)
    expect(await read()).toEqual([20_000])
  },
)

test('a pull of rates shows one state of the hotel, however often another replica writes meanwhile', async () => {
  const { alfa } = service
  let [price, isOver] = [30_000, false]
  const goOn = async () => {
    while (!isOver) await write(alfa.id, ++price)
  }
  const writing = goOn()
  const seen: number[][] = []
  while (seen.length < PULLS) seen.push(await pullRevisions())
  isOver = true
  await writing
  expect(seen.filter((prices) => prices.length > 1)).toEqual([])
  expect(seen.flat()).toEqual(seen.flat().toSorted((a, b) => a - b))
  expect(new Set(seen.flat()).size).toBeGreaterThan(10)
})
