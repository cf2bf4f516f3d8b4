import { addDay } from './bookings.ts'
import { asGuest } from './manage.ts'
import type { Answer } from './matchers.ts'
import { dayFromNow, runCommand, type ServiceProcess, type Setup, startProcess } from './process.ts'

const ADMIN = { email: 'root@example.com', password: 'correct horse battery' }
const HOTEL = 'alfa'
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
const FIRST_NIGHT = dayFromNow(60)
/** Bookings of one page of the partner's pull. */
const PAGE = 500
/** No request a minute is one too many in these tests. */
const KEY_LIMIT = 100_000

/** One night of one room type, and what may be done to it over the public interfaces. */
export type Night = {
  date: string
  roomCode: string
  /** A guest's booking, or with `hold` 15 minutes to think. @returns its code; undefined: refused */
  book: (rooms: number, hold?: boolean) => Promise<string | undefined>
  confirm: (code: string) => Promise<void>
  cancel: (code: string) => Promise<void>
  /** What the hotel's system reads when it pulls. */
  read: () => Promise<number>
  /** What the hotel's system says is left, with a new price when one is given. */
  push: (available: number, priceCents?: number) => Promise<void>
}

/** A hotel in a running service; each case creates the room types that it needs. */
export type Scene = {
  served: ServiceProcess
  folder: string
  /** The session of an admin. */
  session: string
  /** Makes a room type with all its rooms on sale. @returns its nights */
  open: (
    roomCode: string,
    rooms: { totalRooms: number; overbookingRooms?: number },
    nights: number,
  ) => Promise<Night[]>
  /** Calls the partner interface with the hotel's key. @throws Error when it is refused */
  partner: (
    method: string,
    path: string,
    init?: { body?: unknown; headers?: Record<string, string> },
  ) => Promise<Answer>
  /** Calls the rest of the API as its admin. @throws Error when it is refused */
  admin: (method: string, path: string, body?: unknown) => Promise<any>
  /** Rooms of live bookings by room code and date, as the hotel's system finds them. */
  live: () => Promise<Map<string, number>>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** The name of a night in `Scene.live`. */
export const nameOf = ({ roomCode, date }: Pick<Night, 'roomCode' | 'date'>) =>
  `${roomCode} ${date}`

/** Starts the service on an empty folder and makes the hotel as its admin would. */
export async function startScene(setup: Setup): Promise<Scene> {
  const env = {
    PUBLIC_RATE_PER_MINUTE: '0',
    LOGIN_LIMITS: '0',
    FAIR_USE: '0',
    STRANGER_LIMITS: '0',
    LOG_LEVEL: 'info',
    ...setup.env,
  }
  const served = await startProcess(['serve'], { ...setup, env })
  const input = `${ADMIN.password}\n`
  await runCommand(['create-admin', ADMIN.email], { ...setup, env, input })
  const { token: key } = good(await served.call('POST', '/v1/auth/login', { body: ADMIN })).body
  const admin = async (method: string, path: string, body?: unknown) =>
    good(await served.call(method, `/v1${path}`, { key, body })).body
  const secret = await makeHotel(admin)
  const partner: Scene['partner'] = async (method, path, init) =>
    good(await served.call(method, `/v1/partner${path}`, { key: secret, ...init }))
  return {
    served,
    folder: setup.folder,
    session: key!,
    partner,
    admin,
    async open(roomCode, rooms, nights) {
      const room = { roomCode, name: roomCode, maxAdults: 30, maxOccupancy: 30, boards: ['RO'] }
      await admin('POST', `/admin/hotels/${HOTEL}/rooms`, { ...room, ...rooms })
      const available = rooms.totalRooms + (rooms.overbookingRooms ?? 0)
      const dates = Array.from({ length: nights }, (_, index) => addDay(FIRST_NIGHT, index))
      const day = { roomCode, available, priceCents: 10_000, closed: false }
      await partner('PUT', '/availability', {
        body: { updates: dates.map((date) => ({ ...day, date })) },
      })
      return dates.map((date) => nightOf({ served, partner }, roomCode, date))
    },
    live: () => countLive(partner),
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  }
}

/** @returns the secret of the hotel's key */
async function makeHotel(
  admin: (method: string, path: string, body: unknown) => Promise<any>,
): Promise<string> {
  await admin('POST', '/admin/boards', { code: 'RO', name: 'Room only' })
  await admin('POST', '/admin/cities', { name: 'Alfa City', country: 'TR' })
  const place = { city: 'alfa-city', address: '1 Main St', lat: 41, lng: 29 }
  const money = { currency: 'EUR', timezone: 'Europe/Istanbul', stars: 4 }
  await admin('POST', '/admin/hotels', { name: HOTEL, ...place, ...money, active: true })
  const { id, secret } = await admin('POST', `/panel/api-keys?hotel=${HOTEL}`, { name: 'PMS' })
  const requestsPerMinute = KEY_LIMIT
  await admin('PATCH', `/admin/hotels/${HOTEL}/keys/${id}`, { requestsPerMinute })
  return secret
}

function nightOf(
  { served, partner }: Pick<Scene, 'served' | 'partner'>,
  roomCode: string,
  date: string,
): Night {
  const path = '/v1/bookings'
  const step = async (code: string, verb: string) =>
    void good(await served.call('POST', `${path}/${code}/${verb}`, { body: asGuest(code) }))
  return {
    date,
    roomCode,
    async book(rooms, hold = false) {
      const stay = { hotelSlug: HOTEL, roomCode, checkin: date, checkout: addDay(date, 1) }
      const order = { ...stay, rooms, adults: rooms, guest: GUEST, hold }
      const answer = await served.call('POST', path, { body: order })
      return answer.status === 409 ? undefined : good(answer).body.code
    },
    confirm: (code) => step(code, 'confirm'),
    cancel: (code) => step(code, 'cancel'),
    async read() {
      const { body } = await partner(
        'GET',
        `/availability?from=${date}&to=${date}&roomCode=${roomCode}`,
      )
      return body.rooms[0].days[0].available
    },
    async push(available, priceCents) {
      const update = { roomCode, date, available, ...(priceCents && { priceCents }) }
      await partner('PUT', '/availability', { body: { updates: [update] } })
    },
  }
}

async function countLive(partner: Scene['partner']): Promise<Map<string, number>> {
  const live = new Map<string, number>()
  const range = `from=${FIRST_NIGHT}&to=${addDay(FIRST_NIGHT, 99)}&limit=${PAGE}`
  let cursor = ''
  do {
    const query = `${range}&status=pending&status=confirmed${cursor && `&cursor=${cursor}`}`
    const { body } = await partner('GET', `/bookings?${query}`)
    for (const { roomCode, checkin: date, rooms } of body.bookings) {
      const name = nameOf({ roomCode, date })
      live.set(name, (live.get(name) ?? 0) + rooms)
    }
    cursor = body.nextCursor ?? ''
  } while (cursor)
  return live
}

/** @throws Error with the answer when it is not the one of a request that was done */
export function good(answer: Answer): Answer {
  if (answer.status < 200 || answer.status > 299) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}
