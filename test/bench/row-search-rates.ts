import { createPackPass } from '../../src/service/days/pack-days.ts'
import { measureReads, withHouse } from './house-servers.ts'
import { expectOk, sendAll, withConnections } from './load.ts'
import { pages } from './row-page.ts'
import { searches, times } from './row-search.ts'
import type { Plan } from './rows.ts'
import { inFolder } from './seed.ts'
import { CITY_HOTELS } from './seed-fill.ts'
import type { House, SeededHouse } from './seed-large.ts'
import { fillRates } from './seed-rates.ts'
import { type Server, startOurs } from './servers.ts'
import { alternate, type Figure, type Line } from './stats.ts'

/** Half a year of days; hotels enough for the seed's busy one. */
const HOUSE: House = { hotels: 3 * CITY_HOTELS, days: 184, bookings: 0 }
/** Days between stays of which no two lie in one block of days. */
const APART = 16
const PAGES = 500

/** What the hotels of a house have, and how many times as long as without rates it may take. */
const KINDS = [
  ['STD alone, with restrictions', { more: false }, 2],
  ['four rates', { more: true }, 2],
] as const

/** Searches of the city of 500 hotels for three nights where all have rates, beside the same hotels without. */
export const searchRates = (plan: Plan): Promise<Line[]> =>
  withKinds(async (servers, about) => {
    const all = searches(about)
    const first = await alternate(servers, 1, (server) => firstOf(server, all[0]!))
    plan.note(
      `search-rates: the first search after a start took ${first.map(([one]) => `${one!.value.toFixed(0)} ms`).join(', ')}`,
    )
    const cold = await firstSearches(servers, all)
    // All days are in memory, or the first to be measured would load them.
    for (const server of servers)
      await withConnections(server, 1, async ([connection]) => await sendAll(connection!, all))
    const warm = await measureReads(servers, plan, all)
    return [...linesOf('search, days not in memory', cold), ...linesOf('search', warm.map(times))]
  })

/** Pages of hotels for three nights where all have rates, beside the same hotels without. */
export const quoteRates = (plan: Plan): Promise<Line[]> =>
  withKinds(async (servers, about) =>
    linesOf('hotel page', (await measureReads(servers, plan, pages(about, PAGES))).map(times)),
  )

/** The service on a house without rates, and on one of each kind; the pass of the service has packed their days. */
const withKinds = (
  body: (servers: Server[], about: SeededHouse) => Promise<Line[]>,
): Promise<Line[]> =>
  withHouse(
    HOUSE,
    ({ servers, about }) => body(servers, about),
    [undefined, ...KINDS.map(([, rates]) => rates)].map((rates) => async (folder: string) => {
      await inFolder(folder, async (deps) => {
        if (rates) await fillRates(deps.store, rates)
        await createPackPass(0)(deps, new AbortController().signal)
      })
      return await startOurs(folder)
    }),
  )

function linesOf(what: string, [plain, ...rated]: Figure[][]): Line[] {
  return KINDS.map(([kind, , ratio], index) => ({
    what: `${what}, ${kind}`,
    unit: 'ms',
    against: 'no rates',
    ours: rated[index]!,
    theirs: plain!,
    target: { bound: '≤', ratio },
  }))
}

/** Searches of days that nobody asked for before, one after another. */
async function firstSearches(servers: readonly Server[], all: readonly Uint8Array[]) {
  const apart = all.filter((_, index) => index >= APART && index % APART === 0)
  return await alternate(servers, apart.length, (server, round) => firstOf(server, apart[round]!))
}

/** How long one search takes, in ms. */
const firstOf = (server: Server, request: Uint8Array): Promise<Figure> =>
  withConnections(server, 1, async ([connection]) => {
    const startMs = performance.now()
    expectOk(await connection!.send(request))
    return { value: performance.now() - startMs }
  })
