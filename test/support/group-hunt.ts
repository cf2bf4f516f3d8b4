import { addDay } from './bookings.ts'
import type { Answer } from './matchers.ts'
import { dayFromNow, type ServiceProcess } from './process.ts'
import type { Replicas } from './processes.ts'
import type { KeyedHotel } from './replica-hotels.ts'

// A hunt for deadlocks: everything that locks hotels, groups, vendors and queues, at once at several replicas.

const NIGHTS = 10
const FIRST_NIGHT = dayFromNow(60)
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
const ROOM_CODES = ['DBL', 'SUI']

/** The world of a hunt. */
export type Hunt = {
  replicas: Pick<Replicas, 'all'>
  hotels: readonly KeyedHotel[]
  vendors: readonly { id: string }[]
  /** The token of an admin, who does the work of the desk. */
  token: string
  isOver: () => boolean
  /** Answers by what was asked and status, as `place 201`. */
  answers: Map<string, number>
}

type Group = { slug: string; code: string; codes: string[] }

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
const chance = (share: number) => Math.random() < share

/** Runs groups, desks, partners and leaving vendors until the hunt is over. */
export async function hunt(world: Hunt, { groupers }: { groupers: number }): Promise<void> {
  await Promise.all([
    ...Array.from({ length: groupers }, () => group(world)),
    ...world.hotels.flatMap((hotel) => [desk(world, hotel), partner(world, hotel)]),
    ...world.vendors.map((vendor) => comeAndGo(world, vendor)),
  ])
}

async function ask(
  { replicas, token, answers }: Hunt,
  what: string,
  [method, path]: [string, string],
  { body, key = token }: { body?: unknown; key?: string } = {},
): Promise<Answer> {
  const served: ServiceProcess = pick(replicas.all)
  const answer = await served.call(method, `/v1${path}`, {
    key,
    ...(body !== undefined && { body }),
  })
  const name = `${what} ${answer.status}`
  answers.set(name, (answers.get(name) ?? 0) + 1)
  if (answer.status === 503) await Bun.sleep(1_000 * Number(answer.headers.get('retry-after')))
  return answer
}

function stay() {
  const start = Math.floor(Math.random() * (NIGHTS - 2))
  const checkin = addDay(FIRST_NIGHT, start)
  const checkout = addDay(checkin, chance(0.3) ? 2 : 1)
  return { roomCode: pick(ROOM_CODES), checkin, checkout, rooms: 1, adults: 1 }
}

/** An end so near that the clock ends the option meanwhile. */
const soon = () => new Date(Date.now() + 1_000 + Math.random() * 3_000).toISOString()

type Act = 'change' | 'move' | 'add' | 'confirm' | 'cancel'
/** How often each act is done. */
const ACTS: Act[] = ['change', 'change', 'change', 'move', 'move', 'add', 'confirm', 'cancel']
const GROUPS_MAX = 6

/** Places groups, held and not, changes them, adds stays, confirms and cancels. */
async function group(world: Hunt): Promise<void> {
  const groups: Group[] = []
  while (!world.isOver()) {
    const one = groups.length > 0 ? pick(groups) : undefined
    if (one && (groups.length === GROUPS_MAX || chance(0.7))) {
      const act = pick(ACTS)
      await move(world, one, act)
      if (act === 'cancel') groups.splice(groups.indexOf(one), 1)
      continue
    }
    const { slug } = pick(world.hotels)
    const stays = Array.from({ length: 2 + Math.floor(Math.random() * 3) }, stay)
    const body = { guest: GUEST, stays, ...(chance(0.6) && { holdUntil: soon() }) }
    const made = await ask(world, 'place', ['POST', `/panel/booking-groups?hotel=${slug}`], {
      body,
    })
    if (made.status === 201) groups.push({ slug, ...codesOf(made.body) })
  }
}

async function move(world: Hunt, one: Group, act: Act): Promise<void> {
  const to = (verb: string) => `/panel/booking-groups/${one.code}${verb}?hotel=${one.slug}`
  if (act === 'confirm' || act === 'cancel')
    await ask(world, act, ['POST', to(`/${act}`)], { body: {} })
  else if (act === 'add') {
    const added = await ask(world, act, ['POST', to('/stays')], { body: stay() })
    if (added.status === 201) Object.assign(one, codesOf(added.body))
  } else {
    const stays = one.codes.filter(() => chance(0.5)).map((code) => ({ code, ...stay() }))
    const changed = stays.length > 0 ? { stays } : { guest: { firstName: pick(['Ada', 'Eda']) } }
    const body = act === 'move' ? { holdUntil: soon() } : changed
    await ask(world, act, ['PATCH', to('')], { body })
  }
}

const codesOf = ({ code, bookings = [] }: { code: string; bookings?: { code: string }[] }) => ({
  code,
  codes: bookings.map((booking) => booking.code),
})

/** Assigns and swaps rooms, writes notes, and cancels single bookings of groups. */
async function desk(world: Hunt, { slug }: KeyedHotel): Promise<void> {
  const at = (path: string) => `/panel/${path}?hotel=${slug}`
  while (!world.isOver()) {
    const { body } = await ask(world, 'list', ['GET', `${at('bookings')}&limit=50`])
    const codes: string[] = (body.items ?? [])
      .filter(({ status }: { status: string }) => status === 'pending' || status === 'confirmed')
      .map(({ code }: { code: string }) => code)
    if (codes.length === 0) {
      await Bun.sleep(50)
      continue
    }
    await ask(world, 'assign', ['POST', at('room-numbers/assign')], {
      body: { codes: codes.slice(0, 9) },
    })
    const note = { note: pick(['late', 'early']) }
    await ask(world, 'note', ['PATCH', at(`bookings/${pick(codes)}/desk`)], { body: note })
    if (chance(0.4))
      await ask(world, 'end', ['POST', `/bookings/${pick(codes)}/cancel`], { body: {} })
  }
}

/** Sets counts of `DBL` and prices of `SUI`, as a system that knows nothing of bookings. */
async function partner(world: Hunt, { secret: key }: KeyedHotel): Promise<void> {
  const path = '/partner/availability'
  while (!world.isOver()) {
    const dates = Array.from({ length: NIGHTS }, (_, night) => addDay(FIRST_NIGHT, night))
    const counts = dates
      .filter(() => chance(0.5))
      .map((date) => ({ roomCode: 'DBL', date, available: Math.floor(Math.random() * 5) }))
    if (counts.length > 0)
      await ask(world, 'push', ['PATCH', path], { key, body: { updates: counts } })
    const range = { roomCode: 'SUI', dateFrom: dates[0], dateTo: dates[NIGHTS - 1] }
    const updates = [{ ...range, priceCents: 9_000 + Math.floor(Math.random() * 500) }]
    await ask(world, 'price', ['PATCH', path], { key, body: { updates } })
  }
}

/** Connects a vendor with hotels and disconnects it, again and again. */
async function comeAndGo(world: Hunt, { id: vendorId }: { id: string }): Promise<void> {
  const scopes = ['availability:read', 'bookings:read', 'webhooks']
  while (!world.isOver()) {
    const { slug } = pick(world.hotels)
    const body = { vendorId, scopes }
    await ask(world, 'connect', ['POST', `/panel/vendors?hotel=${slug}`], { body })
    await Bun.sleep(100)
    await ask(world, 'leave', ['DELETE', `/panel/vendors/${vendorId}?hotel=${slug}`])
  }
}
