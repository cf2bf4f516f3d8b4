import { addDay } from './bookings.ts'
import { good } from './oversold.ts'
import { dayFromNow } from './process.ts'
import type { Replicas } from './processes.ts'
import { type ReceivedRequest, type Receiver, startReceiver } from './receiver.ts'
import { type Ask, hireAdmin, makeGround, newHotel } from './replica-hotels.ts'

/** Hotels that a vendor serves, of which every third leaves and comes back, and every tenth is never connected. */
export type FlowSize = { hotels: number; rounds: number }

/** What was done at a hotel while its vendor was connected with it, or was not. */
type Act = { slug: string; code: string; revision: number; isConnected: boolean; phase: number }

/** What came of it: all counts but those of `done` and `lateMs` must be 0. */
export type FlowFigures = {
  done: { hotels: number; acts: number; comings: number; pages: number; deliveries: number }
  missed: { feed: number; webhook: number; connections: number }
  leaks: { feed: number; webhook: number }
  disordered: number
  /** The latest delivery of a hotel's booking after its leaving was answered. */
  lateMs: number
}

type Flow = {
  replicas: Pick<Replicas, 'all' | 'next'>
  admin: Ask
  vendor: { id: string; secret: string }
  acts: Act[]
  /** By hotel: when its vendor was connected and disconnected, in turn; the last phase is open. */
  phases: Map<string, { fromMs: number; toMs: number }[]>
  isOver: boolean
}

const DATE = dayFromNow(60)
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
const SCOPES = ['availability:read', 'availability:write', 'bookings:read', 'webhooks']
const WIDTH = 12

/**
 * Plays a vendor with many hotels: bookings come and are cancelled at all of them at once, some hotels leave and come
 * back, one loop reads all feeds and one endpoint receives all events.
 */
export async function playVendor(
  replicas: Pick<Replicas, 'all' | 'next' | 'setup'>,
  { hotels, rounds }: FlowSize,
): Promise<FlowFigures> {
  const admin = await hireAdmin(replicas as Replicas)
  await makeGround(admin, replicas.next())
  const made = await admin(replicas.next(), 'POST', '/admin/vendors', {
    ...{ name: 'Harbour Channels', contact: 'support@harbour.example' },
  })
  const vendor = { id: made.id, secret: made.secret }
  const flow: Flow = { replicas, admin, vendor, acts: [], phases: new Map(), isOver: false }
  await using receiver = startReceiver()
  await ask(flow, 'POST', '/vendor-webhooks', { url: receiver.url })
  const slugs = Array.from({ length: hotels }, (_, n) => `h${n}`)
  await side(slugs, async (slug) => await openHotel(flow, slug))
  const reading = readAll(flow)
  await side(slugs, async (slug, n) => {
    for (let round = 0; round < rounds; round++) await turn(flow, slug, n, round)
  })
  await settled(flow, receiver)
  flow.isOver = true
  return figures(flow, await reading, receiver.received)
}

/** Calls the partner interface as the vendor. */
const ask = async (
  { replicas, vendor }: Flow,
  ...[method, path, body]: [string, string, object?]
): Promise<any> => {
  for (;;) {
    const answer = await replicas.next().call(method, `/v1/partner${path}`, {
      key: vendor.secret,
      ...(body && { body }),
    })
    if (answer.status !== 429) return { ...good(answer).body }
    await Bun.sleep(1_000 * Number(answer.headers.get('retry-after')))
  }
}

async function openHotel(flow: Flow, slug: string): Promise<void> {
  const { admin, replicas } = flow
  await admin(replicas.next(), 'POST', '/admin/hotels', newHotel(slug))
  await admin(replicas.next(), 'POST', `/admin/hotels/${slug}/rooms`, {
    ...{ roomCode: 'DBL', name: 'Double', totalRooms: 500 },
    ...{ maxAdults: 2, maxOccupancy: 2, boards: ['RO'] },
  })
  flow.phases.set(slug, [])
  await come(flow, slug)
  const updates = [{ roomCode: 'DBL', date: DATE, available: 500, priceCents: 10_000 }]
  await ask(flow, 'PUT', `/availability?hotel=${slug}`, { updates })
  if (isStranger(slug)) await leave(flow, slug)
}

const isStranger = (slug: string) => slug.endsWith('9')

async function come({ admin, replicas, vendor, phases }: Flow, slug: string): Promise<void> {
  phases.get(slug)!.push({ fromMs: Date.now(), toMs: Number.POSITIVE_INFINITY })
  const body = { vendorId: vendor.id, scopes: SCOPES }
  await admin(replicas.next(), 'POST', `/panel/vendors?hotel=${slug}`, body)
}

async function leave({ admin, replicas, vendor, phases }: Flow, slug: string): Promise<void> {
  await admin(replicas.next(), 'DELETE', `/panel/vendors/${vendor.id}?hotel=${slug}`)
  phases.get(slug)!.at(-1)!.toMs = Date.now()
}

/** One round at a hotel: a booking, a cancellation, and a leaving with a booking that the vendor must not hear of. */
async function turn(flow: Flow, slug: string, n: number, round: number): Promise<void> {
  const isConnected = !isStranger(slug)
  await book(flow, slug, isConnected)
  if ((n + round) % 3 !== 0 || !isConnected) return
  await leave(flow, slug)
  await book(flow, slug, false)
  await come(flow, slug)
}

