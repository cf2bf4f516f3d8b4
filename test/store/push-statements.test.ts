import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
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
