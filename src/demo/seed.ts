import slugify from '@sindresorhus/slugify'
import { dateIn } from '../domain/kernel/date.ts'
import type { Deps } from '../service/deps.ts'
import { upsertRoomList } from '../store/bookings/room-lists.ts'
import { insertAgreementTexts } from '../store/catalog/agreements.ts'
import {
  findHotelId,
  hasHotels,
  insertBoards,
  insertCity,
  insertHotel,
  insertRoomType,
} from '../store/catalog/catalog.ts'
import { findCity } from '../store/catalog/catalog-edits.ts'
import { writeChange } from '../store/days/history.ts'
import { insertRateHistory } from '../store/days/rate-history.ts'
import type { Tx } from '../store/engine/engine.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import { upsertRateDays } from '../store/rates/rate-days.ts'
import { noteRatesUsed, upsertRate } from '../store/rates/rates.ts'
import { BOARDS, CITIES, DEMO } from './catalog.ts'
import { DEMO_DAYS, type DemoRoomType, demoDays } from './days.ts'
import { hotelPage } from './hotel-page.ts'
import { hotelTexts } from './hotel-story.ts'
import { hotelsAbroad } from './hotels-abroad.ts'
import { hotelsEurope } from './hotels-europe.ts'
import { hotelsTurkey } from './hotels-turkey.ts'
import { demoRateDays, demoRates, type RateBasis } from './rates.ts'
import { demoRoomList } from './room-list.ts'
import { ROOMS } from './rooms.ts'

type DemoCity = (typeof CITIES)[number]
type DemoHotel = DemoCity['hotels'][number]

/**
 * Fills an empty database with the demo, one hotel a transaction, because no transaction may take long. Hotels that are
 * already there are skipped, so a start after an interrupted one completes the demo.
 *
 * @throws Error one clear line if the database holds other hotels
 */
export async function seedDemo(deps: Deps): Promise<void> {
  const { store } = deps
  const begunAt = await findMeta(store, 'demo_seeded_at')
  if (!begunAt && (await hasHotels(store)))
    throw new Error(
      'this database holds hotels that are not the demo; give the demo an empty DATA_DIR or DATABASE_URL',
    )
  const atMs = begunAt ? Number(begunAt) : deps.nowMs()
  if (!begunAt)
    await store.tx(async (tx) => {
      await insertBoards(tx, BOARDS)
      await writeMeta(tx, 'demo_seeded_at', String(atMs))
      await writeMeta(tx, 'demo_agencies', 'due')
    })
  for (const city of CITIES)
    for (const [index, hotel] of city.hotels.entries())
      if ((await findHotelId(store, slugify(hotel.name))) === undefined)
        await store.tx((tx) => seedHotel(tx, atMs, { city, hotel, index }))
}

/** The slugs of the two hotels with a key: Alfa, whose key is printed first, and Bravo next door. */
export const demoSlugs = {
  alfa: slugify(CITIES[0]!.hotels[0]!.name),
  bravo: slugify(CITIES[1]!.hotels[0]!.name),
}

/**
 * Rooms that those two hotels sell beyond their number, so that a newcomer's push of 0 to 100 rooms is stored as it is
 * sent, with the rooms that the demo itself has sold (contract-counts, the cap). A hotel of its own size has none.
 */
export const DEMO_OVERBOOKING = 150
/** Their room types that others sell, with closed and sold-out nights; the demo's own bookings sell all others. */
const SOLD_ELSEWHERE = ['SUI', 'TRP']

/** A room type of the catalogue in a hotel, with the facts for its days. */
type HotelRoom = { room: (typeof ROOMS)[number]; made: DemoRoomType }

const STORIES = { ...hotelsTurkey, ...hotelsEurope, ...hotelsAbroad }

type Place = { city: DemoCity; hotel: DemoHotel; index: number }

