import { asGuest } from './manage.ts'
import type { Answer } from './matchers.ts'
import { dayFromNow, type ServiceProcess } from './process.ts'
import type { KeyedHotel } from './replica-hotels.ts'
import { createRandom } from './sim/random.ts'

/** Room types that are sold, with more rooms than a soak sells. */
export const ROOMS = ['DBL', 'SGL', 'SUI'].map((roomCode) => ({ roomCode, totalRooms: null }))
const NIGHTS = Array.from({ length: 60 }, (_, index) => dayFromNow(30 + index))
/** Days of a room type that a push sets. */
const PUSHED = 14
/** Bookings that stand at once: fewer are made up for first, and beyond them the oldest is cancelled before another is made. */
const STANDING = { min: 450, max: 500 }
const TIMER_MS = 2

/** How long an answer took since it was due. */
type Wait = { dueMs: number; tookMs: number }

type Soak = {
  served: ServiceProcess
  hotels: readonly KeyedHotel[]
  random: ReturnType<typeof createRandom>
  /** Codes of bookings that stand, the oldest first. */
  standing: string[]
  /** Where each hotel's system has read its feed up to, by its key. */
  cursors: Map<string, string>
  /** Price of the next push, another each time. */
  priceCents: number
}

type Entry = { type: string; booking: { code: string; revision: number } }

type Act = (soak: Soak) => Promise<Answer>

/** Acts by name and weight. */
const MIX: [name: string, weight: number, act: Act][] = [
  ['pull', 40, pull],
  ['search', 20, search],
  ['push', 12, push],
  ['book', 12, book],
  ['cancel', 12, cancel],
  ['read feed', 4, readFeed],
]

/** Puts all nights of a hotel on sale. */
export async function openNights(served: ServiceProcess, { secret: key }: KeyedHotel) {
  const updates = ROOMS.flatMap(({ roomCode }) =>
    NIGHTS.map((date) => ({ roomCode, date, available: 9_999, priceCents: 10_000, closed: false })),
  )
  return await served.call('PUT', '/v1/partner/availability', { key, body: { updates } })
}

/**
 * Sends a mix of requests at a mean rate whatever the answers take, at random times as independent callers do.
 *
 * @returns how long each answer took since it was due, in the order of the answers, and answers by act and status
 */
export async function soak(
  served: ServiceProcess,
  hotels: readonly KeyedHotel[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
) {
  const own: Soak = {
    ...{ served, hotels, random: createRandom(1) },
    ...{ standing: [], cursors: new Map(), priceCents: 10_000 },
  }
  const waits: Wait[] = []
  const answers = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  const send = async (dueMs: number) => {
    const [name, act] = draw(own)
    const status = await act(own).then(
      (answer) => answer.status,
      (error: Error) => error.message,
    )
    waits.push({ dueMs, tookMs: performance.now() - dueMs })
    answers.set(`${name} ${status}`, (answers.get(`${name} ${status}`) ?? 0) + 1)
  }
  const beganMs = performance.now()
  const endMs = beganMs + 1_000 * seconds
  for (let dueMs = beganMs; dueMs < endMs; ) {
    for (; dueMs <= performance.now(); dueMs += gapMs(own, perSecond)) {
      const sent = send(dueMs).finally(() => underWay.delete(sent))
      underWay.add(sent)
    }
    await Bun.sleep(TIMER_MS)
  }
  await Promise.all(underWay)
  return { waits, answers, beganMs }
}

/** Time between two independent callers. */
const gapMs = ({ random }: Soak, perSecond: number) =>
  (-Math.log(1 - random.next()) * 1_000) / perSecond

function draw({ random, standing }: Soak): [name: string, act: Act] {
  let left = random.next() * MIX.reduce((sum, [, weight]) => sum + weight, 0)
  let [name, , act] = MIX.find(([, weight]) => {
    left -= weight
    return left < 0
  })!
  if (name === 'cancel' && standing.length < STANDING.min) [name, act] = ['book', book]
  if (name === 'book' && standing.length >= STANDING.max) [name, act] = ['cancel', cancel]
  return [name, act]
}

async function pull({ served, hotels, random }: Soak): Promise<Answer> {
  const from = random.int(0, NIGHTS.length - 31)
  const path = `/v1/partner/availability?from=${NIGHTS[from]}&to=${NIGHTS[from + 30]}`
  return await served.call('GET', path, { key: random.pick(hotels).secret })
}

async function search({ served, random }: Soak): Promise<Answer> {
  const night = random.int(0, NIGHTS.length - 4)
  const stay = `checkin=${NIGHTS[night]}&checkout=${NIGHTS[night + random.int(1, 3)]}`
  return await served.call('GET', `/v1/hotels?city=alfa-city&${stay}&adults=${random.int(1, 3)}`)
}

async function push(soak: Soak): Promise<Answer> {
  const { served, hotels, random } = soak
  const { roomCode } = random.pick(ROOMS)
  const from = random.int(0, NIGHTS.length - PUSHED)
  const priceCents = soak.priceCents++
  const updates = NIGHTS.slice(from, from + PUSHED).map((date) => ({
    ...{ roomCode, date, available: 9_999, priceCents, closed: false },
  }))
  const key = random.pick(hotels).secret
  return await served.call('PUT', '/v1/partner/availability', { key, body: { updates } })
}

async function book({ served, hotels, random, standing }: Soak): Promise<Answer> {
  const night = random.int(0, NIGHTS.length - 4)
  const answer = await served.call('POST', '/v1/bookings', {
    body: {
      ...{ hotelSlug: random.pick(hotels).slug, roomCode: random.pick(ROOMS).roomCode, adults: 2 },
      ...{ checkin: NIGHTS[night], checkout: NIGHTS[night + random.int(1, 3)] },
      guest: { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' },
    },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  if (answer.status === 201) standing.push(answer.body.code)
  return answer
}

async function cancel({ served, standing }: Soak): Promise<Answer> {
  const code = standing.shift()!
  return await served.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
}

/** Reads on in a hotel's feed and acknowledges the bookings in it, as a system of a hotel does. */
async function readFeed({ served, hotels, random, cursors }: Soak): Promise<Answer> {
  const key = random.pick(hotels).secret
  const cursor = cursors.get(key) ?? 'latest'
  const read = await served.call('GET', `/v1/partner/changes?limit=500&cursor=${cursor}`, { key })
  if (read.status !== 200) return read
  cursors.set(key, read.body.nextCursor)
  const acks = read.body.changes
    .filter(({ type }: Entry) => type === 'booking')
    .map(({ booking: { code, revision } }: Entry) => ({ code, revision }))
  if (acks.length === 0) return read
  return await served.call('POST', '/v1/partner/bookings/ack', { key, body: { acks } })
}
