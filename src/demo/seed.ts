import slugify from '@sindresorhus/slugify'
import { dateIn } from '../domain/date.ts'
import type { Deps } from '../service/deps.ts'
import { upsertDays } from '../store/availability.ts'
import {
  hasHotels,
  insertBoards,
  insertCity,
  insertHotel,
  insertRoomType,
} from '../store/catalog.ts'
import { insertHistory } from '../store/history.ts'
import { findMeta, writeMeta } from '../store/meta.ts'
import type { Tx } from '../store/open.ts'
import { BOARDS, CITIES, ROOMS } from './catalog.ts'
import { type DemoRoomType, demoDays } from './days.ts'

type DemoCity = (typeof CITIES)[number]
type DemoHotel = DemoCity['hotels'][number]

/**
 * Fills an empty database with the demo, in one transaction; leaves it alone when it holds the demo already.
 *
 * @throws Error one clear line when it holds something else
 */
export async function seedDemo(deps: Deps): Promise<void> {
  if (await findMeta(deps.store, 'demo_seeded_at')) return
  if (await hasHotels(deps.store))
    throw new Error(
      'this data folder holds hotels that are not the demo; give the demo an empty DATA_DIR',
    )
  await deps.store.tx(async (tx) => {
    await insertBoards(tx, BOARDS)
    for (const city of CITIES) {
      const cityId = await insertCity(tx, city.city)
      for (const [index, hotel] of city.hotels.entries())
        await seedHotel(tx, deps, { cityId, city, hotel, index })
    }
    await writeMeta(tx, 'demo_seeded_at', String(deps.nowMs()))
  })
}

/** The demo's hotels begin with these two: Alfa, whose key is printed, and Bravo next door. */
export const demoSlugs = {
  alfa: slugify(CITIES[0]!.hotels[0]!.name),
  bravo: slugify(CITIES[1]!.hotels[0]!.name),
}

/** The room type of those two hotels that always has rooms left for the demo's own bookings, on whatever day it starts. */
const STEADY_ROOM = 'DBL'
/** More than that many of the demo's bookings never fall on one night. */
const STEADY_LEFT = 4

/** A room type of the catalogue in a hotel, and what its days are made from. */
type HotelRoom = { room: (typeof ROOMS)[number]; made: DemoRoomType }

type Place = { cityId: number; city: DemoCity; hotel: DemoHotel; index: number }

async function seedHotel(tx: Tx, { nowMs }: Deps, { cityId, city, hotel, index }: Place) {
  const slug = slugify(hotel.name)
  const hotelId = await insertHotel(tx, {
    cityId,
    slug,
    name: hotel.name,
    currency: city.currency,
    timezone: city.timezone,
    stars: hotel.stars,
    address: hotel.street,
    lat: degrees(city.lat + (index - 1.5) * 0.011),
    lng: degrees(city.lng + (index - 1.5) * 0.017),
    checkinTime: '14:00',
    checkoutTime: '12:00',
    restoreOnCancel: true,
    active: true,
    createdAtMs: nowMs(),
  })
  const today = dateIn(city.timezone, nowMs())
  for (const { room, made } of roomsOf({ city, hotel, index })) {
    const { roomCode, totalRooms, basePriceCents } = made
    const boards = hotel.stars === 3 ? ['RO', 'BB'] : ['BB', 'HB', 'FB']
    await insertRoomType(tx, hotelId, {
      roomCode,
      name: room.name,
      description: room.description,
      totalRooms,
      maxAdults: room.adults,
      maxChildren: room.children,
      maxOccupancy: room.adults + room.children,
      basePriceCents,
      active: true,
      boards,
      supplementsCents: Object.fromEntries(
        boards.map((code, position) => [code, Math.round(basePriceCents * 0.18) * position]),
      ),
    })
    const days = demoDays(made, today)
    await upsertDays(tx, hotelId, days)
    const actor = { type: 'system' as const, id: 'demo' }
    await insertHistory(tx, { hotelId, actor, pushId: null, atMs: nowMs() }, days)
  }
}

/** The room types of a hotel: the more stars, the more of them. */
export function roomsOf({ city, hotel, index }: Omit<Place, 'cityId'>): HotelRoom[] {
  const hotelSlug = slugify(hotel.name)
  const isBooked = Object.values(demoSlugs).includes(hotelSlug)
  const count = { 3: 4 + (index % 2), 4: 6 + (index % 2), 5: 9 + (index % 2) }[hotel.stars] ?? 4
  return ROOMS.slice(0, count).map((room) => ({
    room,
    made: {
      hotelSlug,
      roomCode: room.roomCode,
      totalRooms: room.rooms,
      basePriceCents: Math.round((city.priceCents * room.percent * (hotel.stars - 1)) / 200),
      peakMonth: city.peakMonth,
      leastLeft: isBooked && room.roomCode === STEADY_ROOM ? STEADY_LEFT : 0,
    },
  }))
}

/** Four decimals: some ten metres. */
const degrees = (value: number) => Math.round(value * 10_000) / 10_000
