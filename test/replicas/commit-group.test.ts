import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { type ReservedSQL, SQL } from 'bun'
import { eq, sql } from 'drizzle-orm'
import type { Hotel } from '../../src/domain/catalog/catalog.ts'
import type { Update } from '../../src/domain/days/update.ts'
import type { Change, StoredDay } from '../../src/domain/kernel/availability.ts'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { createEarlyRead } from '../../src/service/days/read-days.ts'
import {
  currentSnapshot,
  findSnapshot,
  insertCity,
  reviseHotel,
} from '../../src/store/catalog/catalog.ts'
import { invalidateDays, upsertDays } from '../../src/store/days/availability.ts'
import { upsertDayRows } from '../../src/store/days/day-rows.ts'
import { readAhead } from '../../src/store/days/foreseen.ts'
import { allocateChangeSeq, writeChange } from '../../src/store/days/history.ts'
import { sellNights } from '../../src/store/days/sold-nights.ts'
import type { Ahead, Tx, TxOptions } from '../../src/store/engine/engine.ts'
import { announceRows, leaveToCommit } from '../../src/store/engine/left-writes.ts'
import { hotelScope, inHotel, lockHotel } from '../../src/store/engine/locks.ts'
import { batch } from '../../src/store/engine/pace.ts'
import { reserveNumbers } from '../../src/store/engine/shared.ts'
import { createPool } from '../../src/store/postgres/pool.ts'
import { SERVER_MS } from '../../src/store/postgres/server-clock.ts'
import { withHandle } from '../../src/store/postgres/slots.ts'
import { createTransactions } from '../../src/store/postgres/transactions.ts'
import { lockScope } from '../../src/store/postgres/versions.ts'
import { addDay, book, readAvailable } from '../support/bookings.ts'
import type { Answer } from '../support/matchers.ts'
import { until } from '../support/process.ts'
import { cutAt, runTogether as runAtOnce, startRelayed } from '../support/relayed.ts'
import { rowsOf } from '../support/sql.ts'
import { allDays, change } from '../support/store.ts'

// Bodies of one hotel share a commit on PostgreSQL (issue 35): each is done as a whole or not at all, and nobody hears
// of it before the commit.

setDefaultTimeout(120_000)

const ROOMS = 3_000
const TOGETHER = 12
const TRIES = 20
/** The small bodies that may begin before a large one that came first. */
const PASSING_MAX = 128
/** Guests whose connection is lost at each of their messages in turn. */
const GUESTS = 4

let world: Awaited<ReturnType<typeof startRelayed>>
let { server, relay, service } = {} as typeof world
beforeAll(async () => {
  world = await startRelayed(ROOMS)
  ;({ server, relay, service } = world)
})
afterAll(() => world[Symbol.asyncDispose]())

const roomsSold = async () => ROOMS - (await readAvailable(service))[0]!
const bookTogether = () => Promise.all(Array.from({ length: GUESTS }, () => book(service.call)))
const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length
const hotelId = () => service.alfa.id

/** Stops the clock: a group takes all bodies that stand in line, however slow a busy machine runs them. */
const stopClock = () => spyOn(performance, 'now').mockReturnValue(performance.now())

const runTogether = (bodies: ((tx: Tx) => Promise<unknown>)[]) => runAtOnce(service, bodies)

async function xactId(tx: Tx): Promise<string> {
  const [row] = await tx.dialect.rows<{ id: string }>(tx.db, sql`select pg_current_xact_id() as id`)
  return row!.id
}

const distinct = (settled: PromiseSettledResult<unknown>[]) =>
  new Set(settled.map((each) => (each as PromiseFulfilledResult<unknown>).value)).size

test('bodies of one hotel that arrive together share transactions, and others have their own', async () => {
  const bodies = Array<typeof xactId>(TOGETHER).fill(xactId)

  expect(distinct(await runTogether(bodies))).toBeLessThan(TOGETHER)
  expect(distinct(await Promise.allSettled(bodies.map((body) => service.store.tx(body))))).toBe(
    TOGETHER,
  )
})