async function seedHotel(tx: Tx, atMs: number, { city, hotel, index }: Place) {
  const slug = slugify(hotel.name)
  const cityId = (await findCity(tx, city.city.slug))?.id ?? (await insertCity(tx, city.city))
  const story = STORIES[slug]!
  const basis = { slug, city: city.city.slug, country: city.city.country, ...hotel }
  const { page, texts } = hotelPage(basis, story, index)
  const hotelId = await insertHotel(tx, {
    cityId,
    slug,
    ...{ name: hotel.name, stars: hotel.stars, address: hotel.street },
    ...{ currency: city.currency, timezone: city.timezone, taxes: city.taxes },
    mailLanguage: city.city.country === 'TR' ? 'tr' : 'en',
    lat: degrees(city.lat + (index - 1.5) * 0.011),
    lng: degrees(city.lng + (index - 1.5) * 0.017),
    checkinTime: '14:00',
    checkoutTime: '12:00',
    restoreOnCancel: true,
    active: true,
    createdAtMs: atMs,
    ...hotelTexts(story, { city: city.city.slug, slug, index }),
    ...page,
  })
  await insertAgreementTexts(tx, hotelId, texts)
  const rooms = roomsOf({ city, hotel, index })
  const boards = hotel.stars === 3 ? ['RO', 'BB'] : ['BB', 'HB', 'FB']
  const rated: RateBasis = {
    roomCodes: rooms.map(({ made }) => made.roomCode).toSorted(),
    basePriceCents: rooms[0]!.made.basePriceCents,
    hasHalfBoard: boards.includes('HB'),
    hasKey: Object.values(demoSlugs).includes(slug),
    stars: hotel.stars,
  }
  for (const rate of demoRates(rated)) await upsertRate(tx, hotelId, rate)
  await noteRatesUsed(tx, hotelId)
  const items = demoRoomList(rooms.map(({ room }) => room))
  await upsertRoomList(tx, hotelId, { revision: 1, items })
  const today = dateIn(city.timezone, atMs)
  for (const each of rooms) {
    await insertRoom(tx, { hotelId, boards, ...each, ...rated })
    const days = demoDays(each.made, today)
    const head = { hotelId, actor: DEMO, pushId: null, atMs }
    const changeSeq = await writeChange(tx, head, days)
    const rateDays = demoRateDays(rated, each.made, days.slice(-DEMO_DAYS))
    await upsertRateDays(tx, { hotelId, changeSeq }, rateDays)
    await insertRateHistory(tx, { hotelId, changeSeq }, rateDays)
  }
}

/** Inserts a room type. A board's supplement is per room, or per guest in five-star hotels without a key. */
async function insertRoom(
  tx: Tx,
  {
    hotelId,
    boards,
    room: { rooms, percent, ...shown },
    made: { totalRooms, basePriceCents },
    hasKey,
    stars,
  }: HotelRoom & RateBasis & { hotelId: number; boards: string[] },
): Promise<void> {
  const isPerGuest = stars === 5 && !hasKey
  const supplementCents = Math.round(basePriceCents * (isPerGuest ? 0.09 : 0.18))
  await insertRoomType(tx, hotelId, {
    ...{ ...shown, totalRooms, basePriceCents, boards },
    overbookingRooms: hasKey ? DEMO_OVERBOOKING : 0,
    maxOccupancy: shown.maxAdults + shown.maxChildren,
    active: true,
    supplementsCents: Object.fromEntries(
      boards.map((code, position) => [code, supplementCents * position]),
    ),
    perGuest: isPerGuest ? boards.slice(1) : [],
  })
}

/** Returns the room types of a hotel; more stars mean more types. */
export function roomsOf({ city, hotel, index }: Place): HotelRoom[] {
  const hotelSlug = slugify(hotel.name)
  const hasKey = Object.values(demoSlugs).includes(hotelSlug)
  const count = { 3: 4 + (index % 2), 4: 6 + (index % 2), 5: 9 + (index % 2) }[hotel.stars] ?? 4
  return ROOMS.slice(0, count).map((room) => ({
    room,
    made: {
      hotelSlug,
      roomCode: room.roomCode,
      totalRooms: room.rooms,
      basePriceCents: Math.round((city.priceCents * room.percent * (hotel.stars - 1)) / 200),
      peakMonth: city.peakMonth,
      isSoldHere: hasKey && !SOLD_ELSEWHERE.includes(room.roomCode),
    },
  }))
}

/** Rounds degrees to four decimals, about ten metres. */
const degrees = (value: number) => Math.round(value * 10_000) / 10_000
