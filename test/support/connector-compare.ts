import type { Booking } from '../../src/client/call.ts'
import { type MirrorView, readMirror } from '../../src/connector/lib/index.ts'
import type { GuestRecord } from './connector-guests.ts'
import type { HotelSystem } from './connector-pms.ts'
import type { World } from './connector-world.ts'
import { dayFromNow, until } from './process.ts'

const STATUSES = ['pending', 'confirmed', 'cancelled', 'expired', 'no_show', 'completed']
const DAYS = 200

/** Two sides of one kind of thing, compared by name and value. */
export type Comparison = { there: number; missing: string[]; extra: string[]; different: string[] }

/**
 * What the service has, what the connector's mirror and your system have, whether the counts are what your system wants,
 * and whether all that was acknowledged was kept.
 */
export async function compare(world: World, told: GuestRecord) {
  const there = await readService(world)
  const { kept } = world.system
  const mirror = await readMirror(world.state)
  const here = readSides(mirror)
  const lost = [...told].filter(
    ([code, { revision }]) => (mirror.entry(code)?.booking.revision ?? 0) < revision,
  )
  return {
    days: compareSides(there.days, here.days),
    bookings: compareSides(there.bookings, here.bookings),
    records: compareSides(there.records, here.records),
    acks: compareSides(there.acks, here.acks),
    groups: compareSides(there.groups, here.groups),
    system: compareSides(there.confirmed, keptSide(kept)),
    counts: compareSides(there.counts, countsWanted(world.system, mirror)),
    lost: lost.map(([code]) => code),
  }
}

/** Codes of bookings that the service takes for kept, and your system has not. It can only have more by now. */
export async function findEarlyAcks(world: World): Promise<string[]> {
  let all: Booking[] | undefined
  // A fault that a sandbox was asked for may hit this call.
  await until('the service lists its bookings', async () => {
    all = await readBookings(world).catch(() => undefined)
    return all !== undefined
  })
  const { kept } = world.system
  return all!
    .filter(({ code, ackedRevision }) => (kept.get(code)?.revision ?? 0) < (ackedRevision ?? 0))
    .map(({ code, ackedRevision }) => `${code} ${ackedRevision}`)
}

/** How many things are not as they should be. */
export const wrongOf = ({ lost, ...kinds }: Awaited<ReturnType<typeof compare>>) =>
  lost.length +
  Object.values(kinds).reduce(
    (sum, { missing, extra, different }) => sum + missing.length + extra.length + different.length,
    0,
  )

type Side = Map<string, string>

function compareSides(there: Side, here: Side): Comparison {
  const names = [...there.keys()]
  return {
    there: there.size,
    missing: names.filter((name) => !here.has(name)),
    extra: [...here.keys()].filter((name) => !there.has(name)),
    different: names
      .filter((name) => here.has(name) && here.get(name) !== there.get(name))
      .map((name) => `${name}: ${there.get(name)} there, ${here.get(name)} here`),
  }
}

async function readService(world: World) {
  const { call, auditKey: key } = world
  const [days, counts, bookings, records, confirmed, groups, acks] = sides(7)
  const range = `from=${dayFromNow(0)}&to=${dayFromNow(DAYS - 1)}`
  const pull = await call('GET', `/v1/partner/availability?${range}`, { key })
  for (const { roomCode, days: all } of pull.body.rooms)
    for (const { date, available, priceCents, closed } of all) {
      days!.set(`${roomCode} ${date}`, `${available} ${priceCents} ${closed}`)
      counts!.set(`${roomCode} ${date}`, String(available))
    }
  for (const booking of await readBookings(world)) {
    const { code, revision, status, ackedRevision, confirmedAt, group } = booking
    bookings!.set(code, `${revision} ${status}`)
    records!.set(code, recordOf(booking))
    if (group) groups!.set(code, `${group.code} ${group.position}`)
    if (confirmedAt === null) continue
    confirmed!.set(code, `${revision} ${status}`)
    acks!.set(code, `${ackedRevision} acknowledged`)
  }
  return {
    ...{ days: days!, counts: counts!, bookings: bookings!, records: records! },
    ...{ confirmed: confirmed!, groups: groups!, acks: acks! },
  }
}

/** @throws Error if the service refuses, as a sandbox does that was asked for a fault */
async function readBookings({ call, auditKey: key }: World): Promise<Booking[]> {
  const statuses = STATUSES.map((status) => `&status=${status}`).join('')
  const found: Booking[] = []
  for (let cursor = ''; ; ) {
    const query = `updatedSince=2000-01-01T00:00:00Z&limit=500${statuses}${cursor}`
    const { status, body } = await call('GET', `/v1/partner/bookings?${query}`, { key })
    if (status !== 200) throw new Error(`the pull was answered ${status}`)
    found.push(...body.bookings)
    if (!body.nextCursor) return found
    cursor = `&cursor=${body.nextCursor}`
  }
}

const sides = (count: number): Side[] => Array.from({ length: count }, () => new Map())

function readSides(mirror: MirrorView) {
  const [days, bookings, records, groups, acks] = sides(5)
  for (const { roomCode, date, available, priceCents, closed } of mirror.days())
    if (date >= dayFromNow(0))
      days!.set(`${roomCode} ${date}`, `${available} ${priceCents} ${closed}`)
  for (const { booking } of mirror.entries()) {
    const { code, revision, status, confirmedAt, group } = booking
    // The pull leaves out holds that were cancelled unconfirmed (contract §2), the feed does not.
    if (status === 'cancelled' && confirmedAt === null) continue
    bookings!.set(code, `${revision} ${status}`)
    records!.set(code, recordOf(booking))
    if (group) groups!.set(code, `${group.code} ${group.position}`)
    if (confirmedAt !== null) acks!.set(code, `${revision} acknowledged`)
  }
  return { days: days!, bookings: bookings!, records: records!, groups: groups!, acks: acks! }
}

/** A whole booking as text: stay, extras, guests, company and sums, without what changes by no revision (contract §3). */
function recordOf({ ackedRevision: _, externalId: __, proof: ___, payment, ...rest }: Booking) {
  return JSON.stringify({ ...rest, payment: { ...payment, paidCents: 0 } })
}

const keptSide = (kept: HotelSystem['kept']): Side =>
  new Map([...kept].map(([code, { revision, status }]) => [code, `${revision} ${status}`]))

/** Rooms − sold at the desk − live bookings, never below 0, worked out from the bookings themselves. */
function countsWanted({ rooms, sold }: HotelSystem, mirror: MirrorView): Side {
  const wanted = new Map<string, number>()
  for (const [roomCode, all] of Object.entries(rooms))
    for (let ahead = 0; ahead < DAYS; ahead++) {
      const name = `${roomCode} ${dayFromNow(ahead)}`
      wanted.set(name, all - (sold.get(name) ?? 0))
    }
  for (const { booking } of mirror.entries()) {
    const { status, roomCode, rooms, nightly } = booking
    if (!['pending', 'confirmed'].includes(status)) continue
    for (const { date } of nightly) {
      const name = `${roomCode} ${date}`
      wanted.set(name, wanted.get(name)! - rooms)
    }
  }
  return new Map([...wanted].map(([name, count]) => [name, String(Math.max(0, count))]))
}