test('a large body shares its commit with no other, and small ones begin before those that wait', async () => {
  using _stopped = stopClock()
  const order: number[] = []
  const run = (n: number) =>
    service.store.tx(
      async (tx) => {
        await lockHotel(tx, hotelId())
        order.push(n)
        const [row] = await tx.dialect.rows<{ id: string }>(
          tx.db,
          sql`select pg_current_xact_id() as id`,
        )
        if (n === 3) throw new Error('a defect')
        return row!.id
      },
      { hotelId: hotelId(), isLarge: LARGE.has(n) },
    )
  const LARGE = new Set([2, 3, 4, 7])

  const settled = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => run(n)))

  expect(order).toEqual([0, 1, 5, 6, 8, 2, 3, 4, 7])
  const ids = settled.map((each) => ('value' in each ? each.value : String(each.reason)))
  expect(ids[3]).toBe('Error: a defect')
  for (const n of LARGE) expect(ids.filter((id) => id === ids[n])).toEqual([ids[n]!])
  expect(ids[1]).toBe(ids[0]!)
  expect(ids[6]).toBe(ids[5]!)
})

test('large bodies that read ahead share their commits by twos, and with no other', async () => {
  using _stopped = stopClock()
  const run = (isLarge: boolean, ahead?: () => Promise<void>) =>
    service.store.tx(
      async (tx) => {
        await lockHotel(tx, hotelId())
        const [row] = await tx.dialect.rows<{ id: string }>(
          tx.db,
          sql`select pg_current_xact_id() as id`,
        )
        return row!.id
      },
      { hotelId: hotelId(), isLarge, ...(ahead && { ahead }) },
    )
  const ahead = async () => {}

  const ids = await Promise.all([
    ...[run(true, ahead), run(true, ahead), run(true, ahead)],
    ...[run(true), run(true, ahead), run(false, ahead)],
  ])

  const [one, two, three, plain, last, small] = ids
  expect(two).toBe(one!)
  expect(new Set([one, three, plain, last, small]).size).toBe(5)
})

test('days that were read ahead are brought up to date by what pushes sent since, unless something else came between', async () => {
  using _stopped = stopClock()
  const of = { id: hotelId() } as Hotel
  const updates = [{ roomCode: 'EAR', date: '2027-06-01' as CalendarDate }] as Update[]
  const refused = new Error('refused')
  let seq = 1
  const runBehind = async (first: (tx: Tx) => Promise<unknown>) => {
    const early = createEarlyRead(of, updates)!
    const run = <T>(body: (tx: Tx) => Promise<T>, ahead: NonNullable<TxOptions['ahead']>) =>
      service.store.tx(
        async (tx) => {
          await lockHotel(tx, hotelId())
          return await body(tx)
        },
        { hotelId: hotelId(), isLarge: true, ahead },
      )
    const [, found] = await Promise.allSettled([
      run(first, async () => {}),
      run(
        async (tx) => (await early.take(tx))?.days.get('EAR')?.get(updates[0]!.date),
        early.ahead,
      ),
    ])
    return (found as PromiseFulfilledResult<StoredDay | undefined>).value
  }
  const write = async (tx: Tx, lastSeq?: number) => {
    const changes = [change('EAR', '2027-06-01', { available: 4 })]
    invalidateDays(tx, hotelId(), changes, lastSeq)
    await upsertDayRows(tx, hotelId(), changes, lastSeq)
  }

  expect(await runBehind((tx) => write(tx, ++seq))).toMatchObject({ available: 4, lastSeq: seq })
  expect(await runBehind((tx) => write(tx))).toBeUndefined()
  const undone = async (tx: Tx) => {
    await write(tx, ++seq)
    throw refused
  }
  expect(await runBehind(undone)).toBeUndefined()
})

