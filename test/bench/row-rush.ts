import { sql } from 'drizzle-orm'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { sqliteDb } from '../support/sql.ts'
import { type Answer, encodeRequest, NOBODY } from './client.ts'
import { expectOk, withConnections } from './load.ts'
import type { Plan } from './rows.ts'
import { type PushResult, refuseUntrue } from './rush-truth.ts'
import { inFolder, partnerOf, type SeededHotel, seed } from './seed.ts'
import { type Server, startOurs } from './servers.ts'
import type { Line } from './stats.ts'
import { endOf, type IsOver, measuredTime, waitsBeside } from './waits.ts'

const PUSHES = 64
const KEYS = 5
/** Of each key: a second volley finds some of them spent. */
const REQUESTS_PER_MINUTE = 20
const GUESTS = 4
const PAUSE_MS = 20
const WARM_UP = 40
const ROOMS = 200
/** The price in the text that pushes are made of; each has another in its place, of as many digits. */
const PRICE = 1_000_000
const priceText = (cents: number) => `"priceCents":${cents}`
export const PUSHED = { rooms: 20, days: 500 }
export const BOOKED = { rooms: 5, days: 60 }
const CELLS = PUSHED.rooms * PUSHED.days

/** The hotels of a run, and what its pushes and bookings were answered. */
type Rush = {
  server: Server
  pushing: { hotel: SeededHotel; keys: string[] }[]
  booked: SeededHotel
  pushes: PushResult[]
  codes: string[]
}

/**
 * What a hotel's guests wait for their bookings while each of two other hotels sends 64 pushes of 10,000 cells at once
 * with its five keys, again when all are answered. Every push is answered 200, 429 or 503; those answered 200 are in
 * the history whole and in the order of commits, of the others nothing is anywhere, and every booking is there.
 */
export async function rush(plan: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed([PUSHED, PUSHED, BOOKED])
  const tally = new Map<number, number>()
  try {
    const lines = await waitsBeside(
      plan,
      { what: `bookings, 2 hotels × ${PUSHES} pushes at once` },
      async (isRushed) => {
        const folder = copy()
        const keys = await prepare(folder, hotels)
        // Each refusal is a line of its log.
        const server = await startOurs(folder, {}, 'ignore')
        const [booked, ...pushing] = hotels.toReversed()
        const each = pushing.map((hotel) => ({ hotel, keys: keys.get(hotel.id)! }))
        const run: Rush = { server, pushing: each, booked: booked!, pushes: [], codes: [] }
        try {
          await book(run, () => run.codes.length >= WARM_UP)
          const isOver = measuredTime(plan)
          const pushed = isRushed ? pushVolleys(run, isOver) : undefined
          const [waits] = await Promise.all([book(run, pushed ? endOf(pushed) : isOver), pushed])
          const prices = await refuseUntrue(server.database, { ...run, cells: CELLS })
          await expectShown(run, prices)
          for (const { status } of run.pushes) tally.set(status, (tally.get(status) ?? 0) + 1)
          return waits.toSorted((a, b) => a - b)
        } finally {
          await server.stop()
        }
      },
    )
    const answers = [...tally].map(([status, count]) => `${count} × ${status}`).sort()
    plan.note(
      `rush: pushes were answered ${answers.join(', ')}; history, days and bookings are as answered`,
    )
    return lines
  } finally {
    remove()
  }
}

/** Five keys of every hotel, and rooms enough for the guests. */
export async function prepare(folder: string, hotels: readonly SeededHotel[]) {
  return await inFolder(folder, async (deps) => {
    const { t } = deps.store
    await deps.store.tx(async ({ db }) => {
      sqliteDb(db).run(sql`delete from ${t.apiKey}`)
      sqliteDb(db).run(
        sql`update ${t.day} set available = ${ROOMS} where hotel_id = ${hotels.at(-1)!.id}`,
      )
    })
    const keys = new Map<number, string[]>()
    for (const { id } of hotels) {
      const made = await Promise.all(
        Array.from({ length: KEYS }, () => partnerOf(deps, id, REQUESTS_PER_MINUTE)),
      )
      keys.set(
        id,
        made.map(({ key }) => key),
      )
    }
    return keys
  })
}

