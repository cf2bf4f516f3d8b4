import { addDay } from './bookings.ts'
import { dayFromNow, type ServiceProcess } from './process.ts'

/** A booking that was sent: when, by the monotonic clock, how long its answer took, and what it was. */
export type BookingTiming = { atMs: number; tookMs: number; status: number }

const NIGHT = dayFromNow(60)

/** So many rooms on sale that no load of a test takes them all. */
export async function openRooms(served: ServiceProcess, key: string): Promise<void> {
  const day = { roomCode: 'DBL', date: NIGHT, available: 9_999, priceCents: 10_000, closed: false }
  const { status, text } = await served.call('PUT', '/v1/partner/availability', {
    key,
    body: { updates: [day] },
  })
  if (status !== 200) throw new Error(`the push was answered ${status} ${text}`)
}

/** Sends a booking every so many ms, whatever becomes of those before, until it is ended. */
export function bookSteadily(served: ServiceProcess, everyMs: number) {
  const sent: Promise<BookingTiming>[] = []
  const timer = setInterval(() => void sent.push(bookOnce(served)), everyMs)
  const stop = () => clearInterval(timer)
  return {
    async end(): Promise<BookingTiming[]> {
      stop()
      return await Promise.all(sent)
    },
    [Symbol.dispose]: stop,
  }
}

async function bookOnce(served: ServiceProcess): Promise<BookingTiming> {
  const atMs = performance.now()
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
  const stay = { roomCode: 'DBL', checkin: NIGHT, checkout: addDay(NIGHT, 1), rooms: 1, adults: 1 }
  const { status } = await served.call('POST', '/v1/bookings', {
    body: { hotelSlug: 'alfa', ...stay, guest },
  })
  return { atMs, tookMs: performance.now() - atMs, status }
}

/** Returns the longest time from the first to the last of consecutive refusals. */
export function longestRefusalMs(sent: readonly BookingTiming[]): number {
  let longest = 0
  let beganMs: number | undefined
  for (const { atMs, status } of sent) {
    beganMs = status === 201 ? undefined : (beganMs ?? atMs)
    longest = Math.max(longest, atMs - (beganMs ?? atMs))
  }
  return longest
}

/** Of the bookings sent in any 60 s the largest part that was refused. */
export function largestRefusedPart(sent: readonly BookingTiming[]): number {
  const parts = sent.map(({ atMs: fromMs }) => {
    const those = sent.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + 60_000)
    return those.filter(({ status }) => status !== 201).length / those.length
  })
  return Math.max(0, ...parts)
}
