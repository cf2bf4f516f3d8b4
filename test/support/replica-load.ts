import { addDay } from './bookings.ts'
import { asGuest } from './manage.ts'
import type { Answer } from './matchers.ts'
import { dayFromNow, type ServiceProcess, until } from './process.ts'
import type { Replicas } from './processes.ts'
import type { KeyedHotel } from './replica-hotels.ts'

/** Number of nights on sale, and the first night. */
const NIGHTS = 10
const FIRST_NIGHT = dayFromNow(60)
const EMAIL = 'carla@example.com'
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: EMAIL }

/** Room types: partners set counts of `DBL`; of `SUI` only prices and whether it is closed. */
export const ROOMS = [
  { roomCode: 'DBL', totalRooms: 4 },
  { roomCode: 'SUI', totalRooms: 5 },
]

/** Answers without which a load says nothing. */
export const SUCCESSES = ['book 201', 'change 200', 'cancel 200', 'push 200']
/** How much longer a load may take on a busy machine until it has had them. */
const PATIENCE_MS = 45_000

/** What came of a load. */
export type Tally = {
  /** Answers by what was asked and status, as `book 201`. */
  answers: Map<string, number>
  /** Codes of one Idempotency-Key that were more than one. */
  doubles: string[]
  /** Cursors of entries, per hotel's reader, in the order read. */
  read: { hotel: KeyedHotel; cursors: string[]; longPolls: number }[]
}

type Load = { replicas: Replicas; hotels: KeyedHotel[]; isOver: () => boolean; tally: Tally }

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
const dateOf = (night: number) => addDay(FIRST_NIGHT, night)

/** Puts every night on sale. */
export async function openNights(served: ServiceProcess, hotel: KeyedHotel): Promise<Answer> {
  const updates = ROOMS.flatMap(({ roomCode, totalRooms }) =>
    Array.from({ length: NIGHTS }, (_, night) => {
      const day = { available: totalRooms, priceCents: 10_000, closed: false }
      return { roomCode, date: dateOf(night), ...day }
    }),
  )
  const path = '/v1/partner/availability'
  return await served.call('PUT', path, { key: hotel.secret, body: { updates } })
}

