/**
 * Seeds a large house through the service's own migrations and tables:
 *
 *   bun run bench-seed <folder> [--hotels 2000] [--days 360] [--bookings 200000] [--keys 250]
 *
 * With `--keys` every hotel has four rates, and so many hotels have a key in `keys.json`, for `minute.ts`.
 *
 * Nothing in it is wrong to `roomwire doctor`. Five room types a hotel; 500 hotels in one city, however many there are elsewhere. The bench keeps what it seeded
 * in the system's folder for temporary files until parameters, tables or month change.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  addDays,
  type CalendarDate,
  dateIn,
  datesBetween,
  instantText,
} from '../../src/domain/kernel/date.ts'
import { createApiKey } from '../../src/service/accounts/api-keys.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import { writeMeta } from '../../src/store/engine/meta.ts'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { openStore } from '../../src/store/open.ts'
import { CITY_HOTELS, fillBookings, fillCatalog, fillDays } from './seed-fill.ts'
import { fillHistory } from './seed-history.ts'
import { fillRates } from './seed-rates.ts'
import { fillWords } from './seed-words.ts'

/**
 * How large a house is. `hotels` is a multiple of the 500 of the city; `past`: bookings have revisions, history and
 * events, which no row of the bench reads, and which make a house with two million bookings 4 GB larger.
 */
export type House = { hotels: number; days: number; bookings: number; past?: boolean }

/** A seeded house, and what is asked of it. */
export type SeededHouse = House & {
  /** The first stored day, the first of a month: so a house is good for the month. */
  from: CalendarDate
  /** The hotel with five times the bookings of others, and its key. */
  busy: { id: number; key: string }
}

/** 2,000 hotels, 10,000 room types, 3.6 million days (issue 3). */
export const LARGE: House = { hotels: 4 * CITY_HOTELS, days: 360, bookings: 200_000 }

/** As many hotels with the two million bookings of some four years (issue 12); fewer for a quick look. */
export const hugeHouse = ({ isQuick }: { isQuick: boolean }): House => ({
  hotels: LARGE.hotels,
  days: 92,
  bookings: isQuick ? 100_000 : 2_000_000,
})

const busyHotel = ({ hotels }: House) => 1 + hotels / 2
const REQUESTS_PER_MINUTE = 1_000_000_000
const ABOUT = 'house.json'

/** Seeds a house into a new folder. */
export async function seedHouse(folder: string, house: House): Promise<void> {
  if (house.hotels % CITY_HOTELS !== 0)
    throw new Error(`the number of hotels must be a multiple of ${CITY_HOTELS}`)
  const store = await openStore(join(folder, 'roomwire.db'))
  const world = realDeps()
  const from = monthOf(world.nowMs())
  await fillCatalog(store, house.hotels, world.nowMs())
  await fillDays(store, house.hotels, datesBetween(from, addDays(from, house.days - 1)))
  await fillBookings(store, { ...house, from, busyHotel: busyHotel(house), nowMs: world.nowMs() })
  if (house.past) await fillHistory(store, world.nowMs())
  await fillWords(store)
  // It has no erased guests: the service would look for copies of guests while it is measured.
  const cleared = instantText(world.nowMs())
  await store.tx((tx) => writeMeta(tx, 'guest_strays_cleared', cleared))
  const hotel = { hotelId: busyHotel(house), name: 'bench', requestsPerMinute: REQUESTS_PER_MINUTE }
  const { secret } = await createApiKey({ store, brand: 'service', ...world }, hotel)
  await store.close()
  const about: SeededHouse = { ...house, from, busy: { id: busyHotel(house), key: secret } }
  await Bun.write(join(folder, ABOUT), JSON.stringify(about))
}

/** Gives every hotel rates, and hotels that lie evenly among them a key. */
async function giveRatesAndKeys(folder: string, { hotels }: House, count: number): Promise<void> {
  const store = await openStore(join(folder, 'roomwire.db'))
  await fillRates(store, { more: true })
  const keys: { id: number; key: string }[] = []
  for (let at = 0; at < count; at++) {
    const id = 1 + Math.floor((at * hotels) / count)
    const asked = { hotelId: id, name: 'bench', requestsPerMinute: REQUESTS_PER_MINUTE }
    const { secret } = await createApiKey({ store, brand: 'service', ...realDeps() }, asked)
    keys.push({ id, key: secret })
  }
  await store.close()
  await Bun.write(join(folder, 'keys.json'), JSON.stringify(keys))
}

/** A house from the cache, seeded when it is not there. */
export async function keptHouse(house: House): Promise<{ folder: string; about: SeededHouse }> {
  const kind = `roomwire-seed-${house.hotels}x${house.days}-${house.bookings}-`
  const folder = join(tmpdir(), kind + hashOf(house))
  if (!existsSync(folder)) {
    // Those of other months and tables are of no more use, and large.
    for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(kind)))
      rmSync(join(tmpdir(), name), { recursive: true })
    console.log(`seeding ${house.hotels} hotels with ${house.days} days …`)
    const making = mkdtempSync(join(tmpdir(), 'roomwire-seeding-'))
    await seedHouse(making, house)
    renameSync(making, folder)
  }
  return { folder, about: JSON.parse(readFileSync(join(folder, ABOUT), 'utf8')) }
}

/** Copies of a kept house for the time of a bench: a contender that writes has one of its own. */
export async function houseCopies(house: House) {
  const { folder, about } = await keptHouse(house)
  const parent = mkdtempSync(join(tmpdir(), 'roomwire-bench-'))
  let copies = 0
  return {
    about,
    copy() {
      const copy = join(parent, `copy-${++copies}`)
      cpSync(folder, copy, { recursive: true })
      return copy
    },
    remove: () => rmSync(parent, { recursive: true, force: true }),
  }
}

/** Changes with everything that decides what a house is: parameters, month, tables and the code that fills them. */
function hashOf(house: House): string {
  const code = ['seed-large.ts', 'seed-fill.ts', 'seed-words.ts', 'seed-bulk.ts'].map((name) =>
    readFileSync(join(import.meta.dir, name), 'utf8'),
  )
  const parts = [house, monthOf(Date.now()), readMigrations('sqlite'), code]
  return Bun.hash(JSON.stringify(parts)).toString(36)
}

const monthOf = (nowMs: number) => `${dateIn('UTC', nowMs).slice(0, 8)}01` as CalendarDate

if (import.meta.main) {
  const number = { type: 'string' as const }
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { hotels: number, days: number, bookings: number, keys: number },
  })
  const [folder] = positionals
  if (!folder) throw new Error(`usage: bun ${basename(import.meta.path)} <folder> [--hotels 2000]`)
  const { keys, ...sizes } = Object.fromEntries(
    Object.entries(values).map(([name, n]) => [name, Number(n)]),
  )
  const startMs = performance.now()
  const house = { ...LARGE, past: true, ...sizes }
  await seedHouse(resolve(folder), house)
  if (keys) await giveRatesAndKeys(resolve(folder), house, keys)
  console.log(
    `seeded ${resolve(folder)} in ${((performance.now() - startMs) / 1_000).toFixed(1)} s`,
  )
}
