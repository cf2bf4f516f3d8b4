import { addDay } from '../support/bookings.ts'
import { groupVerbs } from '../support/group-verbs.ts'
import { dayFromNow, type ServiceProcess } from '../support/process.ts'
import { ADMIN, newHotel } from '../support/replica-hotels.ts'
import { NOWHERE, type Seen } from './fixture.ts'

/** Calls the API of a version. @throws Error if that is refused, unless it may be */
type Ask = (method: string, path: string, body?: unknown, headers?: HeadersInit) => Promise<any>

/** The things that the acts of a story share. */
export type Cast = {
  keys: Record<string, string>
  codes: Record<string, string>
  /** The token that lets a guest act on a booking, of versions that give it out. */
  tokens: Record<string, string>
  leftOut: string[]
}

const PASSWORD = 'correct horse battery'
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
const ROOMS = ['DBL', 'SGL']
const DAYS = 40

export const newCast = (): Cast => ({ keys: {}, codes: {}, tokens: {}, leftOut: [] })

/** Whatever happened, up to a stay that is over when the clock has moved on by ten days. */
export async function playFirst(served: ServiceProcess, cast: Cast): Promise<void> {
  const boss = as(served, await login(served, ADMIN))
  await makeHouses(boss)
  await makePeople(boss)
  for (const slug of ['alfa', 'bravo']) {
    const { secret } = await boss('POST', `/panel/api-keys?hotel=${slug}`, { name: 'PMS' })
    cast.keys[slug] = secret
    await pushDays(as(served, secret))
  }
  await settle(served, boss, cast)
  const alfa = as(served, cast.keys.alfa!)
  const { id } = await alfa('POST', '/partner/webhooks', { url: NOWHERE })
  cast.codes.webhook = id
  const book = bookings(served)
  for (const name of ['completed', 'acked', 'sgl'])
    cast.codes[name] = await book(1, { roomCode: name === 'sgl' ? 'SGL' : 'DBL' })
  const reviewed = await served.call('POST', '/v1/bookings', { body: order(1, {}) })
  cast.codes.reviewed = reviewed.body.code
  cast.tokens.reviewed = reviewed.body.manageToken
  cast.codes.noShow = await book(9, {})
  cast.codes.expired = await book(20, { hold: true })
  await acknowledge(alfa, cast.codes.acked!)
}

/** Whatever happened after ten days: bookings of every state. */
export async function playSecond(served: ServiceProcess, cast: Cast): Promise<void> {
  const boss = as(served, await login(served, ADMIN))
  const alfa = as(served, cast.keys.alfa!)
  const manager = as(
    served,
    await login(served, { email: 'manager@example.com', password: PASSWORD }),
  )
  const agent = as(served, await login(served, { email: 'agent@example.com', password: PASSWORD }))
  const book = bookings(served)
  const { codes, tokens } = cast
  await pushDays(alfa)
  codes.confirmed = await book(12, { adults: 2, specialRequests: 'A quiet room' })
  codes.changed = await book(14, {})
  codes.cancelled = await book(13, {})
  codes.held = await book(16, { hold: true })
  codes.rooms = await book(15, { rooms: 2, adults: 4, roomCode: 'SGL' })
  codes.agency = (await agent('POST', '/bookings', order(17, {}))).code
  codes.desk = (await manager('POST', '/bookings', order(18, {}))).code
  await manager('PATCH', `/bookings/${codes.changed}`, { checkout: dayFromNow(17) })
  await manager('POST', `/bookings/${codes.cancelled}/cancel`, {})
  await manager('POST', `/panel/bookings/${codes.noShow}/no-show`, {})
  await acknowledge(alfa, codes.confirmed!)
  await tell(cast, 'a review', () =>
    boss('POST', `/bookings/${codes.reviewed}/review`, {
      ...{ rating: 5, text: 'Quiet.' },
      ...(tokens.reviewed ? { manageToken: tokens.reviewed } : { email: GUEST.email }),
    }),
  )
  await playRates({ cast, manager, alfa, served })
  await playDesk(cast, manager)
  await playGroups({ cast, boss, served, agent })
}

