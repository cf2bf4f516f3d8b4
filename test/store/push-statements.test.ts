import { expect, test } from 'bun:test'
import { addDay, book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { watchStatements } from '../support/statements.ts'

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

test('a push of thousands of days reads them before the transaction, in which others wait for it (issue 35)', async () => {
  using statements = watchStatements()
  const rooms = ['DBL', 'SGL', 'TPL', 'FAM'].map((roomCode) => ({ roomCode, totalRooms: 60 }))
  await using service = await startService({ rooms })
  const updates = rooms.flatMap(({ roomCode }) =>
    Array.from({ length: 540 }, (_, n) => ({
      ...{ roomCode, date: addDay('2027-04-01', n), available: 2, priceCents: 9_000 },
    })),
  )
  const made = await statements.during(() =>
    service.alfa.call('PUT', '/availability', { body: { updates } }),
  )
  const begin = made.lastIndexOf('begin immediate')
  const reads = made.flatMap((text, at) => (/^select .* from "day" where/.test(text) ? [at] : []))
  expect(begin).toBeGreaterThan(0)
  expect(reads).toHaveLength(rooms.length)
  expect(Math.max(...reads)).toBeLessThan(begin)
})
