import { expect, test } from 'bun:test'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { watchStatements } from '../support/statements.ts'

const ROOMS = ['DBL', 'SGL', 'TPL', 'FAM'].map((roomCode) => ({ roomCode, totalRooms: 60 }))

test('a push reads holds and unacknowledged bookings only for counts of nights that have live rooms (issue 35)', async () => {
  using statements = watchStatements()
  await using service = await startService({ rooms: [{ roomCode: 'DBL', totalRooms: 60 }] })
  await sell(service, { available: 60 })
  const booked = await book(service.call)
  expect(booked.status).toBe(201)
  const { checkin, checkout } = booked.body
  const push = (update: object) =>
    service.alfa.call('PATCH', '/availability', { body: { updates: [update] } })
  const readsOf = async (update: object) => {
    const made = await statements.during(() => push(update))
    return made.filter((text) => text.includes('from "booking"')).length
  }

  expect(await readsOf({ roomCode: 'DBL', date: checkin, available: 40 })).toBe(2)
  expect(await readsOf({ roomCode: 'DBL', date: checkout, available: 41 })).toBe(0)
  expect(await readsOf({ roomCode: 'DBL', date: checkin, priceCents: 9_100 })).toBe(0)
})

test('a push of thousands of days reads them before the transaction, in which others wait for it, but on a remote database within (issue 35)', async () => {
  using statements = watchStatements()
  await using service = await startService({ rooms: ROOMS })
  const push = async (priceCents: number) => {
    const made = await statements.during(() => pushThousands(service, priceCents))
    const begin = made.lastIndexOf('begin immediate')
    const reads = made.flatMap((text, at) => (/^select .* from "day" where/.test(text) ? [at] : []))
    expect(made).toContain('begin immediate')
    expect(reads).toHaveLength(ROOMS.length)
    return { begin, reads }
  }

  const { begin, reads } = await push(9_000)
  expect(Math.max(...reads)).toBeLessThan(begin)

  // Pushes of a hotel run side by side there: one that read ahead would be overtaken, and undo a later stop sale.
  Object.assign(service.store, { isRemote: true })
  const remote = await push(9_001)
  expect(Math.min(...remote.reads)).toBeGreaterThan(remote.begin)
})

test('a transaction of thousands of days, for which all others wait, is given none of their values (issue 35)', async () => {
  using statements = watchStatements()
  await using service = await startService({ rooms: ROOMS })
  await pushThousands(service, 9_000)
  const made = await statements.during(() => pushThousands(service, 9_001))

  const within = made.slice(made.lastIndexOf('begin immediate'))
  const ofDays = within.filter((text) => /^(insert into|update) "day(_history)?"/.test(text))
  expect(ofDays.length).toBeGreaterThan(2)
  expect(ofDays.length).toBeLessThan(12)
  for (const text of ofDays) expect(text).toContain('from temp.staged')
})

test('pushes of any number of days are written by a few statements, whose texts are built once (issue 35)', async () => {
  using statements = watchStatements()
  await using service = await startService({ rooms: [{ roomCode: 'DBL', totalRooms: 999 }] })
  const { alfa, store } = service
  const sizes = [1, 2, 3, 4, 5, 19, 20, 23, 99, 100, 124, 127, 365, 499, 500, 501, 640]
  const push = (size: number) => {
    const updates = Array.from({ length: size }, (_, n) => ({
      ...{ roomCode: 'DBL', date: addDay('2027-04-01', n), available: size, priceCents: 9_000 },
    }))
    return alfa.call('PUT', '/availability', { body: { updates } })
  }
  const made = await statements.during(async () => {
    for (const size of sizes) expect((await push(size)).body).toMatchObject({ applied: size })
  })

  const texts = new Set(made.filter((text) => text.startsWith('insert into "day" ')))
  expect(texts.size).toBe(7)
  const days = await store.db.select().from(store.t.day).orderBy(store.t.day.date)
  expect(days.map(({ date }) => date)).toEqual(
    Array.from({ length: 640 }, (_, n) => addDay('2027-04-01', n) as CalendarDate),
  )
  expect(new Set(days.map(({ available }) => available))).toEqual(new Set([640]))
  const written = await store.db.$count(store.t.dayHistory)
  expect(written).toBe(sizes.reduce((sum, size) => sum + size, 0))
})

/** Pushes 540 days of each room, more than a transaction is given the values of. */
function pushThousands(service: TestService, priceCents: number) {
  const updates = ROOMS.flatMap(({ roomCode }) =>
    Array.from({ length: 540 }, (_, n) => ({
      ...{ roomCode, date: addDay('2027-04-01', n), available: 2, priceCents },
    })),
  )
  return service.alfa.call('PUT', '/availability', { body: { updates } })
}
