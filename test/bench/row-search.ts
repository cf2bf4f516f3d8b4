import { addDays } from '../../src/domain/kernel/date.ts'
import { ask, expectSameAnswers, measureReads, withHouse } from './house-servers.ts'
import { expectOk, withConnections } from './load.ts'
import type { Plan } from './rows.ts'
import { CITY, CITY_HOTELS, DAYS_BEFORE } from './seed-fill.ts'
import { type House, LARGE, type SeededHouse } from './seed-large.ts'
import type { Server } from './servers.ts'
import { startOurs } from './servers.ts'
import type { Figure, Line } from './stats.ts'

const NIGHTS = 3
/** Houses that differ in the hotels of other cities alone; two months of days keep the larger one small. */
const ELSEWHERE = LARGE.hotels - CITY_HOTELS
export const AROUND: House = { hotels: LARGE.hotels, days: 92, bookings: 0 }
const TENFOLD: House = { ...AROUND, hotels: CITY_HOTELS + 10 * ELSEWHERE }

/**
 * Searches of the city of 500 hotels for three nights, the first page by price, beside the fastest SQL join that was
 * found for it (`peer/sales.sql`) on bare Bun.serve and on the peer.
 *
 * - *dates varied*: the check-in goes through all the stored days.
 * - *same dates*: one search again and again.
 * - *10× hotels elsewhere*: the service on two houses, with 1,500 and 15,000 hotels in other cities; the ratio is that
 *   of the times a search takes.
 */
export async function search(plan: Plan): Promise<Line[]> {
  const lines = await withHouse(LARGE, async ({ servers, about }) => {
    const requests = searches(about)
    const first = await firstSearches(servers, requests[0]!)
    await expectSameAnswers(servers, requests)
    plan.note(
      `search: ${requests.length} searches answered alike by all; the first after a start took ${first}`,
    )
    return [
      ...(await beside(plan, 'search, dates varied', servers, requests)),
      ...(await beside(plan, 'search, same dates', servers, requests.slice(0, 1))),
    ]
  })
  return [...lines, await growth(plan)]
}

async function beside(plan: Plan, what: string, servers: Server[], requests: Uint8Array[]) {
  const [ours, join, peer] = await measureReads(servers, plan, requests)
  const line = { what, unit: 'searches/s', ours: ours! }
  const target = { bound: '≥' as const, ratio: 50 }
  return [
    { ...line, against: 'SQL join on floor', theirs: join!, target },
    { ...line, against: 'SQL join on peer', theirs: peer! },
  ]
}

const growth = (plan: Plan): Promise<Line> =>
  withHouse(
    AROUND,
    async ({ servers: [small], about }) =>
      await withHouse(
        TENFOLD,
        async ({ servers: [large] }) => {
          const [one, ten] = await measureReads([small!, large!], plan, searches(about))
          return {
            what: 'search, 10× hotels elsewhere',
            unit: 'ms',
            against: `${ELSEWHERE.toLocaleString('en')} elsewhere`,
            ours: times(ten!),
            theirs: times(one!),
            target: { bound: '≤', ratio: 1.3 },
          }
        },
        [startOurs],
      ),
    [startOurs],
  )

/** Milliseconds a search in the place of searches a second. */
export const times = (figures: Figure[]): Figure[] =>
  figures.map(({ value, busy }) => ({ value: 1_000 / value, busy }))

/** Searches of the city for each check-in of a house, in their order. */
export function searches({ from, days }: SeededHouse): Uint8Array[] {
  return Array.from({ length: days - DAYS_BEFORE - NIGHTS }, (_, index) => {
    const checkin = addDays(from, DAYS_BEFORE + index)
    const checkout = addDays(checkin, NIGHTS)
    return ask(`/v1/hotels?city=${CITY}&checkin=${checkin}&checkout=${checkout}`)
  })
}

/** How long a server takes that has not been asked before, in words. */
async function firstSearches(servers: readonly Server[], request: Uint8Array): Promise<string> {
  const texts: string[] = []
  for (const server of servers) {
    const startMs = performance.now()
    await withConnections(server, 1, async ([connection]) =>
      expectOk(await connection!.send(request)),
    )
    texts.push(`${server.name} ${(performance.now() - startMs).toFixed(0)} ms`)
  }
  return texts.join(', ')
}
