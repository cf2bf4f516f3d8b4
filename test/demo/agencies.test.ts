import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { demoAgencies } from '../../src/demo/agencies.ts'
import { demoBookings } from '../../src/demo/bookings.ts'
import { demoPeople } from '../../src/demo/people.ts'
import { demoSlugs, seedDemo } from '../../src/demo/seed.ts'
import { owedOf } from '../../src/domain/agencies/credit.ts'
import { addDays, dateIn } from '../../src/domain/kernel/date.ts'
import { monthBefore, monthOf } from '../../src/domain/kernel/month.ts'
import type { Deps } from '../../src/service/deps.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { bookingColumns, fromRow } from '../../src/store/bookings/booking-row.ts'
import { startStore } from '../support/store.ts'

// The demo as an agency finds it (issue 34).

// On a busy machine too.
setDefaultTimeout(120_000)

/** 12:00 in Istanbul, on the last day of a long month and on the first of another. */
const TIMES = ['2026-08-31T09:00:00Z', '2026-03-01T09:00:00Z'].map(Date.parse)

const grounds: Awaited<ReturnType<typeof agencyDemo>>[] = []
beforeAll(async () => {
  for (const nowMs of TIMES) grounds.push(await agencyDemo(nowMs))
})
afterAll(async () => {
  for (const { store } of grounds) await store[Symbol.asyncDispose]()
})

async function agencyDemo(nowMs: number) {
  const store = await startStore()
  const world = realDeps({ nowMs: () => nowMs, passwordCost: { memoryCost: 8, timeCost: 1 } })
  const deps: Deps = { store: store.store, brand: 'service', ...world }
  await seedDemo(deps)
  const people = await demoPeople(deps, undefined)
  await demoBookings(deps, people)
  await demoAgencies(deps, people)
  return { store, deps, people, nowMs }
}

test('each of the two hotels with keys has terms with both agencies, with credit, a private rate and allotments (contract-agencies)', async () => {
  for (const { deps } of grounds) {
    const { t, db } = deps.store
    const hotels = await db.select().from(t.hotel)
    const terms = await db.select().from(t.agencyTerms)
    expect(terms.length).toBeGreaterThanOrEqual(8)
    for (const slug of Object.values(demoSlugs)) {
      const { id, usesAllotments } = hotels.find((hotel) => hotel.slug === slug)!
      expect(usesAllotments).toBe(true)
      expect(terms.filter(({ hotelId }) => hotelId === id)).toHaveLength(2)
    }
    const owing = terms.filter(({ owedCents }) => owedCents > 0)
    expect(owing.length).toBeGreaterThanOrEqual(4)
    for (const { creditLimitCents, owedCents } of owing)
      expect(creditLimitCents ?? owedCents).toBeGreaterThanOrEqual(owedCents)
  }
})

test('what the agencies owe is the sum over the bookings that they collect, and those of last month are over (contract-agencies, *Credit*)', async () => {
  for (const { deps } of grounds) {
    const { t, db } = deps.store
    const bookings = (await db.select(bookingColumns(t.booking)).from(t.booking)).map(fromRow)
    for (const { hotelId, agencyId, owedCents } of await db.select().from(t.agencyTerms)) {
      const own = bookings.filter((each) => each.hotelId === hotelId && each.agencyId === agencyId)
      expect(own.reduce((sum, each) => sum + owedOf(each), 0)).toBe(owedCents)
    }
    const ofAgencies = bookings.filter(({ agencyId }) => agencyId !== null)
    const collectors = new Set(ofAgencies.map(({ collect }) => collect))
    expect([...collectors].toSorted()).toEqual(['agency', 'hotel'])
    expect(ofAgencies.filter(({ extras }) => extras.length > 0).length).toBeGreaterThan(3)
    expect(ofAgencies.filter(({ groupCode }) => groupCode !== null)).toHaveLength(4)
    expect(ofAgencies.filter(({ status }) => status === 'completed').length).toBeGreaterThan(5)
  }
})

test('options of the agency end in the next days, one of its guests arrives today, and one may cancel freely for some days (issue 34)', async () => {
  for (const { deps, nowMs } of grounds) {
    const { t, db } = deps.store
    const today = dateIn('Europe/Istanbul', nowMs)
    const bookings = (await db.select().from(t.booking)).filter(({ agencyId }) => agencyId !== null)
    const ends = bookings
      .filter(({ status }) => status === 'pending')
      .map(({ holdExpiresAtMs }) => dateIn('Europe/Istanbul', holdExpiresAtMs!))
    expect(ends.toSorted()).toEqual([1, 2, 4].map((days) => addDays(today, days)))
    const isSoon = (date: string | null) =>
      date !== null && date >= today && date <= addDays(today, 7)
    expect(bookings.some(({ freeUntil }) => isSoon(freeUntil))).toBe(true)
    expect(bookings.some(({ checkin }) => isSoon(checkin))).toBe(true)
  }
})

test('last month is closed in a statement of what the guests slept at the manager’s hotel, partly paid (contract-agencies, *Statement*)', async () => {
  for (const { deps, nowMs } of grounds) {
    const { t, db } = deps.store
    const [statement, ...more] = await db.select().from(t.statement)
    expect(more).toEqual([])
    const month = monthBefore(monthOf(dateIn('Europe/Istanbul', nowMs)))
    expect(statement).toMatchObject({ status: 'closed', month })
    expect(statement!.number).toMatch(/^alfa-grand-bosphorus-2026-1$/)
    expect(statement!.lineCount).toBeGreaterThanOrEqual(3)
    expect(statement!.paidCents).toBeGreaterThan(0)
  }
})

test('nothing is set aside in the hotels with keys on the nights and in the room types that a newcomer’s first calls sell (contract §7)', async () => {
  for (const { deps, nowMs } of grounds) {
    const { t, db } = deps.store
    const hotels = await db.select().from(t.hotel)
    const keyed = hotels.filter(({ slug }) => Object.values(demoSlugs).includes(slug))
    const rows = await db.select().from(t.allotment)
    const here = rows.filter(({ hotelId }) => keyed.some(({ id }) => id === hotelId))
    expect([...new Set(here.map(({ roomCode }) => roomCode))].toSorted()).toEqual(['SUI', 'TRP'])
    const today = dateIn('Europe/Istanbul', nowMs)
    const standing = here.filter(({ date, releaseDays }) => today < addDays(date, -releaseDays))
    expect(standing.length).toBeGreaterThan(200)
    for (const { date } of standing) expect(date > addDays(today, 20)).toBe(true)
  }
})

test('a second start of the demo adds nothing, and one of an earlier version has nothing added (issue 2)', async () => {
  const [{ deps, people }] = grounds as [(typeof grounds)[0]]
  const { store } = deps
  const version = store.version('*')
  await demoAgencies(deps, people)
  expect(store.version('*')).toBe(version)
})