test('days that a push has read ahead are read once for all pushes of its commit', async () => {
  const of = { id: hotelId() } as Hotel
  const block = (codes: string[], from: string, to: string) =>
    codes.flatMap((roomCode) => [from, to].map((date) => ({ roomCode, date }))) as Update[]
  const sent: string[] = []
  const foresight: Ahead['foresight'] = {
    days: new Map(),
    before: new Map(),
    runs: [],
    later: [],
    pushed: [],
    blocks: [],
  }
  const never = (text: string) => {
    sent.push(text)
    return new Promise(() => {})
  }
  await withHandle(never, async (handle) => {
    const read = async (updates: Update[]) => {
      void createEarlyRead(of, updates)!.ahead({ ...handle, foresight })
      await Bun.sleep(1)
      return sent.length
    }
    expect(await read(block(['ONE', 'TWO'], '2027-06-01', '2027-06-20'))).toBe(1)
    expect(await read(block(['ONE', 'TWO'], '2027-06-01', '2027-06-20'))).toBe(1)
    expect(await read(block(['TWO'], '2027-06-02', '2027-06-20'))).toBe(1)
    expect(await read(block(['SIX', 'TWO'], '2027-06-02', '2027-06-20'))).toBe(2)
    expect(await read(block(['ONE'], '2027-05-31', '2027-06-20'))).toBe(3)
    expect(await read(block(['ONE'], '2027-06-01', '2027-06-21'))).toBe(4)
  })
})

test('days that take several statements are not read ahead', () => {
  const of = { id: hotelId() } as Hotel
  const sparse = ['EAR', 'FAR'].flatMap((roomCode) =>
    ['2027-06-01', '2029-03-01'].map((date) => ({ roomCode, date })),
  ) as Update[]
  expect(createEarlyRead(of, sparse)).toBeUndefined()
  expect(createEarlyRead(of, sparse.slice(0, 2))).toBeDefined()
})

test('a push of a day that is gone ends its commit, and leaves nothing', async () => {
  const gone = { ...change('GON', '2027-06-01'), before: { ...change('GON', '2027-06-01').after } }
  const [settled] = await runTogether([
    (tx) => upsertDays(tx, hotelId(), [{ ...gone, before: { ...gone.before, lastSeq: null } }]),
  ])
  expect(settled!.status).toBe('rejected')
  expect(await allDays(service.store, hotelId(), 'GON')).toEqual([])
})

test('a push of a block of which a day that is gone ends its commit, and leaves nothing', async () => {
  const days = Array.from({ length: 120 }, (_, n) => change('GAP', addDay('2027-06-01', n)))
  await service.store.tx((tx) => upsertDays(tx, hotelId(), days.slice(1)))
  const block = days.map((day) => ({ ...day, before: { ...day.after, lastSeq: null } }))
  const head = { hotelId: hotelId(), actor: { type: 'system' as const, id: 'gap' }, pushId: null }
  const push = (changes: readonly Change[]) =>
    runTogether([(tx) => writeChange(tx, { ...head, atMs: 1 }, changes)])
  const historySize = () => service.store.db.$count(service.store.t.dayHistory)
  const before = await historySize()

  expect((await push(block))[0]!.status).toBe('rejected')
  expect(await historySize()).toBe(before)
  expect((await push(block.slice(1)))[0]!.status).toBe('fulfilled')
  expect(await historySize()).toBe(before + 119)
})

test('a push of a block of which somebody without the lock changes a day reads again', async () => {
  const days = Array.from({ length: 120 }, (_, n) => change('CHG', addDay('2027-06-01', n)))
  await service.store.tx((tx) => upsertDays(tx, hotelId(), days))
  const block = days.map((day) => ({ ...day, before: { ...day.after, lastSeq: null } }))
  const head = { hotelId: hotelId(), actor: { type: 'system' as const, id: 'chg' }, pushId: null }
  await using other = new SQL({ url: server.url, max: 1 })
  const before = await service.store.db.$count(service.store.t.dayHistory)
  let tries = 0
  let changed: Promise<unknown> | undefined

  await service.store.tx(async (tx) => {
    await lockHotel(tx, hotelId())
    if (++tries === 1) {
      await other`begin`
      await other`update day set oversold = oversold where room_code = 'CHG' and date = '2027-06-05'`
      changed = Bun.sleep(200).then(() => other`commit`)
    }
    await writeChange(tx, { ...head, atMs: 1 }, block)
  })

  await changed
  expect(tries).toBe(2)
  expect(await service.store.db.$count(service.store.t.dayHistory)).toBe(before + 120)
})