/** The view of each key at the end. */
export async function look(served: ServiceProcess, { keys, codes }: Cast): Promise<Seen[]> {
  const [from, to] = [dayFromNow(-20), dayFromNow(45)]
  const paths = [
    `/v1/partner/bookings?from=${from}&to=${to}&limit=100`,
    `/v1/partner/availability?from=${dayFromNow(2)}&to=${dayFromNow(30)}`,
    `/v1/partner/changes?limit=500`,
    `/v1/partner/mapping`,
  ]
  const seen: Seen[] = []
  const ask = async (key: string, path: string) => {
    const { status, body, text } = await served.call('GET', path, { key: keys[key]! })
    if (status !== 200) throw new Error(`${path} was answered ${status} ${text}`)
    seen.push({ path, key, body })
  }
  for (const key of Object.keys(keys)) for (const path of paths) await ask(key, path)
  await ask('alfa', `/v1/partner/webhooks/${codes.webhook}/deliveries?limit=100`)
  return seen
}

const as =
  (served: ServiceProcess, key: string): Ask =>
  async (method, path, body, headers) => {
    const answer = await served.call(method, `/v1${path}`, {
      key,
      body,
      headers: (headers ?? {}) as Record<string, string>,
    })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

async function login(served: ServiceProcess, body: unknown): Promise<string> {
  const { status, text, body: session } = await served.call('POST', '/v1/auth/login', { body })
  if (status !== 200) throw new Error(`a log-in was answered ${status} ${text}`)
  return session.token
}

/** Does what a version may not know yet. */
async function tell(cast: Cast, what: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    cast.leftOut.push(`${what}: ${(error as Error).message}`)
  }
}

async function makeHouses(boss: Ask): Promise<void> {
  for (const [code, name] of [
    ['RO', 'Room only'],
    ['BB', 'Bed and breakfast'],
  ])
    await boss('POST', '/admin/boards', { code, name })
  await boss('POST', '/admin/cities', { name: 'Alfa City', country: 'TR' })
  for (const slug of ['alfa', 'bravo']) {
    await boss('POST', '/admin/hotels', newHotel(slug))
    for (const roomCode of ROOMS)
      await boss('POST', `/admin/hotels/${slug}/rooms`, {
        ...{ roomCode, name: `Room ${roomCode}`, totalRooms: 9, boards: ['RO', 'BB'] },
        ...{ maxAdults: 4, maxChildren: 2, maxOccupancy: 5, supplementsCents: { BB: 1_500 } },
      })
  }
  await boss('POST', '/admin/hotels', { ...newHotel('closed'), active: false })
}

async function makePeople(boss: Ask): Promise<void> {
  await boss('POST', '/admin/agencies', {
    ...{ code: 'DELTA', name: 'Delta', email: 'delta@example.com', commissionBasisPoints: 1_000 },
  })
  for (const [name, role, more] of [
    ['manager', 'hotel_manager', { hotels: ['alfa'] }],
    ['agent', 'agency_user', { agencyCode: 'DELTA' }],
    ['guest', 'guest', {}],
  ] as const)
    await boss('POST', '/admin/users', {
      ...{ email: `${name}@example.com`, name: `The ${name}`, role, password: PASSWORD, ...more },
    })
}

async function acknowledge(system: Ask, code: string): Promise<void> {
  const { revision } = await system('GET', `/partner/bookings/${code}`)
  await system('POST', `/partner/bookings/${code}/ack`, { revision })
}

async function pushDays(system: Ask): Promise<void> {
  const from = dayFromNow(0)
  const updates = ROOMS.flatMap((roomCode) =>
    Array.from({ length: DAYS }, (_, index) => ({
      ...{ roomCode, date: addDay(from, index), available: 9, closed: index > 35 },
      priceCents: 10_000 + 100 * (index % 7),
    })),
  )
  await system('PUT', '/partner/availability', { updates })
}