/** Sends all pushes at once, again when the last is answered. */
async function pushVolleys({ server, pushing, pushes }: Rush, isOver: IsOver): Promise<void> {
  const texts = pushing.map(({ hotel }) => pushText(hotel))
  await withConnections(server, pushing.length * PUSHES, async (connections) => {
    while (!isOver()) {
      const volley: { hotelId: number; priceCents: number; request: Uint8Array }[] = []
      for (const index of connections.keys()) {
        const { hotel, keys } = pushing[index % pushing.length]!
        const priceCents = PRICE + pushes.length + index
        const text = texts[index % pushing.length]!.replace(hotel.key, keys[index % keys.length]!)
        const request = Buffer.from(text.replaceAll(priceText(PRICE), priceText(priceCents)))
        volley.push({ hotelId: hotel.id, priceCents, request })
        // The guests' answers come to this process, too.
        await Bun.sleep(0)
      }
      const answered = connections.map(async (connection, index) => {
        const { request, ...push } = volley[index]!
        const answer = await connection.send(request)
        return { ...push, status: answer.status, text: answer.text() }
      })
      pushes.push(...(await Promise.all(answered)))
    }
  })
}

/** The text of a push of all cells, with a key and a price that are replaced. */
function pushText(hotel: SeededHotel): string {
  return Buffer.from(
    encodeRequest(hotel, 'PUT', '/v1/partner/availability', allCells(hotel, PRICE)),
  ).toString()
}

/** The body of a push of all cells of a hotel at a price. */
export const allCells = ({ roomCodes, dates }: SeededHotel, priceCents: number) => ({
  updates: roomCodes.flatMap((roomCode) =>
    dates.map((date) => ({ roomCode, date, available: 2, priceCents, closed: false })),
  ),
})

/** Books until it is over. @returns what each booking took, in milliseconds */
export async function book(
  { server, booked, codes }: Pick<Rush, 'server' | 'booked' | 'codes'>,
  isOver: IsOver,
): Promise<number[]> {
  const waits: number[] = []
  let guests = 0
  await withConnections(server, GUESTS, async (connections) => {
    const each = connections.map(async (connection) => {
      while (!isOver()) {
        const request = encodeRequest(NOBODY, 'POST', '/v1/bookings', bookingOf(booked, guests++))
        const startMs = performance.now()
        codes.push(codeOf(await connection.send(request)))
        waits.push(performance.now() - startMs)
        await Bun.sleep(PAUSE_MS)
      }
    })
    await Promise.all(each)
  })
  return waits
}

function bookingOf(hotel: SeededHotel, guest: number) {
  const { roomCodes, dates } = hotel
  const nights = dates as readonly CalendarDate[]
  const first = (guest * 7) % (nights.length - 2)
  return {
    hotelSlug: slugOf(hotel),
    roomCode: roomCodes[guest % roomCodes.length],
    checkin: nights[first],
    checkout: nights[first + 2],
    adults: 1,
    guest: { firstName: 'Carla', lastName: 'Guest', email: `guest-${guest}@example.com` },
  }
}

function codeOf(answer: Answer): string {
  const text = answer.text()
  if (answer.status !== 201) throw new Error(`a booking was answered ${answer.status}: ${text}`)
  return JSON.parse(text).code
}

/** @throws Error when a guest is shown other prices than those of the last push of a hotel that was answered 200 */
async function expectShown({ server, pushing }: Rush, prices: ReadonlyMap<number, number>) {
  await withConnections(server, 1, async ([connection]) => {
    for (const { hotel } of pushing) {
      const [, checkin, checkout] = hotel.dates
      const path = `/v1/hotels/${slugOf(hotel)}?checkin=${checkin}&checkout=${checkout}`
      const text = expectOk(await connection!.send(encodeRequest(NOBODY, 'GET', path))).text()
      const price = prices.get(hotel.id)
      if (price !== undefined && !text.includes(String(price)))
        throw new Error(`${path} does not show the price ${price} of the last push: ${text}`)
    }
  })
}

const slugOf = ({ id }: SeededHotel) => `hotel-${id - 1}`
