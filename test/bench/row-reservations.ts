import { addDays } from '../../src/domain/kernel/date.ts'
import { encodeRequest } from './client.ts'
import { expectSameAnswers, measureReads, withHouse } from './house-servers.ts'
import type { Plan } from './rows.ts'
import { DAYS_BEFORE } from './seed-fill.ts'
import { LARGE, type SeededHouse } from './seed-large.ts'
import type { Line } from './stats.ts'

const DAYS = 31
const RANGES = 100

/** Pulls of a month's reservations by a hotel that has 500 among 200,000: some eighty whole records each. */
export async function reservations(plan: Plan): Promise<Line[]> {
  return await withHouse(LARGE, async ({ servers, about }) => {
    const requests = pulls(about)
    await expectSameAnswers(servers, requests)
    const [ours, floor, peer] = await measureReads(servers, plan, requests)
    const line = { what: 'reservations of a month', unit: 'pulls/s', ours: ours! }
    return [
      { ...line, against: 'floor', theirs: floor! },
      { ...line, against: 'peer', theirs: peer! },
    ]
  })
}

/** Pulls of months that begin on one day after the other. */
export function pulls({ from, busy }: SeededHouse): Uint8Array[] {
  return Array.from({ length: RANGES }, (_, index) => {
    const first = addDays(from, DAYS_BEFORE + index)
    const last = addDays(first, DAYS - 1)
    return encodeRequest(busy, 'GET', `/v1/partner/bookings?from=${first}&to=${last}`)
  })
}
