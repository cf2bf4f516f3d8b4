import { addDay } from './bookings.ts'
import { EXTRAS, ROOMS } from './connector-hotel.ts'
import type { ActBody, World } from './connector-world.ts'
import type { Answer } from './matchers.ts'
import { dayFromNow } from './process.ts'

export const ROOM_CODES = Object.keys(ROOMS)
/** The nights that guests and the desk book. */
const WANTED = { first: 20, nights: 30 }
/** Options run out so late: some are confirmed, changed or let go before. */
const OPTION_MS = { least: 1_500, most: 20_000 }
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }

/** The newest that a guest was told of a booking. */
export type GuestRecord = Map<string, Told>
type Told = {
  code: string
  revision: number
  status: string
  holdUntil?: string | null
  group?: { code: string; position: number } | null
}

type Send = (method: string, path: string, body: ActBody) => Promise<Answer>
/** What guests and the desk do, and what they were told; `done` counts what was done, by name. */
type Scene = { world: World; told: GuestRecord; done: Record<string, number> }

export const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!
const oneIn = (count: number) => Math.random() * count < 1
export const nightAt = () => dayFromNow(WANTED.first + Math.floor(Math.random() * WANTED.nights))

/** Guests and hotel's people who book, hold, confirm, change and cancel, alone or in groups, until they are told to stop. */
export function sendGuests(world: World, lines: number, pauseMs: number) {
  const scene: Scene = { world, told: new Map(), done: {} }
  let isOver = false
  const running = Array.from({ length: lines }, async () => {
    while (!isOver) {
      await act(scene)
      await Bun.sleep(Math.random() * pauseMs * 2)
    }
  })
  return {
    ...{ told: scene.told, done: scene.done },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

/** What may be done, each with its weight. */
const ACTS: readonly (readonly [number, (scene: Scene) => Promise<void>])[] = [
  [30, placeOne],
  [20, placeMany],
  [15, confirm],
  [10, changeOne],
  [15, changeMany],
  [5, addStay],
  [10, cancelOne],
  [4, cancelMany],
]
const WEIGHTS = ACTS.reduce((sum, [weight]) => sum + weight, 0)

async function act(scene: Scene): Promise<void> {
  let dice = Math.random() * WEIGHTS
  for (const [weight, deed] of ACTS) {
    dice -= weight
    if (dice < 0) return await deed(scene)
  }
}

/** Sends a request and notes what it was told, of a group each booking. A request cut off by a kill has no answer. */
async function ask(
  { told, done }: Scene,
  { name, send }: { name: string; send: Send },
  ...request: Parameters<Send>
): Promise<void> {
  const answer = await send(...request).catch(() => undefined)
  if (!answer || answer.status >= 300) return
  done[name] = (done[name] ?? 0) + 1
  for (const each of (answer.body.bookings ?? [answer.body]) as Told[])
    if ((told.get(each.code)?.revision ?? 0) <= each.revision) told.set(each.code, each)
}

const dates = () => {
  const checkin = nightAt()
  return { checkin, checkout: addDay(checkin, 1 + Math.floor(Math.random() * 3)) }
}

const newExtras = () =>
  Object.keys(EXTRAS).flatMap((code) =>
    oneIn(3) ? [{ code, quantity: 1 + Math.floor(Math.random() * 2) }] : [],
  )

const newStay = () => ({
  ...{ roomCode: pick(ROOM_CODES), ...dates(), adults: 2, extras: newExtras() },
  ...(oneIn(2) && {
    guestNames: [{ firstName: 'Can', lastName: `Çelik ${pick('ABC'.split(''))}` }],
  }),
})

const newFacts = () => ({
  ...(oneIn(3) && { arrivalTime: `1${Math.floor(Math.random() * 10)}:30` }),
  ...(oneIn(4) && {
    company: { name: `Çelik ${pick('XYZ'.split(''))} Ltd`, taxNumber: '1234567890' },
  }),
})

const newEnd = () => {
  const ms = OPTION_MS.least + Math.random() * (OPTION_MS.most - OPTION_MS.least)
  return new Date(Date.now() + ms).toISOString()
}

/** A booking, a hold of its guest, or an option that the desk keeps for somebody, with a deposit promised. */
function newKind({ world }: Scene): { name: string; send: Send; more: object } {
  const dice = Math.random()
  if (dice < 0.6) return { name: 'booked', send: world.guest, more: {} }
  if (dice < 0.75) return { name: 'held', send: world.guest, more: { hold: true } }
  const guarantee = { type: 'deposit', amountCents: 5_000, reference: 'promised' }
  const more = { holdUntil: newEnd(), ...(world.mode === 'live' && { payment: { guarantee } }) }
  return { name: 'optioned', send: world.desk, more }
}

async function placeOne(scene: Scene): Promise<void> {
  const { more, ...by } = newKind(scene)
  const body = { hotelSlug: 'alfa', guest: GUEST, ...newStay(), ...newFacts(), ...more }
  await ask(scene, by, 'POST', '/bookings', body)
}

async function placeMany(scene: Scene): Promise<void> {
  const { name, send, more } = newKind(scene)
  const stays = Array.from({ length: pick([2, 3, 4]) }, newStay)
  // The panel's address names the hotel.
  const of = send === scene.world.guest ? { hotelSlug: 'alfa' } : {}
  const body = { ...of, guest: GUEST, stays, ...newFacts(), ...more }
  await ask(scene, { name: `group ${name}`, send }, 'POST', '/booking-groups', body)
}

/** Who may act on a booking: its guest by the token, or the desk; an option is the desk's alone. */
function actorOf({ world }: Scene, { group, code, holdUntil }: Told) {
  const isDesk = oneIn(3) || Boolean(holdUntil)
  const holder = group?.code ?? code
  return isDesk
    ? { send: world.desk as Send, who: 'desk', holder: {} }
    : { send: world.guest, who: 'guest', holder: { holder } }
}

/** A booking that somebody was told of; of a group if so asked, with all that is known of it. */
function choose({ told }: Scene, isGroup?: boolean): Told | undefined {
  const all = [...told.values()].filter(({ group }) => isGroup === undefined || isGroup === !!group)
  return all.length > 0 ? pick(all) : undefined
}

async function confirm(scene: Scene): Promise<void> {
  const held = [...scene.told.values()].filter(({ status }) => status === 'pending')
  if (held.length === 0) return
  const booking = pick(held)
  const { group, code } = booking
  const { send, who, holder } = actorOf(scene, booking)
  const path = group ? `/booking-groups/${group.code}` : `/bookings/${code}`
  const name = `${group ? 'group ' : ''}confirmed by ${who}`
  await ask(scene, { name, send }, 'POST', `${path}/confirm`, holder)
}

async function changeOne(scene: Scene): Promise<void> {
  const booking = choose(scene)
  if (!booking) return
  const { send, who, holder } = actorOf(scene, booking)
  const change = pick<object>([
    dates(),
    { extras: newExtras() },
    newFacts(),
    { adults: pick([1, 2]) },
  ])
  const body = { ...holder, ...change }
  await ask(scene, { name: `changed by ${who}`, send }, 'PATCH', `/bookings/${booking.code}`, body)
}

/** Changes a group as a whole: facts of all, stays of some, the end of an option; what one lets go the next may take. */
async function changeMany(scene: Scene): Promise<void> {
  const booking = choose(scene, true)
  if (!booking) return
  const group = booking.group!.code
  const members = [...scene.told.values()].filter((each) => each.group?.code === group)
  const { send, who, holder } = actorOf(scene, booking)
  const stays = members
    .filter(() => oneIn(2))
    .map(({ code }) => ({ code, ...dates(), ...(oneIn(2) && { extras: newExtras() }) }))
  const isOption = Boolean(booking.holdUntil) && who === 'desk' && scene.world.mode === 'live'
  const body = {
    ...{ ...holder, ...newFacts(), stays },
    ...(oneIn(3) && { guest: { firstName: pick(['Carla', 'Deniz']) } }),
    ...(isOption && oneIn(2) && { holdUntil: newEnd() }),
  }
  await ask(
    scene,
    { name: `group changed by ${who}`, send },
    'PATCH',
    `/booking-groups/${group}`,
    body,
  )
}

/** The desk adds a stay to a group. */
async function addStay(scene: Scene): Promise<void> {
  const booking = choose(scene, true)
  if (!booking) return
  const { guestNames: _, ...stay } = newStay()
  const path = `/booking-groups/${booking.group!.code}/stays`
  await ask(scene, { name: 'stay added', send: scene.world.desk }, 'POST', path, stay)
}

async function cancelOne(scene: Scene): Promise<void> {
  const booking = choose(scene)
  if (!booking) return
  const { send, who, holder } = actorOf(scene, booking)
  const name = `${booking.group ? 'part ' : ''}cancelled by ${who}`
  await ask(scene, { name, send }, 'POST', `/bookings/${booking.code}/cancel`, holder)
}

async function cancelMany(scene: Scene): Promise<void> {
  const booking = choose(scene, true)
  if (!booking) return
  const { send, who, holder } = actorOf(scene, booking)
  const path = `/booking-groups/${booking.group!.code}/cancel`
  await ask(scene, { name: `group cancelled by ${who}`, send }, 'POST', path, holder)
}
