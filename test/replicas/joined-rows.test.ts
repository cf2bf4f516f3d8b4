import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { and, asc, eq, like, sql } from 'drizzle-orm'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { updateSums } from '../../src/store/bookings/sums/sums.ts'
import { upsertDays } from '../../src/store/days/availability.ts'
import type { Handle, Tx } from '../../src/store/engine/engine.ts'
import { joinedNamedIn } from '../../src/store/postgres/joined-statements.ts'
import { insertOutbox } from '../../src/store/webhooks/outbox.ts'
import { book, sell } from '../support/bookings.ts'
import { runTogether as runAtOnce, startRelayed } from '../support/relayed.ts'
import { createRandom } from '../support/sim/random.ts'
import { rowsOf } from '../support/sql.ts'
import { allDays, change } from '../support/store.ts'

// Bodies of one hotel that share a commit on PostgreSQL insert their rows together (issue 35): none is lost, doubled or seen
// late, whatever becomes of the others. The clock of the commit group stands still, so that all are in it.

setDefaultTimeout(120_000)

const ROUNDS = 150
const BODIES_MAX = 12
/** More rows than a transaction keeps. */
const MANY = 250

let world: Awaited<ReturnType<typeof startRelayed>>
let { service, relay } = {} as typeof world
beforeAll(async () => {
  world = await startRelayed(3_000)
  ;({ service, relay } = world)
})
afterAll(() => world[Symbol.asyncDispose]())

const hotelId = () => service.alfa.id
let events = 0
/** A name that no body had before it, nor in an earlier run. */
const newName = () => `event-${++events}`

const put = (tx: Tx, id: string) =>
  insertOutbox(tx, {
    ...{ id, hotelId: hotelId(), event: 'ping', bookingCode: null, revision: null },
    ...{ body: `{"of":"${id} \\"quoted\\""}`, createdAtMs: 1, queuedAtMs: 1 },
  })

/** The events of these tests, in their order. */
async function listEvents({ t, db }: Handle): Promise<string[]> {
  const { outbox } = t
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.hotelId, hotelId()), like(outbox.id, 'event-%')))
    .orderBy(asc(outbox.seq))
  return rows.map(({ id }) => id)
}

const write = (tx: Tx, roomCode: string) =>
  upsertDays(tx, hotelId(), [change(roomCode, '2027-06-01')])

/** Runs bodies of Alfa that arrive together. */
async function runTogether(bodies: readonly ((tx: Tx) => Promise<unknown>)[]) {
  using _stopped = spyOn(performance, 'now').mockReturnValue(performance.now())
  return await runAtOnce(service, bodies)
}

const refuse = () => {
  throw new Error('refused')
}

test('random bodies that share commits, and write, read, fail or meet an error of the server, are done as a whole or leave nothing, and each reads what those before it have left', async () => {
  const random = createRandom(35)
  let refused = 0
  let shared = 0
  for (let round = 0; round < ROUNDS; round++) {
    const failing = random.pick([0, 0.1, 0.4])
    const taken = newName()
    const bodies = Array.from({ length: random.int(1, BODIES_MAX) }, () => {
      const acts = Array.from({ length: random.int(1, 6) }, () =>
        random.pick(['put', 'put', 'put', 'read', 'write'] as const),
      )
      const end = random.chance(failing)
        ? random.pick(['throw', 'wrong', 'taken', 'hidden'])
        : 'done'
      return async (tx: Tx) => {
        // Another one in each run: rows of a run that was undone show.
        const own: string[] = []
        const seen: { all: string[]; own: string[] }[] = []
        for (const act of acts) {
          if (act === 'put') {
            own.push(newName())
            await put(tx, own.at(-1)!)
          } else if (act === 'read') seen.push({ all: await listEvents(tx), own: [...own] })
          else await write(tx, 'RND')
        }
        if (end === 'throw') refuse()
        if (end === 'wrong')
          await upsertDays(tx, hotelId(), [change('RND', '2027-06-01', { available: -5 })])
        if (end === 'hidden')
          await upsertDays(tx, hotelId(), [change('RND', '2027-06-01', { available: -5 })]).catch(
            () => {},
          )
        // The second one of the round is refused by the server when the rows are sent.
        if (end === 'taken') {
          own.push(taken)
          await put(tx, taken)
        }
        return { own, seen }
      }
    })
    const before = await listEvents(service.store)

    const settled = await runTogether(bodies)

    const after = await listEvents(service.store)
    const done = settled.flatMap((each) =>
      each.status === 'fulfilled'
        ? [each.value as { own: string[]; seen: { all: string[]; own: string[] }[] }]
        : [],
    )
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length).toSorted()).toEqual(done.flatMap(({ own }) => own).toSorted())
    for (const { own, seen } of done) {
      const first = after.indexOf(own[0]!)
      expect(own).toEqual(after.slice(first, first + own.length))
      for (const each of seen)
        if (own.length > 0) expect(each.all).toEqual(after.slice(0, first + each.own.length))
    }
    refused += settled.length - done.length
    shared += done.filter(({ seen }) => seen.length > 0).length
  }
  expect(refused).toBeGreaterThan(ROUNDS / 3)
  expect(shared).toBeGreaterThan(ROUNDS)
})