test('a push of a block that was judged by days that have changed since ends its commit, and leaves nothing', async () => {
  const days = Array.from({ length: 120 }, (_, n) => change('STA', addDay('2027-06-01', n)))
  await service.store.tx((tx) => upsertDays(tx, hotelId(), days))
  const head = { hotelId: hotelId(), actor: { type: 'system' as const, id: 'sta' }, pushId: null }
  const judgedAt = (seqOf: (n: number) => number | null) =>
    days.map((day, n) => ({ ...day, before: { ...day.after, lastSeq: seqOf(n) } }))
  const push = (changes: readonly Change[]) =>
    service.store.tx(async (tx) => {
      await lockHotel(tx, hotelId())
      return await writeChange(tx, { ...head, atMs: 1 }, changes)
    })
  const historySize = () => service.store.db.$count(service.store.t.dayHistory)
  const first = await push(judgedAt(() => null))
  const second = await push(judgedAt(() => first).slice(0, 110))
  const size = await historySize()

  for (const seqOf of [() => null, () => first, () => second])
    expect(await push(judgedAt(seqOf)).catch(({ errno }) => errno)).toBe('22012')
  expect(await historySize()).toBe(size)
  const third = await push(judgedAt((n) => (n < 110 ? second : first)))
  expect(await historySize()).toBe(size + 120)
  expect(third).toBeGreaterThan(second)
})

test('a body whose last writes are answered after its time, as in a process that was paused, is told that they are done', async () => {
  const now = performance.now.bind(performance)
  let aheadMs = 0
  using _clock = spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
  const head = { hotelId: hotelId(), actor: { type: 'system' as const, id: 'late' }, pushId: null }
  const days = ['2027-06-01', '2027-06-02'].map((date) => change('LAT', date))
  const pushing = service.store.tx(
    async (tx) => {
      await batch(lockHotel(tx, hotelId()), reserveNumbers(tx, hotelId()))
      const slow = tx.dialect.rows(tx.db, sql`select pg_sleep(0.5)`)
      await leaveToCommit(tx, slow)
      return await writeChange(tx, { ...head, atMs: 1 }, days)
    },
    { hotelId: hotelId() },
  )
  await Bun.sleep(250)
  aheadMs = 31_000
  const told = await pushing.catch(({ message }) => message)
  const { t, db } = service.store
  expect(await db.$count(t.day, eq(t.day.roomCode, 'LAT'))).toBe(2)
  expect(told).toBeNumber()
})

test('a large body is passed by so many small ones alone', async () => {
  const order: string[] = []
  const run = (name: string, isLarge: boolean) =>
    service.store.tx(
      async (tx) => {
        await lockHotel(tx, hotelId())
        order.push(name)
      },
      { hotelId: hotelId(), isLarge },
    )
  const small = Array.from({ length: PASSING_MAX + 20 }, (_, n) => `small ${n}`)

  await Promise.all([run('large', true), ...small.map((name) => run(name, false))])

  expect(order).toEqual([...small.slice(0, PASSING_MAX), 'large', ...small.slice(PASSING_MAX)])
})

