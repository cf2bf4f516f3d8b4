import { and, asc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm'
import type { BookingStatus } from '../../../domain/bookings/booking.ts'
import { liveNights } from '../../../domain/days/unseen.ts'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../../domain/kernel/night.ts'
import { webNightsOf } from '../../../domain/strangers/web-nights.ts'
import type { Handle } from '../../engine/engine.ts'
import { hotelsOf, madeAfter, type NamedHotel, ofMaking } from './hotels.ts'
import { confirm, type Invariant, type Look, slicesOf } from './invariant.ts'

/** The rooms of a night that bookings take, and the strangers' share of them, are those of its day (contract-counts). */
export const SOLD: Invariant = {
  holds: 'rooms sold of each night, and the share of strangers in them, are as the bookings say',
  find: (look) => confirm(look, findSuspects(look), explain),
}

/** Rooms of a night: those of live bookings, and the two shares of strangers. */
type Rooms = Record<(typeof KINDS)[number], number>
type Night = { hotel: NamedHotel; roomCode: string; date: CalendarDate }

const KINDS = ['live', 'unproven', 'heldByStrangers'] as const
const NONE: Rooms = { live: 0, unproven: 0, heldByStrangers: 0 }
const LIVE: BookingStatus[] = ['pending', 'confirmed', 'no_show']
const WORDS: Record<keyof Rooms, string> = {
  live: 'rooms sold',
  unproven: 'rooms of unproven guests',
  heldByStrangers: 'rooms held by strangers',
}

async function* findSuspects(look: Look): AsyncGenerator<Night> {
  for await (const hotel of hotelsOf(look)) {
    const sums = await sumNights(look, hotel.id)
    for await (const rows of daysOf(look, hotel.id))
      for (const { roomCode, date, ...rooms } of rows) {
        const name = nameOf(roomCode, date)
        if (!isSame(rooms, sums.get(name) ?? NONE)) yield { hotel, roomCode, date }
        sums.delete(name)
      }
    // Nights that have no day.
    for (const name of sums.keys()) {
      const [date, roomCode] = name.split(' ') as [CalendarDate, string]
      yield { hotel, roomCode, date }
    }
  }
}

/** Adds up the rooms of a hotel's live bookings by night: as many entries as nights with a guest. */
async function sumNights(look: Look, hotelId: number): Promise<Map<string, Rooms>> {
  const sums = new Map<string, Rooms>()
  const slices = slicesOf<StayRow>(look, (handle, after, limit) =>
    handle.db
      .select(stayColumns(handle))
      .from(handle.t.booking)
      .where(and(madeAfter(handle, hotelId, after), inArray(handle.t.booking.status, LIVE)))
      .orderBy(...ofMaking(handle))
      .limit(limit),
  )
  for await (const rows of slices) for (const row of rows) addStay(sums, row)
  return sums
}

function addStay(sums: Map<string, Rooms>, stay: StayRow): void {
  const add = (date: CalendarDate, kind: keyof Rooms) => {
    const name = nameOf(stay.roomCode, date)
    const rooms = sums.get(name) ?? { ...NONE }
    rooms[kind] += stay.rooms
    sums.set(name, rooms)
  }
  for (const date of liveNights(stay)) add(date, 'live')
  const web = webNightsOf(stay)
  for (const date of web?.dates ?? []) add(date, web!.as)
}

const stayColumns = ({ t: { booking } }: Handle) => {
  const { id, createdAtMs, code, status, proof, roomCode, rooms, checkin, checkout } = booking
  return { id, createdAtMs, code, status, proof, roomCode, rooms, checkin, checkout }
}

type StayRow = Pick<Handle['t']['booking']['$inferSelect'], keyof ReturnType<typeof stayColumns>>

const daysOf = (look: Look, hotelId: number) =>
  slicesOf<DayRow>(look, ({ t: { day }, db }, after, limit) =>
    db
      .select({ roomCode: day.roomCode, date: day.date, ...roomColumns(day) })
      .from(day)
      .where(
        and(
          eq(day.hotelId, hotelId),
          after && sql`(${day.roomCode}, ${day.date}) > (${after.roomCode}, ${after.date})`,
        ),
      )
      .orderBy(asc(day.roomCode), asc(day.date))
      .limit(limit),
  )

const roomColumns = ({ live, unproven, heldByStrangers }: Handle['t']['day']) => ({
  ...{ live, unproven, heldByStrangers },
})

type DayRow = Rooms & { roomCode: string; date: CalendarDate }

async function explain(handle: Handle, night: Night): Promise<string | undefined> {
  const { hotel, roomCode, date } = night
  const { day } = handle.t
  const [kept] = await handle.db
    .select(roomColumns(day))
    .from(day)
    .where(and(eq(day.hotelId, hotel.id), eq(day.roomCode, roomCode), eq(day.date, date)))
  const stays = await listStays(handle, night)
  const sums = new Map<string, Rooms>()
  for (const stay of stays) addStay(sums, stay)
  const sum = sums.get(nameOf(roomCode, date)) ?? NONE
  const wrong = KINDS.filter((kind) => (kept ?? NONE)[kind] !== sum[kind])
  if (wrong.length === 0) return undefined
  const place = `${hotel.slug} ${roomCode} ${date}`
  const figures = wrong.map(
    (kind) => `${(kept ?? NONE)[kind]} ${WORDS[kind]} by the day and ${sum[kind]} by bookings`,
  )
  const codes = stays.filter((stay) => liveNights(stay).includes(date)).map(({ code }) => code)
  return `${place}: ${kept ? '' : 'no day, '}${figures.join(', ')}${listOf(codes)}`
}

/** Lists the live bookings that have a night between their ends. */
async function listStays(handle: Handle, { hotel, roomCode, date }: Night): Promise<StayRow[]> {
  const { booking } = handle.t
  return await handle.db
    .select(stayColumns(handle))
    .from(booking)
    .where(
      and(
        eq(booking.hotelId, hotel.id),
        // Bounds the index; no stay is longer.
        gte(booking.checkin, addDays(date, -NIGHTS_MAX)),
        lte(booking.checkin, date),
        gt(booking.checkout, date),
        eq(booking.roomCode, roomCode),
        inArray(booking.status, LIVE),
      ),
    )
    .orderBy(asc(booking.id))
}

const NAMED_MAX = 10
const listOf = (codes: readonly string[]) =>
  codes.length === 0
    ? ''
    : ` (${codes.slice(0, NAMED_MAX).join(', ')}${codes.length > NAMED_MAX ? ' …' : ''})`

const nameOf = (roomCode: string, date: CalendarDate) => `${date} ${roomCode}`
const isSame = (a: Rooms, b: Rooms) => KINDS.every((kind) => a[kind] === b[kind])