test('a body that fails after it has written and read takes no row of those before it along', async () => {
  const [first, last] = [newName(), newName()]

  const settled = await runTogether([
    (tx) => put(tx, first),
    async (tx) => {
      await write(tx, 'GON')
      await put(tx, newName())
      await listEvents(tx)
      refuse()
    },
    (tx) => put(tx, last),
  ])

  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await listEvents(service.store)).slice(-2)).toEqual([first, last])
  expect(await allDays(service.store, hotelId(), 'GON')).toEqual([])
})

test('a body that writes before its transaction is answered is undone alone, too', async () => {
  const name = newName()
  const options = { hotelId: hotelId() }
  using _stopped = spyOn(performance, 'now').mockReturnValue(performance.now())

  const settled = await Promise.allSettled([
    service.store.tx(async (tx) => {
      await write(tx, 'SOO')
      refuse()
    }, options),
    service.store.tx((tx) => put(tx, name), options),
  ])

  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect((await listEvents(service.store)).at(-1)).toBe(name)
  expect(await allDays(service.store, hotelId(), 'SOO')).toEqual([])
})

test('a row that the server refuses while a later body runs is not told to be there', async () => {
  const [taken, last] = [newName(), newName()]
  await runTogether([(tx) => put(tx, taken)])

  const settled = await runTogether([
    async () => {},
    (tx) => put(tx, taken),
    async (tx) => {
      await write(tx, 'HAL')
      await listEvents(tx)
    },
    (tx) => put(tx, last),
  ])

  const [, refused, ...others] = settled
  expect(refused).toMatchObject({ status: 'rejected' })
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect((await listEvents(service.store)).slice(-2)).toEqual([taken, last])
})

test('a body that has only read begins anew behind the rows of the others, and its error undoes none', async () => {
  const name = newName()
  let runs = 0

  const settled = await runTogether([
    async (tx) => {
      runs++
      await put(tx, name)
    },
    async (tx) => {
      await listEvents(tx)
      await write(tx, 'ONE')
      refuse()
    },
  ])

  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect((await listEvents(service.store)).at(-1)).toBe(name)
  expect(await allDays(service.store, hotelId(), 'ONE')).toEqual([])
  expect(runs).toBe(1)
})

test('sums of bodies that share a commit are added up, without those of a body that fails', async () => {
  const sum = (tx: Tx, totalPriceCents: number) =>
    updateSums(tx, undefined, {
      ...{ hotelId: hotelId(), agencyId: null, createdAtMs: Date.UTC(2020, 1, 2) },
      ...{ currency: 'EUR', status: 'confirmed' as const, penaltyCents: null },
      ...{ totalPriceCents, commissionCents: null },
    })
  let runs = 0
  const adding = (cents: number) => async (tx: Tx) => {
    runs++
    await sum(tx, cents)
  }

  await runTogether([
    ...[adding(1), adding(20)],
    async (tx) => {
      await sum(tx, 4_000)
      refuse()
    },
    adding(300),
  ])

  const { t, db } = service.store
  const rows = await db
    .select({ bookings: t.hotelSum.bookings, cents: t.hotelSum.totalPriceCents })
    .from(t.hotelSum)
    .where(eq(t.hotelSum.day, '2020-02-02' as CalendarDate))
  expect(rows).toEqual([{ bookings: 3, cents: 321 }])
  expect(runs).toBe(3)
})

test('a body may leave any number of rows', async () => {
  const names = Array.from({ length: MANY }, newName)

  await runTogether([
    (tx) => put(tx, newName()),
    async (tx) => {
      for (const name of names) await put(tx, name)
    },
  ])

  expect((await listEvents(service.store)).slice(-MANY)).toEqual(names)
})

test('bookings that share a commit are inserted by one statement', async () => {
  await sell(service, { available: 100 })
  const insertsOf = async (guests: number) => {
    let inserts = 0
    relay.spy((text) => {
      inserts += text.split('insert into "booking" (').length - 1
      return undefined
    })
    const answers = await Promise.all(Array.from({ length: guests }, () => book(service.call)))
    relay.spy(() => undefined)
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    return inserts
  }
  // Bookings that do not meet share nothing: on a busy machine they come one after another.
  let least = 6
  for (let round = 0; least === 6 && round < 10; round++)
    least = Math.min(least, await insertsOf(6))
  expect(least).toBeLessThan(6)
})

test('nothing reads or checks the rows that wait but what names their tables', async () => {
  const tables = [
    ...['booking', 'booking_revision', 'change', 'day', 'day_history', 'hotel_sum', 'outbox'],
  ]
  for (const table of tables)
    expect(joinedNamedIn(`select 1 from "${table}"`).size, table).toBeGreaterThan(0)
  expect(joinedNamedIn('select "booking_id", "change_seq" from "room"').size).toBe(0)

  const found = await rowsOf(
    service.store,
    sql`select conname as name from pg_constraint where confrelid::regclass::text = any(${`{${tables}}`}::text[])
      union all select tgname from pg_trigger where not tgisinternal
      union all select viewname from pg_views where schemaname = 'public'`,
  )
  expect(found).toEqual([])
})
