import { expect } from 'bun:test'
import { askAndKill } from './kill.ts'
import type { Answer } from './matchers.ts'
import { dayFromNow, type ServiceProcess, type Setup, startProcess } from './process.ts'
import { readAnswer } from './service.ts'

/** Rooms on sale of each type in each round's nights. */
const ROOMS = 8
const TYPES = ['DBL', 'SGL']
/** Reservations of a round, of two and three stays each. */
const GROUPS = 12
/** A kill comes this long after the first were sent, at random: before, amid and after the commits. */
const KILL_WITHIN_MS = 250
/** Rounds after which nights are used again. */
const ROUNDS_MAX = 150
const ENV = { PUBLIC_RATE_PER_MINUTE: '0', LOGIN_LIMITS: '0', FAIR_USE: '0', STRANGER_LIMITS: '0' }

const nightOf = (round: number) => dayFromNow(20 + 2 * (round % ROUNDS_MAX))

type Hotel = { setup: Setup; apiKey: string; hotelSlug: string }
type Wish = { hotelSlug: string; checkin: string; name: string; number: number }
type Booked = {
  code: string
  status: string
  revision: number
  roomCode: string
  checkin: string
  guest: { lastName: string }
  group: { code: string; position: number }
}

/** States of a reservation in the order in which it comes to them. */
const STATES = ['pending', 'confirmed', 'cancelled']

/** What became of reservations in all rounds. */
export type Killed = { answered: number; whole: number; gone: number }

/**
 * Kills the service amid reservations of several stays, their confirmations and cancellations, round by round. After
 * each start every reservation is whole or not there, what was answered is kept, each room is sold once or free, and
 * the feed has every revision in order.
 */
export async function killAmidGroups(hotel: Hotel, rounds: number): Promise<Killed> {
  const setup = { ...hotel.setup, env: { ...hotel.setup.env, ...ENV } }
  const counted: Killed = { answered: 0, whole: 0, gone: 0 }
  const open = (served: ServiceProcess, round: number) => openNights(served, hotel.apiKey, round)
  let cursor: string
  {
    await using served = await startProcess(['serve'], setup)
    cursor = await open(served, 0)
    expect((await served.stop()).exitCode).toBe(0)
  }
  // On a busy machine all kills may come before the first commit; then some more come later.
  const isEnough = (round: number) => round >= rounds && (counted.whole > 0 || round >= 3 * rounds)
  for (let round = 0; !isEnough(round); round++) {
    const wishes = Array.from({ length: GROUPS }, (_, number) => ({
      ...{ hotelSlug: hotel.hotelSlug, checkin: nightOf(round), number },
      name: `Group ${round}-${number}`,
    }))
    /** The newest state that was answered, by the name of the guest. */
    const told = new Map<string, string>()
    const ask = (served: ServiceProcess, wish: Wish) => reserve(served, wish, told)
    const withinMs = KILL_WITHIN_MS * (round < rounds ? 1 : 4 * (round - rounds + 1))
    await askAndKill(setup, wishes, ask, Math.random() * withinMs)
    await using served = await startProcess(['serve'], setup)
    const feed = await readFeed(served, hotel.apiKey, cursor)
    for (const wish of wishes) {
      const state = stateOf(wish, feed)
      const answered = told.get(wish.name)
      // A later act may have been done though its answer was lost.
      const kept = answered ? STATES.slice(STATES.indexOf(answered)) : [...STATES, 'gone']
      expect(kept, `${wish.name}, answered ${answered}`).toContain(state)
      if (answered) counted.answered++
      counted[state === 'gone' ? 'gone' : 'whole']++
    }
    await expectRooms(served, hotel.apiKey, nightOf(round), feed)
    cursor = await open(served, round + 1)
    expect((await served.stop()).exitCode).toBe(0)
  }
  return counted
}

/** Puts the rooms of a round on sale. @returns the cursor of the feed before it */
async function openNights(served: ServiceProcess, key: string, round: number): Promise<string> {
  const date = nightOf(round)
  const updates = TYPES.map((roomCode) => ({
    ...{ roomCode, date, available: ROOMS, priceCents: 10_000, closed: false },
  }))
  const { body } = await served.call('GET', '/v1/partner/changes?cursor=latest', { key })
  const path = '/v1/partner/availability'
  const answer = await served.call('PUT', path, { key, body: { updates } })
  expect(answer.status, answer.text).toBe(200)
  return body.nextCursor
}