test('a body goes on from the lock of its hotel once others have let go of it, so that its times are not earlier', async () => {
  const order: string[] = []
  const [locked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using others = new SQL({ url: server.url, max: 2 })
  // Those of the same replica wait in the line before it.
  const first = others.begin(async (tx) => {
    await tx`select scope from version where scope = ${`hotel:${hotelId()}`} for update`
    locked.resolve()
    await mayEnd.promise
    order.push('first')
  })
  await locked.promise
  const second = runTogether([async () => order.push('second')])
  await until('the lock is waited for', async () => {
    const waiting = await others`select 1 from pg_locks where not granted`
    return waiting.length > 0
  })
  mayEnd.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})

test('bodies that wait for long for a place at their hotel share a commit then, too', async () => {
  const { store } = service
  const [locked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = store.tx(
    async (tx) => {
      await lockHotel(tx, hotelId())
      locked.resolve()
      await mayEnd.promise
    },
    { waitsAt: hotelId() },
  )
  await locked.promise
  const together = runTogether(Array(TOGETHER).fill(xactId))
  // Longer than a body waits behind others of its hotel.
  await Bun.sleep(1_300)
  mayEnd.resolve()
  await first
  expect(distinct(await together)).toBe(1)
})

test('a body that fails in any way harms no other of its commit, and leaves nothing', async () => {
  const refused = new Error('refused')
  const write = (code: string) => (tx: Tx) =>
    upsertDays(tx, hotelId(), [change(code, '2027-06-01')])
  const failures: ((tx: Tx) => Promise<unknown>)[] = [
    async () => {
      throw refused
    },
    (tx) => upsertDays(tx, hotelId(), [change('BAD', '2027-06-01', { available: -5 })]),
    (tx) => insertCity(tx, { slug: 'test', name: 'A city that is there', country: 'TR' }),
  ]
  const bodies = Array.from({ length: TOGETHER }, (_, n) => async (tx: Tx) => {
    await write(`R${n}`)(tx)
    if (n % 2 === 1) await failures[((n - 1) / 2) % failures.length]!(tx)
    return n
  })
  await service.store.tx((tx) => insertCity(tx, { slug: 'test', name: 'Test', country: 'TR' }))

  const settled = await runTogether(bodies)

  const even = bodies.map((_, n) => n % 2 === 0)
  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual(even)
  expect((settled[1] as PromiseRejectedResult).reason).toBe(refused)
  expect((settled[5] as PromiseRejectedResult).reason).toMatchObject({ code: 'already_exists' })
  const codes = bodies.map((_, n) => `R${n}`)
  const stored = (await allDays(service.store, hotelId(), ...codes)).map((day) => day.roomCode)
  expect(stored.toSorted()).toEqual(codes.filter((_, n) => n % 2 === 0).toSorted())
})

test('a body that hides an error of the database is not told that it was done', async () => {
  const hiding = async (tx: Tx) => {
    await upsertDays(tx, hotelId(), [change('HID', '2027-06-02')])
    const wrong = change('HID', '2027-06-03', { available: -5 })
    await upsertDays(tx, hotelId(), [wrong]).catch(() => {})
  }
  const sound = (n: number) => (tx: Tx) =>
    upsertDays(tx, hotelId(), [change(`S${n}`, '2027-06-02')])

  const settled = await runTogether([sound(1), hiding, sound(2), sound(3)])

  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true])
  const stored = await allDays(service.store, hotelId(), 'HID', 'S1', 'S2', 'S3')
  expect(stored.map((day) => day.roomCode).toSorted()).toEqual(['S1', 'S2', 'S3'])
})

const write = ({ db, t }: Tx, roomCode: string, available = 5) =>
  db.insert(t.day).values({
    ...{ hotelId: hotelId(), roomCode, date: '2027-06-04' as CalendarDate },
    ...{ available, priceCents: 9_000, closed: false },
  })
const leave = (tx: Tx, ...writes: PromiseLike<unknown>[]) => leaveToCommit(tx, batch(...writes))
const roomsStored = async (codes: string[]) => {
  const days = await allDays(service.store, hotelId(), ...codes)
  return days.map(({ roomCode }) => roomCode).toSorted()
}

test.each([
  ['left wrong left refused left refused left', 'an error is followed by others'],
  ['left left refused left wrong', 'an error is the last'],
  ['wrong', 'it is alone'],
])('what bodies leave to their commit (%s: %s) is done as a whole or not at all', async (all) => {
  const refused = new Error('refused')
  const kinds: Record<string, (tx: Tx, n: number) => Promise<unknown>> = {
    left: (tx, n) => leave(tx, write(tx, `L${n}`), write(tx, `M${n}`)),
    wrong: (tx, n) => leave(tx, write(tx, `W${n}`), write(tx, `X${n}`, -5)),
    async refused(tx, n) {
      void leave(tx, write(tx, `Y${n}`))
      throw refused
    },
  }
  const names = all.split(' ')
  await service.store.tx(async ({ db, t }) => {
    await db.delete(t.day).where(eq(t.day.date, '2027-06-04' as CalendarDate))
  })

  const settled = await runTogether(names.map((name, n) => (tx) => kinds[name]!(tx, n)))

  const told = settled.map(({ status }) => status === 'fulfilled')
  expect(told).toEqual(names.map((name) => name === 'left'))
  const codes = names.flatMap((_, n) => ['L', 'M', 'W', 'X', 'Y'].map((kind) => `${kind}${n}`))
  const left = names.flatMap((name, n) => (name === 'left' ? [`L${n}`, `M${n}`] : []))
  expect(await roomsStored(codes)).toEqual(left.toSorted())
})