/** Guests, partners and readers at all replicas for some time, and the readers to the end of the feed. */
export async function runLoad(
  replicas: Replicas,
  hotels: KeyedHotel[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Tally> {
  const tally: Tally = { answers: new Map(), doubles: [], read: [] }
  let isOver = false
  const load: Load = { replicas, hotels, tally, isOver: () => isOver }
  const writers = Promise.all([
    ...Array.from({ length: clients }, () => guest(load)),
    ...hotels.flatMap((hotel) => [partner(load, hotel), partner(load, hotel)]),
  ])
  let isStill = false
  const readers = Promise.all(
    hotels.flatMap((hotel) => [0, 1].map((n) => reader(load, hotel, n, () => isStill))),
  )
  try {
    await Bun.sleep(seconds * 1_000)
    const hasAll = () => SUCCESSES.every((what) => tally.answers.has(what))
    await until('a load has booked, changed, cancelled and pushed', hasAll, PATIENCE_MS)
  } finally {
    isOver = true
  }
  await writers
  isStill = true
  await readers
  return tally
}

async function ask(
  { replicas, tally }: Load,
  what: string,
  [method, path]: [string, string],
  init: Parameters<ServiceProcess['call']>[2],
): Promise<Answer> {
  const answer = await pick(replicas.all).call(method, path, init)
  const name = `${what} ${answer.status}`
  tally.answers.set(name, (tally.answers.get(name) ?? 0) + 1)
  if (answer.status === 503) await Bun.sleep(1_000 * Number(answer.headers.get('retry-after')))
  return answer
}

/** Books, changes, confirms and cancels, with each request to any replica. */
async function guest(load: Load): Promise<void> {
  const own: string[] = []
  while (!load.isOver()) {
    const chance = Math.random()
    const code = own.length > 0 ? pick(own) : undefined
    if (code === undefined || chance < 0.45) {
      const made = chance < 0.05 ? await bookAtOnce(load) : await book(load, {})
      if (made) own.push(made)
    } else if (chance < 0.65) {
      const body = { ...asGuest(code), ...stay() }
      await ask(load, 'change', ['PATCH', `/v1/bookings/${code}`], { body })
    } else {
      const verb = chance < 0.72 ? 'confirm' : 'cancel'
      const body = asGuest(code)
      // Now and then two requests run at once and one of them succeeds.
      const times = Math.random() < 0.2 ? 2 : 1
      const path = `/v1/bookings/${code}/${verb}`
      await Promise.all(
        Array.from({ length: times }, () => ask(load, verb, ['POST', path], { body })),
      )
      if (verb === 'cancel') own.splice(own.indexOf(code), 1)
    }
  }
}

function stay() {
  const start = Math.floor(Math.random() * (NIGHTS - 1))
  const nights = 1 + Math.floor(Math.random() * Math.min(3, NIGHTS - start))
  const rooms = Math.random() < 0.2 ? 2 : 1
  const checkout = dateOf(start + nights)
  return { roomCode: pick(ROOMS).roomCode, checkin: dateOf(start), checkout, rooms, adults: rooms }
}

async function book(load: Load, headers: Record<string, string>, same?: object) {
  // The first hotel is the one that everybody wants.
  const hotel = Math.random() < 0.5 ? load.hotels[0]! : pick(load.hotels)
  const body = same ?? orderAt(hotel)
  const { status, body: made } = await ask(load, 'book', ['POST', '/v1/bookings'], {
    body,
    headers,
  })
  return status === 201 || status === 200 ? (made.code as string) : undefined
}

const orderAt = ({ slug }: KeyedHotel) => ({
  hotelSlug: slug,
  ...stay(),
  guest: GUEST,
  hold: Math.random() < 0.3,
})

/** The same request three times at once. */
async function bookAtOnce(load: Load): Promise<string | undefined> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const same = orderAt(pick(load.hotels))
  const codes = await Promise.all([1, 2, 3].map(() => book(load, headers, same)))
  const made = new Set(codes.filter((code) => code !== undefined))
  if (made.size > 1) load.tally.doubles.push([...made].join(' '))
  return [...made][0]
}

/** Pushes counts, prices and closed flags, and pulls, as a hotel's system does that knows nothing of bookings. */
async function partner(load: Load, { secret: key }: KeyedHotel): Promise<void> {
  const path = '/v1/partner/availability'
  for (let n = 0; !load.isOver(); n++) {
    const first = Math.floor(Math.random() * NIGHTS)
    const dates = [first, (first + 3) % NIGHTS].map(dateOf)
    const priceCents = 9_000 + (n % 500)
    const counts = dates.map((date) => {
      const available = Math.floor(Math.random() * 5)
      return { roomCode: 'DBL', date, available, priceCents, closed: false }
    })
    await ask(load, 'push', ['PUT', path], { key, body: { updates: counts } })
    const range = { roomCode: 'SUI', dateFrom: dateOf(first), dateTo: dateOf(first) }
    const updates = [{ ...range, priceCents, closed: Math.random() < 0.1 }]
    await ask(load, 'patch', ['PATCH', path], { key, body: { updates } })
    const query = `from=${dateOf(0)}&to=${dateOf(NIGHTS - 1)}`
    await ask(load, 'pull', ['GET', `${path}?${query}`], { key })
  }
}

/** Follows the feed from its beginning: each page from another replica than the one before, waiting when there is none. */
async function reader(
  { replicas, tally }: Load,
  hotel: KeyedHotel,
  from: number,
  isStill: () => boolean,
): Promise<void> {
  const own = { hotel, cursors: [] as string[], longPolls: 0 }
  tally.read.push(own)
  let cursor = ''
  for (let page = from; ; page++) {
    const served = replicas.all[page % replicas.all.length]!
    const wasStill = isStill()
    const waits = wasStill ? 0 : 2
    const limit = 1 + ((page * 7) % 40)
    const query = `limit=${limit}&waitSeconds=${waits}${cursor && `&cursor=${cursor}`}`
    const path = `/v1/partner/changes?${query}`
    const { status, text, body } = await served.call('GET', path, { key: hotel.secret })
    if (status !== 200) throw new Error(`the feed answered ${status} ${text}`)
    own.cursors.push(...body.changes.map((entry: { cursor: string }) => entry.cursor))
    if (body.changes.length === 0) own.longPolls++
    cursor = body.nextCursor
    if (wasStill && body.changes.length === 0 && !body.hasMore) return
  }
}
