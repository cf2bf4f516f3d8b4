import { BRAKE_DAYS, MEAN_DAYS } from '../../../src/domain/strangers/strangers.ts'
import { expireHolds } from '../../../src/service/bookings/booking-passes.ts'
import { addDay, sell } from '../bookings.ts'
import { setWeb, strangers } from '../bounded.ts'
import { startService, type TestRoom, type TestService } from '../service.ts'
import { MEAN_DAY, type Setting } from './setting.ts'

const DAY_MS = 24 * 60 * 60_000
const ALL = { maxAdults: 9, maxOccupancy: 9 }
/** Nights that are on sale, from the first day on. */
const NIGHTS = 110
/** The week that the brake bounds, and the four before it. */
const HISTORY_DAYS = BRAKE_DAYS + MEAN_DAYS
/** What strangers usually book: two rooms for so many nights. */
const USUAL_NIGHTS = { 8: 2, 60: 3 } as const

/** Room types of a hotel; one of a single room, one that does not say how many it has. */
const ROOMS: Record<Setting['rooms'], (TestRoom & { available: number })[]> = {
  8: [
    { roomCode: 'DBL', totalRooms: 5, available: 5, ...ALL },
    { roomCode: 'STE', totalRooms: 1, available: 1, ...ALL },
    { roomCode: 'FAM', totalRooms: null, available: 2, ...ALL },
  ],
  60: [
    { roomCode: 'DBL', totalRooms: 40, available: 40, ...ALL },
    { roomCode: 'SGL', totalRooms: 15, available: 15, ...ALL },
    { roomCode: 'STE', totalRooms: 1, available: 1, ...ALL },
    { roomCode: 'FAM', totalRooms: null, available: 4, ...ALL },
  ],
}

export const roomCodesOf = (rooms: Setting['rooms']) => ROOMS[rooms].map(({ roomCode }) => roomCode)

/** The date of an instant in Istanbul. */
export const dateOf = (atMs: number) => new Date(atMs + 3 * 60 * 60_000).toISOString().slice(0, 10)

/** A hotel that strangers may book, which was opened just now or has had usual days for five weeks. */
export async function openHouse({
  rooms,
  isNew,
  webProof,
  hasMail,
}: Pick<Setting, 'rooms' | 'isNew' | 'webProof' | 'hasMail'>): Promise<TestService> {
  const types = ROOMS[rooms]
  const service = await startService({
    rooms: types.map(({ available: _, ...room }) => room),
    trustedProxies: 1,
    world: { strangerLimits: 'all', isMailing: hasMail },
  })
  const from = dateOf(service.clock.nowMs)
  for (const { roomCode, available } of types)
    await sell(service, { roomCode, from, nights: NIGHTS, available })
  await setWeb(service, { webMaxRooms: 5, webMaxNights: 30, webProof: 'none' })
  if (!isNew) for (let day = 0; day < HISTORY_DAYS; day++) await liveDay(service, rooms)
  await setWeb(service, { webProof })
  return service
}

/** A day on which strangers book for some days later, as they usually do. */
async function liveDay(service: TestService, rooms: Setting['rooms']): Promise<void> {
  const ask = strangers(service)
  const today = dateOf(service.clock.nowMs)
  const nights = USUAL_NIGHTS[rooms]
  for (let left: number = MEAN_DAY[rooms]; left > 0; left -= 2 * nights) {
    const checkin = addDay(today, 1 + (left % 7))
    const stay = { roomCode: 'DBL', checkin, checkout: addDay(checkin, nights) }
    const mailbox = `${crypto.randomUUID()}@guests.example`
    const from = `198.51.${left}.${service.clock.nowMs % 251}`
    const answer = await ask({ ...stay, rooms: 2, adults: 2 }, { mailbox, from })
    if (answer.status !== 201) throw new Error(`a usual guest was refused: ${answer.text}`)
  }
  service.clock.advance(DAY_MS)
  await expireHolds(service.deps)
}
