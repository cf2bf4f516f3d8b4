import { expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { type HistoryEntry, listHistory } from '../../src/store/days/history.ts'
import { listRateHistory } from '../../src/store/days/rate-history.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { patch } from '../support/http.ts'
import { command, obey, openDays, ROOMS, type Run } from '../support/live-model.ts'
import { addRates } from '../support/rate-days.ts'
import { DAY_MS, prune } from '../support/retention.ts'
import { rounds } from '../support/rounds.ts'
import { startService, type TestService } from '../support/service.ts'
import { signInAgain } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

const MOST = 500
const NIGHT = '2027-04-01' as CalendarDate
const RATE = 'OWN'
const PAGES = [1, 2, 3, 7, 100]

/** A day of a hotel, or with a rate code that day of the rate. */
type Place = { hotelId: number; roomCode: string; rateCode?: string; date: CalendarDate }

/** The seqs of the rows of history of a day, newest first, found without its chain. */
async function plainList({ store: { t, db } }: TestService, place: Place): Promise<number[]> {
  const table = place.rateCode === undefined ? t.dayHistory : t.rateDayHistory
  const rows = await db
    .select({ seq: table.changeSeq })
    .from(table)
    .where(
      and(
        eq(table.hotelId, place.hotelId),
        eq(table.roomCode, place.roomCode),
        eq(table.date, place.date),
        place.rateCode === undefined ? undefined : eq(t.rateDayHistory.rateCode, place.rateCode),
      ),
    )
    .orderBy(desc(table.changeSeq))
  return rows.map(({ seq }) => seq)
}

/** The seqs of the history of a day as its readers have them, page by page. */
async function listEntries({ store }: TestService, place: Place, limit: number): Promise<number[]> {
  const { rateCode, ...day } = place
  const seqs: number[] = []
  for (;;) {
    const part = { limit, beforeSeq: seqs.at(-1) }
    const page: HistoryEntry<unknown>[] =
      rateCode === undefined
        ? await listHistory(store, { ...day, ...part })
        : await listRateHistory(store, { ...day, rateCode, ...part })
    seqs.push(...page.map(({ seq }) => seq))
    if (page.length < limit) return seqs
  }
}

/** @returns how many entries were looked at */
async function check(service: TestService, places: Place[], limit: number): Promise<number> {
  let seen = 0
  for (const place of places) {
    const plain = await plainList(service, place)
    expect({ ...place, seqs: await listEntries(service, place, limit) }).toEqual({
      ...place,
      seqs: plain,
    })
    seen += plain.length
  }
  return seen
}

/** Actions of the hotel's staff that the model of live rooms does not cover. */
const act = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('command' as const), command }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('rates' as const),
      start: fc.nat(6),
      days: fc.integer({ min: 1, max: 5 }),
      priceCents: fc.integer({ min: 1, max: 3 }),
      available: fc.option(fc.nat(3), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    // A long time takes all days that are on sale with it.
    arbitrary: fc.record({
      type: fc.constant('prune' as const),
      days: fc.constantFrom(0, 1, 2, 3, 91),
    }),
  },
)

test('the history of every day is what a plain list of it shows, whatever was pushed, booked and pruned (contract §2)', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 30, maxLength: 50, size: 'max' }),
      fc.constantFrom(...PAGES),
      async (acts, limit) => {
        await using service = await startService({ rooms: ROOMS })
        const { alfa } = service
        await addRates(service, alfa, { rateCode: RATE })
        const run: Run = { service, admin: await signIn(service, 'admin'), codes: [] }
        await openDays(run)
        for (const each of acts)
          if (each.type === 'command') await obey(run, each.command)
          else if (each.type === 'prune') {
            seen += await check(service, await placesOf(service), limit)
            service.clock.advance(each.days * DAY_MS)
            // A session ends after some days.
            run.admin = await signInAgain(service, run.admin)
            await prune(service)
          } else {
            const today = service.deps.today('Europe/Istanbul')
            const dateFrom = addDay(today, each.start)
            const range = { roomCode: 'DBL', dateFrom, dateTo: addDay(dateFrom, each.days - 1) }
            const { available, priceCents } = each
            await patch(alfa, [
              { ...range, rateCode: RATE, priceCents },
              { ...range, priceCents, ...(available === undefined ? {} : { available }) },
            ])
          }
        seen += await check(service, await placesOf(service), limit)
      },
    ),
    { numRuns: rounds(8, 2) },
  )
  expect(seen).toBeGreaterThan(rounds(100))
}, 120_000)

/** Every day that is stored, of rates too. */
async function placesOf({ store: { t, db } }: TestService): Promise<Place[]> {
  const days = await db.select().from(t.day)
  const rateDays = await db.select().from(t.rateDay)
  const ofDay = ({ hotelId, roomCode, date }: Place) => ({ hotelId, roomCode, date })
  return [...days.map(ofDay), ...rateDays.map((row) => ({ ...ofDay(row), rateCode: row.rateCode }))]
}

test('of days changed more often than is kept the newest 500 stay, and a chain ends with them (contract §7, Fair use)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { alfa, call } = service
  await addRates(service, alfa, { rateCode: RATE })
  await sell(service, { nights: 3, available: 500 })
  await prune(service)
  const places = [0, 1, 2].flatMap((days) => {
    const day = { hotelId: alfa.id, roomCode: 'DBL', date: addDay(NIGHT, days) as CalendarDate }
    return [day, { ...day, rateCode: RATE }]
  })
  const all = new Map<Place, Set<number>>(places.map((place) => [place, new Set()]))
  const note = async () => {
    for (const [place, seqs] of all)
      for (const seq of await plainList(service, place)) seqs.add(seq)
  }
  for (let n = 1; n <= MOST + 60; n++) {
    // The first night every time, the second not always, the third seldom.
    const date = addDay(NIGHT, n % 50 === 0 ? 2 : n % 20 === 0 ? 1 : 0)
    const range = { roomCode: 'DBL', dateFrom: NIGHT, dateTo: date }
    await patch(alfa, [
      { ...range, priceCents: 10_000 + n },
      { ...range, rateCode: RATE, priceCents: n },
    ])
    if (n % 90 === 0) await book(call, { checkin: NIGHT, checkout: addDay(NIGHT, 1 + (n % 3)) })
    if (n === MOST - 5 || n > MOST + 40) {
      await note()
      await prune(service)
    }
  }
  for (const [place, seqs] of all) {
    const newest = [...seqs].toSorted((a, b) => b - a).slice(0, MOST)
    expect(await plainList(service, place)).toEqual(newest)
  }
  expect(await check(service, places, 100)).toBeGreaterThan(2 * MOST)
}, 120_000)