test('a body that fails by itself in what it leaves to its commit, refused by no server, is told so', async () => {
  const defect = new Error('a defect')
  const failing = (tx: Tx) => leave(tx, write(tx, 'DEFECT'), Promise.reject(defect))
  const sound = (n: number) => (tx: Tx) => leave(tx, write(tx, `SOUND${n}`))

  const settled = await runTogether([sound(1), failing, sound(2)])

  const told = settled.map((each) => ('reason' in each ? each.reason : 'done'))
  expect(told).toEqual(['done', defect, 'done'])
  expect(await roomsStored(['SOUND1', 'SOUND2'])).toEqual(['SOUND1', 'SOUND2'])
})

test('a write that comes after the end of its body stops the commit, and each body is done alone', async () => {
  using _stopped = stopClock()
  const late = async (tx: Tx) => {
    await write(tx, 'LA')
    await write(tx, 'LB')
  }
  const bodies = [
    (tx: Tx) => leave(tx, write(tx, 'LEFT')),
    (tx: Tx) => leaveToCommit(tx, late(tx)),
    async (tx: Tx) => {
      await leave(tx, write(tx, 'NEXT'))
      await tx.db.select().from(tx.t.city).limit(1)
    },
  ]
  const settled = await runTogether(bodies)
  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true])
  const all = ['LA', 'LB', 'LEFT', 'NEXT']
  expect(await roomsStored(all)).toEqual(all)
})

test('a body that ends before all rows are sent that it has announced leaves nothing, and harms no other', async () => {
  const short = async (tx: Tx) => {
    announceRows(tx, 1)
    await leave(tx, write(tx, 'SHORT'))
  }
  const settled = await runTogether([
    (tx) => leave(tx, write(tx, 'ONE')),
    short,
    (tx) => leave(tx, write(tx, 'TWO')),
  ])
  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true])
  await expect(service.store.tx(short)).rejects.toThrow('1 rows announced')
  expect(await roomsStored(['ONE', 'SHORT', 'TWO'])).toEqual(['ONE', 'TWO'])
})

test('what bodies of a commit read once for all of them is read again after one of them changes it', async () => {
  const hotelSnapshot = (await findSnapshot(service.store, hotelId()))!
  const rename = async (tx: Tx) => {
    await currentSnapshot(tx, hotelSnapshot)
    await reviseHotel(tx, hotelId())
  }
  const refuse = async (tx: Tx) => {
    await rename(tx)
    await currentSnapshot(tx, hotelSnapshot)
    throw new Error('refused')
  }
  const look = async (tx: Tx) => (await currentSnapshot(tx, hotelSnapshot)).revision

  const [first, , second, , third] = await runTogether([look, refuse, look, rename, look])

  expect([first, second].map((each) => (each as { value?: string }).value)).toEqual([
    hotelSnapshot.revision,
    hotelSnapshot.revision,
  ])
  expect((third as { value?: string }).value).not.toBe(hotelSnapshot.revision)
})

test('changes of bodies that share a commit have ascending numbers, whatever each has reserved', async () => {
  const head = () => ({
    ...{ hotelId: hotelId(), actor: { type: 'system', id: '' } as const },
    ...{ pushId: null, atMs: Date.now() },
  })
  const numbers: number[] = []
  const body = (isBooking: boolean, changes: number) => async (tx: Tx) => {
    await reserveNumbers(tx, hotelId(), { isBooking })
    for (let n = 0; n < changes; n++) numbers.push(await allocateChangeSeq(tx, head()))
  }
  const bodies = [body(false, 1), body(true, 1), body(false, 2), body(true, 3), body(true, 1)]

  const settled = await runTogether(bodies)

  expect(settled.map(({ status }) => status)).toEqual(bodies.map(() => 'fulfilled'))
  expect(numbers.length).toBe(8)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
})

