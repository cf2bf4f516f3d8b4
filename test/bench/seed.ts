import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, type CalendarDate, dateIn, datesBetween } from '../../src/domain/kernel/date.ts'
import { createApiKey } from '../../src/service/accounts/api-keys.ts'
import type { Deps } from '../../src/service/deps.ts'
import { realDeps } from '../../src/service/real-deps.ts'
import {
  insertBoards,
  insertCity,
  insertHotel,
  insertRoomType,
} from '../../src/store/catalog/catalog.ts'
import { writeChange } from '../../src/store/days/history.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { openStore } from '../../src/store/open.ts'
import { hotelRow } from '../support/catalog.ts'

const TIME_ZONE = 'Europe/Istanbul'
/** Requests a minute of the bench's keys: the limiter works as always and never says no. */
const REQUESTS_PER_MINUTE = 1_000_000_000

/** A seeded hotel: its room types by code ascending, its stored days, its key. */
export type SeededHotel = { id: number; key: string; roomCodes: string[]; dates: CalendarDate[] }

/** How large each hotel of a seed is. */
export type HotelSize = { rooms: number; days: number }

/** A data folder made by the service's own code; every contender works on a copy of it. */
export type Seed = {
  hotels: SeededHotel[]
  /** A fresh copy of the folder. */
  copy: () => string
  remove: () => void
}

/** Seeds hotels of these sizes, all their days open and stored from today on, each with the history of its first push. */
export async function seed(sizes: readonly HotelSize[]): Promise<Seed> {
  const parent = mkdtempSync(join(tmpdir(), 'roomwire-bench-'))
  const template = join(parent, 'template')
  const store = await openStore(join(template, 'roomwire.db'))
  const deps: Deps = { store, brand: 'service', ...realDeps() }
  const ids = await store.tx(async (tx) => {
    await insertBoards(tx, [{ code: 'RO', name: 'Room only' }])
    const cityId = await insertCity(tx, { slug: 'bench', name: 'Bench', country: 'TR' })
    const made: number[] = []
    for (const [index, size] of sizes.entries())
      made.push(await seedHotel(tx, { cityId, slug: `hotel-${index}`, nowMs: deps.nowMs() }, size))
    return made
  })
  const hotels: SeededHotel[] = []
  for (const [index, id] of ids.entries()) {
    const partner = await partnerOf(deps, id)
    const size = sizes[index]!
    hotels.push({ ...partner, roomCodes: roomCodes(size), dates: dates(size, deps.nowMs()) })
  }
  await store.close()
  let copies = 0
  return {
    hotels,
    copy() {
      const folder = join(parent, `copy-${++copies}`)
      cpSync(template, folder, { recursive: true })
      return folder
    },
    remove: () => rmSync(parent, { recursive: true, force: true }),
  }
}

/** Writes into a folder that nobody serves, with the service's own code. */
export async function inFolder<T>(folder: string, body: (deps: Deps) => Promise<T>): Promise<T> {
  const store = await openStore(join(folder, 'roomwire.db'))
  try {
    return await body({ store, brand: 'service', ...realDeps() })
  } finally {
    await store.close()
  }
}

/** Makes a key of a hotel that no limit holds up. @returns the hotel as its partner */
export async function partnerOf(
  deps: Deps,
  hotelId: number,
  requestsPerMinute = REQUESTS_PER_MINUTE,
): Promise<Pick<SeededHotel, 'id' | 'key'>> {
  const { secret } = await createApiKey(deps, { hotelId, name: 'bench', requestsPerMinute })
  return { id: hotelId, key: secret }
}

const roomCodes = ({ rooms }: HotelSize) =>
  Array.from({ length: rooms }, (_, room) => `ROOM-${String(room).padStart(2, '0')}`)

function dates({ days }: HotelSize, nowMs: number): CalendarDate[] {
  const today = dateIn(TIME_ZONE, nowMs)
  return datesBetween(today, addDays(today, days - 1))
}

async function seedHotel(
  tx: Tx,
  { cityId, slug, nowMs }: { cityId: number; slug: string; nowMs: number },
  size: HotelSize,
): Promise<number> {
  const hotelId = await insertHotel(tx, hotelRow({ cityId, slug, createdAtMs: nowMs }))
  for (const roomCode of roomCodes(size))
    await insertRoomType(tx, hotelId, {
      roomCode,
      name: roomCode,
      description: '',
      totalRooms: 200,
      overbookingRooms: 0,
      basePriceCents: 10_000,
      maxAdults: 2,
      maxChildren: 1,
      maxOccupancy: 3,
      boards: ['RO'],
      supplementsCents: {},
      active: true,
    })
  const after = { available: 1, priceCents: 9_900, closed: false, shortfall: 0 }
  const days = roomCodes(size).flatMap((roomCode) =>
    dates(size, nowMs).map((date) => ({ roomCode, date, before: null, after })),
  )
  const actor = { type: 'system' as const, id: 'bench' }
  await writeChange(tx, { hotelId, actor, pushId: null, atMs: nowMs }, days)
  return hotelId
}
