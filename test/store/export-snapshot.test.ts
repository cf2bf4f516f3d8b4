import { expect, test } from 'bun:test'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { calendarRows } from '../../src/http/exports/calendar-rows.ts'
import { findSnapshot } from '../../src/store/catalog/catalog.ts'
import { readBookingExport } from '../../src/store/exports/booking-export.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'

// What an export reads (issue 18, part 4): all of it as of one moment.

const date = (text: string) => text as CalendarDate
const WHOLE = { from: date('2027-04-01'), to: date('2027-12-31') }

test('what is booked while an export is read is not in it, nor a price that is set meanwhile', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }, { roomCode: 'SGL' }] })
  const { alfa, store } = service
  await sell(service, { nights: 250, available: 3 })
  await sell(service, { nights: 250, roomCode: 'SGL' })
  const night = (index: number) => {
    const checkin = addDay('2027-04-01', index)
    return { checkin, checkout: addDay(checkin, 1) }
  }
  for (let index = 0; index < 210; index++) await book(service.call, night(index))

  const codes: string[] = []
  await store.exports.snapshot(async (handle) => {
    const filter = { hotelId: alfa.id, field: 'checkin' as const, ...WHOLE, words: [] }
    for await (const rows of readBookingExport(handle, filter)) {
      // Behind what has been read.
      if (codes.length === 0) expect((await book(service.call, night(240))).status).toBe(201)
      codes.push(...rows.map(({ code }) => code))
    }
  })
  expect([codes.length, new Set(codes).size]).toEqual([210, 210])

  const prices = new Set<unknown>()
  await store.exports.snapshot(async (handle) => {
    const hotel = (await findSnapshot(handle, alfa.id))!
    for await (const rows of calendarRows(
      handle,
      hotel,
      { ...WHOLE, to: date('2027-11-01') },
      'en',
    )) {
      if (prices.size === 0) await sell(service, { roomCode: 'SGL', priceCents: 99_999 })
      for (const row of rows) prices.add(JSON.stringify(row[5]))
    }
  })
  expect([...prices]).toEqual(['{"cents":10000,"digits":2}'])
})