test('ids of bookings that a commit reserved and did not need go to the next, so that none is missing', async () => {
  const ids: (number | undefined)[] = []
  const book = async (tx: Tx) => {
    await reserveNumbers(tx, hotelId(), { isBooking: true })
    ids.push(tx.reserved.bookingId)
  }
  const push = async (tx: Tx) => {
    await reserveNumbers(tx, hotelId())
    expect(tx.reserved.bookingId).toBeUndefined()
  }
  // Those that are left over from before.
  await runTogether(Array(2 * TOGETHER).fill(book))
  ids.length = 0
  await runTogether([book, push, book, async () => {}, async () => {}])
  await runTogether([book, book, book, book])
  const first = Math.min(...ids.map(Number))
  expect(ids.toSorted((a, b) => a! - b!)).toEqual(ids.map((_, index) => first + index))
})

test('a sale whose answer is not as foreseen is undone, with all that shares its commit, and judged anew', async () => {
  const date = '2027-06-05' as CalendarDate
  const nights = { roomCode: 'FOR', from: date, to: date }
  const room = { hotelId: hotelId(), roomCode: 'FOR', date }
  await service.store.tx(async ({ db, t }) => {
    await db.delete(t.day).where(eq(t.day.date, date))
    await db.insert(t.day).values({ ...room, available: 5, priceCents: 9_000, closed: false })
  })
  const runs: string[] = []
  const take = (rooms: number) => async (tx: Tx) => {
    runs.push(`${rooms} ${tx.shared ? 'together' : 'alone'}`)
    await lockHotel(tx, hotelId())
    const head = { hotelId: hotelId(), actor: { type: 'system', id: '' } as const }
    await reserveNumbers(tx, hotelId())
    const options = { needsPrice: true }
    const made = { ...head, pushId: null, atMs: Date.now() }
    const { changes } = await sellNights(tx, made, { ...nights, rooms }, options)
    if (changes.length === 0) throw new Error('sold out')
    return changes[0]!.after.available
  }
  /** A write of which the other bodies are not told, as no writer of days does it. */
  const hide = async (tx: Tx) => {
    runs.push(`hide ${tx.shared ? 'together' : 'alone'}`)
    await lockHotel(tx, hotelId())
    await tx.db.update(tx.t.day).set({ available: 3 }).where(eq(tx.t.day.date, date))
  }
  const ahead = (handle: Ahead) => readAhead(handle, { hotelId: hotelId(), ...nights })
  const run = (...bodies: ((tx: Tx) => Promise<unknown>)[]) =>
    Promise.allSettled(bodies.map((body) => service.store.tx(body, { hotelId: hotelId(), ahead })))

  expect(await run(take(1), take(1))).toMatchObject([{ value: 4 }, { value: 3 }])
  expect(runs).toEqual(['1 together', '1 together'])
  let settled: PromiseSettledResult<unknown>[] = []
  // On a busy machine one of them may come too late for the commit.
  for (let tries = 0; tries < TRIES && !runs.includes('4 alone'); tries++) {
    runs.length = 0
    await service.store.tx((tx) =>
      tx.db.update(tx.t.day).set({ available: 5, live: 2 }).where(eq(tx.t.day.date, date)),
    )
    settled = await run(hide, take(4), take(2))
  }

  // All of them at once, in any order.
  expect(runs).toContain('4 together')
  expect(runs).toContain('4 alone')
  const sold = [4, 2].map((rooms, n) => (settled[n + 1]!.status === 'fulfilled' ? rooms : 0))
  const [row] = await service.store.tx(({ db, t }) =>
    db.select({ live: t.day.live }).from(t.day).where(eq(t.day.date, date)),
  )
  expect(row!.live).toBe(2 + sold[0]! + sold[1]!)
})

/** Runs bodies over connections of their own. */
async function withTransactions(
  made: ReturnType<typeof createTransactions>,
  act: (run: ReturnType<typeof made.runOn>) => Promise<unknown>,
  places?: Parameters<typeof made.runOn>[1],
) {
  const { url } = server
  const pool = createPool(
    { url, directUrl: url, prepare: true },
    { max: 2, waitMs: 5_000, statementMs: 5_000, isReadOnly: false },
  )
  await act(made.runOn(pool, places))
  await pool.close()
}