/** Settings of hotels that later versions ask for. */
const settle = (_: ServiceProcess, boss: Ask, cast: Cast) =>
  tell(cast, 'taxes', () =>
    boss('PATCH', '/panel/hotel?hotel=alfa', {
      taxes: [{ code: 'VAT', name: 'VAT', percentBp: 1_000 }],
    }),
  )

const order = (inDays: number, more: object) => ({
  ...{ hotelSlug: 'alfa', roomCode: 'DBL', adults: 2, guest: GUEST },
  ...{ checkin: dayFromNow(inDays), checkout: dayFromNow(inDays + 2), ...more },
})

/** Books as a guest of the web, each request with a key that makes it repeatable. */
const bookings =
  (served: ServiceProcess) =>
  async (inDays: number, more: object): Promise<string> => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answer = await served.call('POST', '/v1/bookings', { body: order(inDays, more), headers })
    if (answer.status !== 201) throw new Error(`a booking: ${answer.status} ${answer.text}`)
    return answer.body.code
  }

type Scene = { cast: Cast; served: ServiceProcess }

async function playRates({ cast, manager, alfa, served }: Scene & Record<'manager' | 'alfa', Ask>) {
  const rate = {
    ...{ rateCode: 'FLEX', name: 'Flexible', roomCodes: ROOMS, boardCode: null },
    pricing: { type: 'derived', percentBp: 1_000 },
    cancellation: { freeUntilDays: 1, penalty: 'first_night' },
  }
  await tell(cast, 'a rate', () => manager('POST', '/panel/rates', rate))
  const own = { ...rate, rateCode: 'OWN', name: 'Own', pricing: { type: 'own' } }
  await tell(cast, 'a rate of its own', () => manager('POST', '/panel/rates', own))
  const range = { dateFrom: dayFromNow(20), dateTo: dayFromNow(22) }
  const day = { roomCode: 'DBL', rateCode: 'OWN', ...range, priceCents: 9_000 }
  await tell(cast, 'days of a rate', () =>
    alfa('PATCH', '/partner/availability', { updates: [{ ...day, minStay: 2 }] }),
  )
  await tell(cast, 'a booking at a rate', async () => {
    cast.codes.rate = await bookings(served)(19, { rateCode: 'FLEX' })
  })
}

async function playDesk(cast: Cast, manager: Ask): Promise<void> {
  const path = `/panel/bookings/${cast.codes.confirmed}`
  await tell(cast, 'notes of the desk', () =>
    manager('PATCH', `${path}/desk`, { note: 'Late', tags: ['vip'], roomNumber: '101' }),
  )
  await tell(cast, 'a payment', () =>
    manager('POST', `${path}/payments`, { amountCents: 5_000, method: 'cash' }),
  )
}

async function playGroups({
  cast,
  boss,
  served,
  agent,
}: Scene & Record<'boss' | 'agent', Ask>): Promise<void> {
  const asVendor = (secret: string) => as(served, secret)
  const verbs = groupVerbs(boss, asVendor, dayFromNow(22))
  // The last ones undo what should be there.
  for (const [name, act] of Object.entries(verbs))
    if (!/^(cancel|delete|disconnect)/.test(name)) await tell(cast, name, act)
  const stays = [24, 25].map((inDays) => {
    const { hotelSlug: _, guest: __, ...stay } = order(inDays, {})
    return stay
  })
  await tell(cast, 'a group', async () => {
    const made = await served.call('POST', '/v1/booking-groups', {
      body: { hotelSlug: 'alfa', guest: GUEST, stays },
    })
    if (made.status !== 201) throw new Error(`${made.status} ${made.text}`)
    cast.codes.group = made.body.code
  })
  await tell(cast, 'rooms set aside', () =>
    boss('PUT', '/panel/allotments?hotel=alfa', {
      updates: [
        {
          agencyCode: 'DELTA',
          roomCode: 'DBL',
          rooms: 2,
          dateFrom: dayFromNow(26),
          dateTo: dayFromNow(28),
        },
      ],
    }),
  )
  await tell(cast, 'a booking from an allotment', async () => {
    cast.codes.drawn = (await agent('POST', '/bookings', order(26, {}))).code
  })
}
