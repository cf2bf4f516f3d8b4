import { createPackPass } from '../../src/service/days/pack-days.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { expectOk, withConnections } from './load.ts'
import { searches } from './row-search.ts'
import type { Plan } from './rows.ts'
import { inFolder } from './seed.ts'
import { cityHotels } from './seed-fill.ts'
import { type House, houseCopies } from './seed-large.ts'
import { fillManyRates } from './seed-rates.ts'
import { cpuMs, type Server, startOurs } from './servers.ts'
import type { Figure, Line, Target } from './stats.ts'

/** Half a year of days; hotels enough for the seed's busy one. */
const HOUSE: House = { hotels: 1_000, days: 184, bookings: 0 }
/** Days between stays of which each reads another block of days. */
const APART = 8
/** How long after its start the service is asked whose warm-up may come to its end: it takes some tenths of a second. */
const LATER_MS = 2_000

/**
 * Searches of the city of 500 hotels with 4 or 50 rates after a start, of which the pass of the service has packed all
 * days, beside the same days not packed: the first search at once, one for every 8 days of the calendar, and the first
 * search of another start, some time after it, of days that nobody has read. Their unit is the processor time of the
 * service, for they cannot be asked for twice.
 */
export async function searchWarm({ rounds, note }: Plan): Promise<Line[]> {
  const { about, copy, remove } = await houseCopies(HOUSE)
  try {
    const [packed, rows] = [copy(), copy()]
    for (const folder of [packed, rows])
      await inFolder(folder, ({ store }) => fillManyRates(store, cityHotels(HOUSE.hotels)))
    await inFolder(packed, (deps) => createPackPass(0)(deps, new AbortController().signal))
    const calendar = searches(about).filter((_, index) => index % APART === 0)
    const first: Figure[][] = [[], []]
    const all: Figure[][] = [[], []]
    const later: Figure[][] = [[], []]
    for (let round = 0; round < rounds; round++)
      for (const [index, folder] of [packed, rows].entries()) {
        // What the server has packed behind its last start.
        if (folder === rows) await inFolder(rows, ({ store }) => store.tx(forgetPacked))
        const { startMs, calendarMs } = await coldOf(folder, calendar)
        first[index]!.push({ value: startMs })
        all[index]!.push({ value: calendarMs })
        if (folder === rows) await inFolder(rows, ({ store }) => store.tx(forgetPacked))
        later[index]!.push({ value: await laterOf(folder, calendar.at(-1)!) })
      }
    note(
      `search-warm: the calendar is ${calendar.length} searches, the first of them counted apart`,
    )
    const line = (what: string, [ours, theirs]: Figure[][], target?: Target): Line => {
      const against = { unit: 'CPU ms', against: 'days not packed' }
      return { what, ...against, ours: ours!, theirs: theirs!, ...(target && { target }) }
    }
    return [
      line('first search at once after a start', first),
      line('first search 2 s after a start', later, { most: 50 }),
      line('whole calendar after a start', all, { bound: '≤', ratio: 0.25 }),
    ]
  } finally {
    remove()
  }
}

const forgetPacked = async ({ t, db }: Tx) => void (await db.delete(t.packedHotel))

/** The processor time of the first search of a server, and of all others. */
async function coldOf(folder: string, [first, ...others]: Uint8Array[]) {
  // The server packs days behind its start, as it would: a search is faster than that.
  const server = await startOurs(folder)
  try {
    const startMs = await busyOf(server, [first!])
    return { startMs, calendarMs: await busyOf(server, others) }
  } finally {
    await server.stop()
  }
}

/** The processor time of the first search of a server whose warm-up has ended. */
async function laterOf(folder: string, request: Uint8Array): Promise<number> {
  const server = await startOurs(folder)
  try {
    await Bun.sleep(LATER_MS)
    return await busyOf(server, [request])
  } finally {
    await server.stop()
  }
}

const busyOf = (server: Server, requests: readonly Uint8Array[]): Promise<number> =>
  withConnections(server, 1, async ([connection]) => {
    const before = cpuMs(server.pid)!
    for (const request of requests) expectOk(await connection!.send(request))
    return cpuMs(server.pid)! - before
  })
