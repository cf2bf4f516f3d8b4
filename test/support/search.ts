import type { Hotel } from '../../src/domain/catalog/catalog.ts'
import type { Day } from '../../src/domain/kernel/availability.ts'
import { addDays } from '../../src/domain/kernel/date.ts'
import { insertCity, insertHotel, insertRoomType } from '../../src/store/catalog/catalog.ts'
import { upsertDays } from '../../src/store/days/availability.ts'
import { hotelRow } from './catalog.ts'
import type { Answer } from './matchers.ts'
import { room, type TestRoom, type TestService } from './service.ts'
import { change, date } from './store.ts'

/** First night of the tests' stays. */
const NIGHT = '2027-04-01'
/** Two nights for two. */
export const STAY = `checkin=${NIGHT}&checkout=2027-04-03&adults=2`

/** A hotel of a search; `cityId` comes from `addCity`. */
export type SearchedHotel = Partial<Omit<Hotel, 'id' | 'city'>> & {
  cityId: number
  slug: string
  rooms?: TestRoom[]
}

/** Makes a city named as its slug unless said otherwise. @returns its id */
export async function addCity({ store }: TestService, slug: string, name = slug): Promise<number> {
  return await store.tx((tx) => insertCity(tx, { slug, name, country: 'TR' }))
}

/** Makes a hotel on sale with one room type DBL unless said otherwise. @returns its id */
export async function addHotel(
  { store, deps }: TestService,
  { rooms = [{ roomCode: 'DBL' }], ...given }: SearchedHotel,
): Promise<number> {
  return await store.tx(async (tx) => {
    const row = hotelRow({ stars: 3, createdAtMs: deps.nowMs(), ...given })
    const hotelId = await insertHotel(tx, row)
    for (const each of rooms) await insertRoomType(tx, hotelId, room(each))
    return hotelId
  })
}

/** Writes days of a room type, one after another from a date on; undefined is a day never pushed. */
export async function putDays(
  { store }: TestService,
  hotelId: number,
  roomCode: string,
  days: (Partial<Day> | undefined)[],
  from = NIGHT,
): Promise<void> {
  const changes = days.flatMap((day, index) =>
    day ? [change(roomCode, addDays(date(from), index), day)] : [],
  )
  await store.tx((tx) => upsertDays(tx, hotelId, changes))
}

/** Makes a hotel with days of its room type DBL at one price from `NIGHT` on. @returns its id */
export async function addPriced(
  service: TestService,
  hotel: SearchedHotel,
  priceCents: number,
  { nights = 4, available = 2 } = {},
): Promise<number> {
  const id = await addHotel(service, hotel)
  const days = Array.from({ length: nights }, () => ({ available, priceCents }))
  await putDays(service, id, hotel.rooms?.[0]?.roomCode ?? 'DBL', days)
  return id
}

/** Searches for hotels. @throws Error when that is refused */
export async function find({ call }: Pick<TestService, 'call'>, query: string): Promise<Answer> {
  const answer = await call('GET', `/v1/hotels?${query}`)
  if (answer.status !== 200) throw new Error(`the search was refused: ${answer.text}`)
  return answer
}

/** The slugs that a search finds, in order. */
export async function slugsOf(
  service: Pick<TestService, 'call'>,
  query: string,
): Promise<string[]> {
  return (await find(service, query)).body.items.map(({ slug }: { slug: string }) => slug)
}

/** The page of a hotel. */
export const hotelPage = (
  { call }: Pick<TestService, 'call'>,
  slug: string,
  query = '',
): Promise<Answer> => call('GET', `/v1/hotels/${slug}${query && `?${query}`}`)
