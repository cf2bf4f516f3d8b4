import { eq } from 'drizzle-orm'
import { proveByHotel } from '../../src/service/bookings/prove.ts'
import { addDay, book, sell } from './bookings.ts'
import type { Answer } from './matchers.ts'
import { type Settings, startService, type TestService } from './service.ts'

/** A hotel of 60 rooms (40 of one type, 20 of another) with limits on strangers' bookings. */
export async function startBounded({
  rooms = [
    { roomCode: 'DBL', totalRooms: 40 },
    { roomCode: 'SGL', totalRooms: 20 },
  ],
  isMailing = false,
  ...settings
}: Settings & { isMailing?: boolean } = {}): Promise<TestService> {
  const service = await startService({
    ...{ rooms, trustedProxies: 1, ...settings },
    world: { strangerLimits: 'all', isMailing, ...settings.world },
  })
  for (const { roomCode, totalRooms } of rooms)
    await sell(service, { roomCode, nights: 60, available: totalRooms ?? 20 })
  return service
}

/** Books as a stranger: each with a mailbox and an address of its own, unless they are said. */
export function strangers({ call }: Pick<TestService, 'call'>) {
  let number = 0
  return (
    more: Record<string, unknown> = {},
    { mailbox, from }: { mailbox?: string; from?: string } = {},
  ): Promise<Answer> => {
    number++
    const email = mailbox ?? `stranger-${number}@example.com`
    const address = from ?? `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
    return book(
      call,
      { adults: 1, guest: { firstName: 'A', lastName: 'B', email }, ...more },
      { 'x-forwarded-for': address },
    )
  }
}

/** Nights of April on which strangers of one test do not meet. */
export const nightsFrom = (day: number, nights: number) => ({
  checkin: addDay('2027-04-01', day),
  checkout: addDay('2027-04-01', day + nights),
})

/** Writes of Alfa what a test is about. */
export async function setWeb(
  { store, alfa }: TestService,
  rules: Partial<{
    webMaxRooms: number
    webMaxNights: number
    webProof: 'none' | 'share' | 'always'
    webBrakeLiftedUntilMs: number | null
    phone: string
  }>,
): Promise<void> {
  await store.tx(async (tx) => {
    const { hotel } = tx.t
    const [row] = await tx.db.select().from(hotel).where(eq(hotel.id, alfa.id))
    await tx.db
      .update(hotel)
      .set({ ...rules, revision: row!.revision + 1 })
      .where(eq(hotel.id, alfa.id))
    tx.topics.add(`hotel:${alfa.id}`)
  })
}

/** What of Alfa's nights is counted as strangers', by date: of a room type those that somebody sleeps on. */
export async function webNights({ store, alfa }: TestService, roomCode = 'DBL') {
  const { day } = store.t
  const rows = await store.db
    .select({
      date: day.date,
      roomCode: day.roomCode,
      unproven: day.unproven,
      held: day.heldByStrangers,
    })
    .from(day)
    .where(eq(day.hotelId, alfa.id))
  return rows
    .filter((row) => row.roomCode === roomCode && (row.unproven > 0 || row.held > 0))
    .map(({ date, unproven, held }) => ({ date: date as string, unproven, held }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** *Proven* at the desk. */
export const prove = ({ deps }: TestService, code: string) =>
  proveByHotel(deps, code, { type: 'user', id: 'a clerk' })