test('bodies that are committed are not run again if the news of their commit cannot be told', async () => {
  const fail = () => {
    throw new Error('a defect')
  }
  const runs: number[] = []
  const bodies = Array.from({ length: 3 }, (_, n) => async (tx: Tx) => {
    await lockHotel(tx, hotelId())
    runs.push(n)
  })
  await withTransactions(createTransactions(fail, { learn: () => {} }), async (run) => {
    const how = { hotelId: hotelId() }
    const settled = await Promise.allSettled(bodies.map((body) => run(body, how)))
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })
  expect(runs).toEqual([0, 1, 2])
})

test('a transaction that left to stand in line is not counted as a retry; one that met a conflict is, alone or in a group (issue 35)', async () => {
  const made = createTransactions(() => {}, { learn: () => {} })
  const id = hotelId()
  let begun = 0
  const take = async (tx: Tx) => {
    begun++
    await lockHotel(tx, id)
    await Bun.sleep(20)
  }
  const conflict = () => {
    let runs = 0
    return async (tx: Tx) => {
      await lockHotel(tx, id)
      if (++runs > 1) return
      await rowsOf(tx, sql`do $$ begin raise exception using errcode = '40001'; end $$`)
    }
  }
  await withTransactions(
    made,
    async (run) => {
      await Promise.all([take, take, take].map((body) => run(body)))
      // The one that found no place began once more.
      expect(begun).toBeGreaterThan(3)
      expect(made.retries()).toBe(0)
      await run(conflict())
      expect(made.retries()).toBe(1)
      await run(conflict(), { hotelId: id })
      expect(made.retries()).toBe(2)
    },
    { ofOne: 1, ofHeld: 1 },
  )
})

test('a transaction whose hotel is known before waits in its line without a connection, and begins once (issue 35)', async () => {
  const made = createTransactions(() => {}, { learn: () => {} })
  const id = hotelId()
  let begun = 0
  await withTransactions(
    made,
    async (run) => {
      const tx: typeof run = (body, how) =>
        run((open) => {
          begun++
          return body(open)
        }, how)
      await Promise.all([1, 2, 3].map(() => inHotel({ tx }, id, () => Bun.sleep(20))))
    },
    { ofOne: 1, ofHeld: 1 },
  )
  expect(begun).toBe(3)
})

test('a lock tells the time at which it was granted, however long it was waited for', async () => {
  await using own = new SQL({ url: server.url, max: 2 })
  const learnt: number[] = []
  const learn = (serverMs: number) => void learnt.push(serverMs)
  let freeMs = 0
  await withTransactions(
    createTransactions(() => {}, { learn }),
    async (run) => {
      let waiting: Promise<unknown> | undefined
      await own.begin(async (tx) => {
        await lockScope(tx as unknown as ReservedSQL, hotelScope(hotelId()))
        waiting = run((body) => lockHotel(body, hotelId()), { hotelId: hotelId() })
        await until('it waits', async () => {
          return (await own`select 1 from pg_locks where not granted`).length > 0
        })
        const [row] = await tx.unsafe(`select ${SERVER_MS}`)
        freeMs = row.server_ms
      })
      await waiting
    },
  )
  expect(learnt.length).toBe(1)
  expect(learnt[0]).toBeGreaterThan(freeMs)
})

test.each(['before', 'after'] as const)(
  'a connection that is lost %s the server has any message of bookings that share a commit: each is made once, or nobody knows of it',
  async (when) => {
    for (let at = 0, isCut = true; isCut; at++) {
      const sold = await roomsSold()
      const seen = cutAt(relay, at, when)
      const answers = await bookTogether()
      relay.spy(() => undefined)
      isCut = seen.isCut
      const done = (await roomsSold()) - sold
      const made = count(answers, 201)
      const unknown = answers.filter(({ body }) => body.code === 'outcome_unknown').length
      expect(made + unknown, `message ${at}`).toBe(GUESTS)
      if (!seen.isCommitSent) expect(unknown, `message ${at}`).toBe(0)
      const isUnknown = seen.isCommitSent && !seen.isCommit
      if (!isUnknown) expect(done, `message ${at}`).toBe(when === 'after' ? GUESTS : made)
      // Whole or not there.
      else expect([made, GUESTS], `message ${at}`).toContain(done)
    }
  },
)