const isHeld = ({ number }: Wish) => number % 3 === 0
const isCancelled = ({ number }: Wish) => number % 4 === 1
const sizeOf = ({ number }: Wish) => 2 + (number % 2)

/** Places a reservation, then confirms a held one and cancels some; notes each answer. */
async function reserve(
  served: ServiceProcess,
  wish: Wish,
  told: Map<string, string>,
): Promise<Answer> {
  const { hotelSlug, checkin, name } = wish
  const send = async (path: string, body: unknown) => {
    const response = await fetch(`${served.url}/v1/booking-groups${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return await readAnswer(response)
  }
  const placed = await send('', {
    hotelSlug,
    hold: isHeld(wish),
    guest: { firstName: 'A', lastName: name, email: 'a@example.com' },
    stays: Array.from({ length: sizeOf(wish) }, (_, stay) => ({
      ...{ roomCode: TYPES[stay % TYPES.length], checkin, checkout: dayAfter(checkin) },
    })),
  })
  if (placed.status !== 201) {
    expect(placed).toBeProblem(409, 'sold_out')
    return placed
  }
  told.set(name, isHeld(wish) ? 'pending' : 'confirmed')
  const { code, manageToken } = placed.body
  const verbs = [...(isHeld(wish) ? ['confirm'] : []), ...(isCancelled(wish) ? ['cancel'] : [])]
  for (const verb of verbs) {
    const answer = await send(`/${code}/${verb}`, { manageToken })
    expect(answer.status, answer.text).toBe(200)
    told.set(name, verb === 'cancel' ? 'cancelled' : 'confirmed')
  }
  return placed
}

const dayAfter = (date: string) =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

async function readFeed(served: ServiceProcess, key: string, from: string): Promise<Booked[]> {
  const records: Booked[] = []
  for (let cursor = from; ; ) {
    const path = `/v1/partner/changes?limit=500&cursor=${cursor}`
    const { body } = await served.call('GET', path, { key })
    for (const { type, booking } of body.changes) if (type === 'booking') records.push(booking)
    if (!body.hasMore) return records
    cursor = body.nextCursor
  }
}

/** Checks that a reservation is whole, in one state and in order. @returns its state; `gone` if there is none */
function stateOf(wish: Wish, feed: readonly Booked[]): string {
  const own = feed.filter(({ guest }) => guest.lastName === wish.name)
  if (own.length === 0) return 'gone'
  const size = sizeOf(wish)
  const first = feed.indexOf(own[0]!)
  const placed = feed.slice(first, first + size)
  expect(
    placed.map(({ guest, group, revision }) => [guest.lastName, group.position, revision]),
  ).toEqual(Array.from({ length: size }, (_, index) => [wish.name, index + 1, 1]))
  const byCode = Map.groupBy(own, ({ code }) => code)
  expect(byCode.size).toBe(size)
  for (const revisions of byCode.values())
    expect(revisions.map(({ revision }) => revision)).toEqual(
      revisions.map((_, index) => index + 1),
    )
  const states = new Set([...byCode.values()].map((revisions) => revisions.at(-1)!.status))
  expect([...states]).toHaveLength(1)
  return [...states][0]!
}

/** Every room is free or sold once. */
async function expectRooms(
  served: ServiceProcess,
  key: string,
  date: string,
  feed: readonly Booked[],
): Promise<void> {
  const newest = new Map(feed.map((record) => [record.code, record]))
  const { body } = await served.call('GET', `/v1/partner/availability?from=${date}&to=${date}`, {
    key,
  })
  for (const roomCode of TYPES) {
    const live = [...newest.values()].filter(
      (each) =>
        each.roomCode === roomCode &&
        each.checkin === date &&
        (each.status === 'pending' || each.status === 'confirmed'),
    )
    const { days } = body.rooms.find((room: { roomCode: string }) => room.roomCode === roomCode)
    expect(days[0].available, `${roomCode} on ${date}`).toBe(ROOMS - live.length)
  }
}
