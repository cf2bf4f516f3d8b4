import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Change } from '../../src/domain/kernel/availability.ts'
import { addDays } from '../../src/domain/kernel/date.ts'
import { writeChange } from '../../src/store/days/history.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import type { Store } from '../../src/store/open.ts'
import { HOTEL } from '../support/contract.ts'
import { date, startStore } from '../support/store.ts'

// Days of a block and their history, which PostgreSQL writes in one statement.

const FROM = date('2027-05-01')
const ROOMS = ['DBL', 'SGL', 'X"\\,{}']
const DAYS = 70

/** The stored day of a room type, which differs from others in each column. */
const stored = (room: number, n: number) => ({
  available: n % 5 === 0 ? 0 : n,
  priceCents: n % 4 === 0 ? null : 9_000 + 100 * room + n,
  closed: n % 3 === 0,
  shortfall: n % 5 === 0 ? room : 0,
})
const places = ROOMS.flatMap((roomCode, room) =>
  Array.from({ length: DAYS }, (_, n) => ({ roomCode, room, n, date: addDays(FROM, n) })),
)
const first: Change[] = places.map(({ roomCode, room, n, date }) => ({
  ...{ roomCode, date, before: null, after: stored(room, n), seenOrder: n % 2 ? n : null },
}))

async function write(store: Store, changes: readonly Change[], hotelId = HOTEL): Promise<number> {
  const head = { hotelId, actor: { type: 'system' as const, id: 'test' }, pushId: null, atMs: 1 }
  return await store.tx(async (tx) => {
    await lockHotel(tx, hotelId)
    return await writeChange(tx, head, changes)
  })
}

const daysOf = async ({ db, t: { day } }: Store, hotelId: number) =>
  await db.select().from(day).where(eq(day.hotelId, hotelId)).orderBy(day.roomCode, day.date)

const historyOf = async ({ db, t: { dayHistory } }: Store, changeSeq: number) =>
  await db
    .select()
    .from(dayHistory)
    .where(and(eq(dayHistory.changeSeq, changeSeq)))
    .orderBy(dayHistory.roomCode, dayHistory.date)

test.each([
  ['a whole block', () => true, 'shortfall'],
  ['a block without a shortfall', ({ n }: { n: number }) => n % 5 !== 0, 'none'],
  ['a block with days between that stay', ({ n }: { n: number }) => n % 2 === 0, 'shortfall'],
  ['few days', ({ n }: { n: number }) => n === 3, 'none'],
])(
  '%s is left as the change says, with the days before it in its history (contract §7)',
  async (_, isIn, of) => {
    await using test = await startStore(12)
    const { store } = test
    const seq = await write(store, first)
    await write(store, first, HOTEL + 1)
    const [before, next] = [await daysOf(store, HOTEL), await daysOf(store, HOTEL + 1)]
    await store.tx(({ db, t: { day } }) => db.update(day).set({ live: 2, unproven: 1 }))
    const changes = places.filter(isIn).map(({ roomCode, room, n, date }): Change => {
      const after = { available: n + 1, priceCents: n % 7 ? 8_000 + n : null, closed: n % 2 === 0 }
      return {
        ...{ roomCode, date, before: { ...stored(room, n), lastSeq: seq } },
        ...{
          after: { ...after, shortfall: of === 'none' ? 0 : n % 6 },
          seenOrder: n % 4 ? 7 + n : null,
        },
      }
    })

    const last = await write(store, changes.toReversed())

    const changed = new Map(changes.map((one) => [`${one.roomCode} ${one.date}`, one]))
    const hasCursor = changes.some(({ seenOrder }) => seenOrder !== null)
    const live = { live: 2, unproven: 1 }
    expect(await daysOf(store, HOTEL)).toEqual(
      before.map((day) => {
        const change = changed.get(`${day.roomCode} ${day.date}`)
        if (!change) return { ...day, ...live }
        const seenOrder = hasCursor ? change.seenOrder! : day.seenOrder
        return { ...day, ...live, ...change.after, seenOrder, lastSeq: last }
      }),
    )
    expect(await daysOf(store, HOTEL + 1)).toEqual(next.map((day) => ({ ...day, ...live })))
    const hasShortfall = of !== 'none'
    expect(await historyOf(store, last)).toEqual(
      before.flatMap(({ roomCode, date, ...was }) => {
        const change = changed.get(`${roomCode} ${date}`)
        if (!change) return []
        const { available, priceCents, closed, shortfall } = was
        return {
          ...{ hotelId: HOTEL, roomCode, date, changeSeq: last, prevSeq: seq, ...change.after },
          ...{ availableBefore: available, priceCentsBefore: priceCents, closedBefore: closed },
          shortfallBefore: hasShortfall ? shortfall : null,
        }
      }),
    )
  },
)
