import { addDays } from '../../src/domain/kernel/date.ts'
import { ask, expectSameAnswers, measureReads, withHouse } from './house-servers.ts'
import type { Plan } from './rows.ts'
import { DAYS_BEFORE, slugOf } from './seed-fill.ts'
import { LARGE, type SeededHouse } from './seed-large.ts'
import type { Line } from './stats.ts'

const NIGHTS = 3
/** Pages that are asked for again and again, and pages all over the house; each has dates of its own. */
const FEW = 500
const MANY = 20_000

/**
 * Pages of hotels with dates: five room types, each with its quote or the reason why there is none. Floor and peer have
 * hotels and room types in memory and ask the database for days.
 */
export async function page(plan: Plan): Promise<Line[]> {
  return await withHouse(LARGE, async ({ servers, about }) => {
    const few = pages(about, FEW)
    await expectSameAnswers(servers, few)
    const lines: Line[] = []
    for (const [what, requests] of [
      [`hotel page, ${FEW} of them`, few],
      ['hotel page, all over', pages(about, MANY)],
    ] as const) {
      const [ours, floor, peer] = await measureReads(servers, plan, requests)
      const line = { what, unit: 'pages/s', ours: ours! }
      lines.push({ ...line, against: 'floor', theirs: floor! })
      lines.push({ ...line, against: 'peer', theirs: peer! })
    }
    return lines
  })
}

/** Pages of hotels all over a house. */
export function pages({ from, days, hotels }: SeededHouse, count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const hotel = 1 + ((index * 1_237) % hotels)
    const checkin = addDays(from, DAYS_BEFORE + ((index * 31) % (days - DAYS_BEFORE - NIGHTS)))
    const checkout = addDays(checkin, NIGHTS)
    return ask(`/v1/hotels/${slugOf(hotel)}?checkin=${checkin}&checkout=${checkout}`)
  })
}