async function book(flow: Flow, slug: string, isConnected: boolean): Promise<void> {
  const { replicas, acts, phases } = flow
  const stay = { hotelSlug: slug, roomCode: 'DBL', checkin: DATE, checkout: addDay(DATE, 1) }
  const order = { ...stay, adults: 1, guest: GUEST }
  const { code, revision, manageToken } = good(
    await replicas.next().call('POST', '/v1/bookings', { body: order }),
  ).body
  const phase = phases.get(slug)!.length
  acts.push({ slug, code, revision, isConnected, phase })
  const ended = await replicas
    .next()
    .call('POST', `/v1/bookings/${code}/cancel`, { body: { manageToken } })
  acts.push({ slug, code, revision: good(ended).body.revision, isConnected, phase })
}

type Reading = { told: Map<string, string>; pages: number }

/** The vendor's loop: one call for all feeds; hotels that are new begin at the place of their connection. */
async function readAll(flow: Flow): Promise<Reading> {
  const cursors = new Map<string, string>()
  const reading: Reading = { told: new Map(), pages: 0 }
  for (let more = true; !flow.isOver || more; ) {
    const { hotels } = await ask(flow, 'GET', '/hotels')
    for (const { slug, connection } of hotels)
      if (!cursors.has(slug)) cursors.set(slug, connection.cursor)
    const wanted = [...cursors].map(([hotel, cursor]) => ({ hotel, cursor }))
    const asked = { hotels: wanted, limit: 500, waitSeconds: flow.isOver ? 0 : 1 }
    const page = await ask(flow, 'POST', '/changes/read', asked)
    reading.pages++
    for (const { hotel, changes, nextCursor, problem } of page.hotels) {
      if (problem?.code === 'not_found') cursors.delete(hotel)
      else cursors.set(hotel, problem ? problem.oldestCursor : nextCursor)
      for (const { type, booking } of changes)
        if (type === 'booking') reading.told.set(`${booking.code} ${booking.revision}`, hotel)
    }
    more = page.more || page.hotels.some(({ changes, problem }: any) => changes.length || problem)
  }
  return reading
}

/** Waits until the endpoint has got all of the last phase of each hotel, or nothing comes any more. */
async function settled({ acts, phases }: Flow, { received }: Receiver): Promise<void> {
  const wanted = lasting({ acts, phases })
  for (let quiet = 0, before = -1; quiet < 20; quiet++) {
    const got = new Set(received.map(nameOf))
    if (wanted.every(({ code, revision }) => got.has(`${code} ${revision}`))) break
    if (received.length !== before) quiet = 0
    before = received.length
    await Bun.sleep(500)
  }
}

/** What was done in the last phase of hotels that are connected at the end: all of it must come. */
const lasting = ({ acts, phases }: Pick<Flow, 'acts' | 'phases'>) =>
  acts.filter(({ slug, isConnected, phase }) => isConnected && phase === phases.get(slug)!.length)

const nameOf = ({ body }: ReceivedRequest): string => {
  const { data } = JSON.parse(body)
  return `${data.code} ${data.revision}`
}

function figures(flow: Flow, reading: Reading, received: ReceivedRequest[]): FlowFigures {
  const { acts, phases } = flow
  const sent = received.map((request) => ({ ...request, ...JSON.parse(request.body) }))
  const ofBookings = sent.filter(({ event }) => event.startsWith('booking.'))
  const got = new Set(ofBookings.map(({ data }) => `${data.code} ${data.revision}`))
  const wanted = lasting(flow).map(({ code, revision }) => `${code} ${revision}`)
  const hidden = acts.filter((act) => !act.isConnected)
  const hiddenNames = hidden.map(({ code, revision }) => `${code} ${revision}`)
  const lateness = ofBookings.flatMap(({ hotelSlug, atMs }) => {
    const [before] = phases
      .get(hotelSlug)!
      .filter(({ fromMs }) => fromMs <= atMs)
      .slice(-1)
    return before ? Math.max(0, atMs - before.toMs) : Number.POSITIVE_INFINITY
  })
  const comings = [...phases.values()].flat().length
  return {
    done: {
      ...{ hotels: phases.size, acts: acts.length, comings },
      ...{ pages: reading.pages, deliveries: received.length },
    },
    missed: {
      feed: wanted.filter((name) => !reading.told.has(name)).length,
      webhook: wanted.filter((name) => !got.has(name)).length,
      connections: [...phases].filter(([slug, those]) => !isTold(slug, those, sent)).length,
    },
    leaks: {
      feed: hiddenNames.filter((name) => reading.told.has(name)).length,
      webhook: hiddenNames.filter((name) => got.has(name)).length,
    },
    disordered: disorder(ofBookings),
    lateMs: Math.max(0, ...lateness),
  }
}

/** True if the connections of a hotel were told in order, each once or again, none left out. */
function isTold(slug: string, phases: { toMs: number }[], sent: any[]): boolean {
  const events = new Map(
    sent
      .filter(({ hotelSlug, event }) => hotelSlug === slug && event.startsWith('hotel.'))
      .map(({ id, event }) => [id, event]),
  )
  const wanted = phases.flatMap(({ toMs }) =>
    toMs === Number.POSITIVE_INFINITY
      ? ['hotel.connected']
      : ['hotel.connected', 'hotel.disconnected'],
  )
  return Bun.deepEquals([...events.values()], wanted)
}

/** Counts revisions that came first after a later one of their booking. */
function disorder(sent: any[]): number {
  const newest = new Map<string, number>()
  const seen = new Set<string>()
  let wrong = 0
  for (const { id, data } of sent) {
    if (seen.has(id)) continue
    seen.add(id)
    if (data.revision < (newest.get(data.code) ?? 0)) wrong++
    newest.set(data.code, data.revision)
  }
  return wrong
}

/** Does something for each hotel, some at a time. */
async function side(
  slugs: readonly string[],
  act: (slug: string, index: number) => Promise<void>,
): Promise<void> {
  const left = [...slugs.entries()]
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      for (let next = left.shift(); next; next = left.shift()) await act(next[1], next[0])
    }),
  )
}
