import { expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { CHANGES_KEPT_MS } from '../../src/domain/kernel/limits.ts'
import { placeOfDate } from '../../src/domain/sale/day-block.ts'
import { createPackPass } from '../../src/service/days/pack-days.ts'
import { upsertRate } from '../../src/store/rates/rates.ts'
import { readPackStep, writePackStep } from '../../src/store/sale/pack-days.ts'
import { addDay } from '../support/bookings.ts'
import { comparePacked, packAll } from '../support/packed-days.ts'
import { addRates, rate } from '../support/rate-days.ts'
import { prune } from '../support/retention.ts'
import { startService, type TestService, TODAY } from '../support/service.ts'
import { date } from '../support/store.ts'
import { signIn } from '../support/users.ts'

// On a busy machine too.
setDefaultTimeout(60_000)

const ROOMS = [{ roomCode: 'DBL' }, { roomCode: 'SGL' }]
const start = () => startService({ rooms: ROOMS })

/** Pushes a price of a room type for a day and those after it. */
async function push(
  { alfa }: TestService,
  { roomCode = 'DBL', from = TODAY, days = 1, priceCents = 9_000, ...more } = {},
) {
  const range = { roomCode, dateFrom: from, dateTo: addDay(from, days - 1) }
  const update = { ...range, priceCents, available: 3, closed: false, ...more }
  const { status } = await alfa.call('PATCH', '/availability', { body: { updates: [update] } })
  expect(status).toBe(200)
}

const blocksOf = async ({ store, alfa }: TestService) => {
  const { packedDays: days } = store.t
  const rows = await store.db.select().from(days).where(eq(days.hotelId, alfa.id))
  return rows.map(({ block }) => block).toSorted((a, b) => a - b)
}

const blockOf = (day: string) => placeOfDate(date(day)).block

test('days are packed from today on, 400 of them; those that are past are dropped (issue 35)', async () => {
  await using service = await start()
  await push(service, { days: 30 })
  await packAll(service.store, TODAY)
  const blocks = await blocksOf(service)
  expect(blocks).toHaveLength(blockOf(addDay(TODAY, 400)) - blockOf(TODAY) + 1)
  expect([blocks[0]!, blocks.at(-1)!]).toEqual([blockOf(TODAY), blockOf(addDay(TODAY, 400))])

  const later = addDay(TODAY, 20)
  await packAll(service.store, later)
  expect(await blocksOf(service)).toHaveLength(blockOf(addDay(later, 400)) - blockOf(later) + 1)
  expect((await blocksOf(service))[0]).toBe(blockOf(later))
})

test('a block is not relied on from the commit that changes one of its days until it is packed again; the others are', async () => {
  await using service = await start()
  await addRates(service, service.alfa, { rateCode: 'OWN' })
  await push(service, { days: 30 })
  await packAll(service.store, TODAY)
  const { packed, all } = await comparePacked(service.store, TODAY)
  expect(packed).toBe(all)

  await push(service, { priceCents: 9_500 })
  expect((await comparePacked(service.store, TODAY)).packed).toBe(packed - 1)
  const updates = [{ roomCode: 'DBL', rateCode: 'OWN', date: addDay(TODAY, 16), minStay: 3 }]
  await service.alfa.call('PATCH', '/availability', { body: { updates } })
  expect((await comparePacked(service.store, TODAY)).packed).toBe(packed - 2)
  await packAll(service.store, TODAY)
  expect((await comparePacked(service.store, TODAY)).packed).toBe(packed)
})

test('a pass writes nothing for hotels that nobody changed, and only the changed blocks of others', async () => {
  await using service = await start()
  await push(service, { days: 30 })
  const pass = createPackPass(0)
  let steps = 0
  const counting: TestService['store'] = {
    ...service.store,
    tx: (body, options) => {
      steps++
      return service.store.tx(body, options)
    },
  }
  await packAll(counting, TODAY, pass)
  expect(steps).toBeGreaterThan(0)
  for (const each of [pass, createPackPass(0)]) {
    steps = 0
    await packAll(counting, TODAY, each)
    expect(steps).toBe(0)
  }
  await push(service, { from: addDay(TODAY, 10), priceCents: 9_100 })
  const step = await service.store.snapshot((handle) =>
    readPackStep(handle, {
      ...{ hotelId: service.alfa.id, first: blockOf(TODAY) },
      last: blockOf(addDay(TODAY, 400)),
    }),
  )
  expect(step!.packed.map(({ block }) => block)).toEqual([blockOf(addDay(TODAY, 10))])
})

test('a hotel whose first days are pushed all the time is packed to its end, and lets the next hotel have its turn (issue 35)', async () => {
  await using service = await start()
  await push(service, { days: 60 })
  const pass = createPackPass(0)
  await packAll(service.store, TODAY, pass)
  // Blocks that do not follow each other: eight of them a step.
  for (let days = 0; days < 24 * 16; days += 16)
    await push(service, { from: addDay(TODAY, days), priceCents: 1 })
  let steps = 0
  const pushed: TestService['store'] = {
    ...service.store,
    async tx(body, options) {
      const written = await service.store.tx(body, options)
      if (++steps < 9) await push(service, { priceCents: 9_000 + steps })
      return written
    },
  }
  await packAll(pushed, TODAY, pass)
  expect(steps).toBe(3)
  const { packed, all } = await comparePacked(service.store, TODAY, 59)
  expect(packed).toBe(all - 1)
})

test('a step that another one overtook, or that a commit outdated, leaves no block that is not true (kill between read and write)', async () => {
  await using service = await start()
  const { store, alfa } = service
  const span = { hotelId: alfa.id, first: blockOf(TODAY), last: blockOf(addDay(TODAY, 400)) }
  const read = () => store.snapshot((handle) => readPackStep(handle, span))
  await push(service, { days: 30 })
  const old = (await read())!
  await push(service, { priceCents: 9_500 })
  await store.tx((tx) => writePackStep(tx, old))
  const { packed } = await comparePacked(store, TODAY)
  expect(packed).toBeGreaterThan(0)

  await push(service, { priceCents: 9_700, days: 30 })
  const late = (await read())!
  await push(service, { priceCents: 9_900, days: 30 })
  await packAll(store, TODAY)
  await store.tx((tx) => writePackStep(tx, late))
  await store.tx((tx) => writePackStep(tx, old))
  const after = await comparePacked(store, TODAY)
  expect(after.packed).toBe(after.all)
})

test('blocks of other room types or rates are not relied on', async () => {
  await using service = await start()
  const { store, alfa } = service
  const admin = await signIn(service, 'admin')
  await addRates(service, alfa, { rateCode: 'OWN' })
  await push(service, { days: 30 })
  await push(service, { days: 30, roomCode: 'SGL' })
  const { all } = await comparePacked(store, TODAY)
  const packed = async () => (await comparePacked(store, TODAY)).packed
  const patch = async (path: string, active: boolean) =>
    expect((await admin.call('PATCH', path, { body: { active } })).status).toBe(200)
  await packAll(store, TODAY)
  expect(await packed()).toBe(all)
  let priceCents = 7_000
  for (const path of ['/v1/admin/hotels/alfa/rooms/SGL', '/v1/panel/rates/OWN?hotel=alfa']) {
    await patch(path, false)
    expect(await packed()).toBe(all / 2)
    await packAll(store, TODAY)
    await push(service, { priceCents: ++priceCents })
    expect(await packed()).toBe(all - 1)
    await packAll(store, TODAY)
    await patch(path, true)
    expect(await packed()).toBe(all / 2)
    await packAll(store, TODAY)
    expect(await packed()).toBe(all)
  }
})

test('blocks whose later changes retention has deleted are not relied on, and are packed again (contract §2)', async () => {
  await using service = await start()
  await push(service, { days: 30 })
  await packAll(service.store, TODAY)
  await push(service, { priceCents: 9_500, days: 3 })
  service.clock.advance(CHANGES_KEPT_MS + 60_000)
  await prune(service)
  const { packed, all } = await comparePacked(service.store, TODAY)
  // Those of the hotel next door, to which nothing has happened, are.
  expect(packed).toBe(all / 2)
  await packAll(service.store, TODAY)
  expect((await comparePacked(service.store, TODAY)).packed).toBe(all)
})

test('very many changed days make a search read the days, and a pass pack the hotel again', async () => {
  await using service = await start()
  await push(service, { days: 300 })
  await packAll(service.store, TODAY)
  const { all } = await comparePacked(service.store, TODAY)
  for (let round = 0; round < 8; round++)
    await push(service, { days: 300, priceCents: 8_000 + round })
  // The hotel has changed days only in some blocks that are compared, but too many to be looked through.
  const { packed } = await comparePacked(service.store, addDay(TODAY, 320))
  expect(packed).toBe(all / 2)
  await packAll(service.store, TODAY)
  expect((await comparePacked(service.store, TODAY)).packed).toBe(all)
})

test('a hotel with more room types and rates than a block may hold is read from its days', async () => {
  await using service = await startService({
    rooms: Array.from({ length: 45 }, (_, at) => ({ roomCode: `R${at + 10}` })),
  })
  const { store, alfa } = service
  await addRates(service, alfa, { rateCode: 'Q0' })
  await store.tx(async (tx) => {
    for (let at = 1; at < 49; at++) await upsertRate(tx, alfa.id, rate({ rateCode: `Q${at}` }))
  })
  await packAll(store, TODAY)
  expect(await blocksOf(service)).toEqual([])
})
