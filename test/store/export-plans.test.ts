import { expect, test } from 'bun:test'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { readBookingExport } from '../../src/store/exports/booking-export.ts'
import { planOf } from '../support/plans.ts'
import { startStore } from '../support/store.ts'

// An export is read slice by slice along an index (issue 18, part 4).

const date = (text: string) => text as CalendarDate
const WHOLE = { from: date('2027-04-01'), to: date('2027-12-31') }

test.each(['checkin', 'checkout'] as const)(
  'a slice of an export by %s is a range of its index, nothing sorted',
  async (field) => {
    await using service = await startStore()
    for (const more of [
      {},
      { status: ['cancelled' as const] },
      { unackedOn: date('2027-04-01') },
    ]) {
      const filter = { hotelId: 1, field, ...WHOLE, words: [], ...more }
      const plan = await planOf(service, async (handle) => {
        for await (const _ of readBookingExport(handle, filter)) return
      })
      expect(plan[0]).toContain(`booking_hotel_${field} (hotel_id=? AND ${field}>? AND ${field}<?)`)
      for (const line of plan) expect(line).not.toStartWith('SCAN')
    }
  },
)
