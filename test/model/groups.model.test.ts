import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { addDay, CARLA } from '../support/bookings.ts'
import { type Entry, latest, walk } from '../support/changes.ts'
import { makeExtra } from '../support/extras.ts'
import {
  type Command,
  capacityOf,
  command,
  EXTRAS,
  GroupModel,
  holdUntil,
  isOver,
  type ModelBooking,
  NIGHTS,
  type Seen,
  TYPES,
} from '../support/group-model.ts'
import { asMaker } from '../support/manage.ts'
import { rounds } from '../support/rounds.ts'
import { startService, type TestService } from '../support/service.ts'
import { signIn, type TestUser } from '../support/users.ts'

// Histories of reservations of several stays: nothing oversold, nothing half placed, sums equal by group, the feed in
// order (contract-groups).

const FIRST = '2027-04-01'
/** Histories of one hotel, each with nights of its own. */
const HISTORIES = 60

type World = { service: TestService; manager: TestUser; model: GroupModel }

const guest = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }
const asked = (hold: boolean) => ({ hotelSlug: 'alfa', guest, hold })

/** How often each kind of act was done: a model that is refused everything proves nothing. */
const done = new Map<string, number>()
const note = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)

async function obey(world: World, each: Command): Promise<unknown> {
  switch (each.type) {
    case 'group':
      return await place(world, each.stays, each.hold)
    case 'book':
      return await bookAlone(world, each)
    case 'confirmGroup':
    case 'cancelGroup':
      return await actOnGroup(world, each)
    case 'change':
      return await change(world, each)
    case 'see':
      return world.model.see(await latest(world.service.alfa))
    case 'push':
      return await push(world, each)
    case 'tick': {
      world.service.clock.advance(each.minutes * 60_000)
      await expireHolds(world.service.deps)
      return world.model.expire(world.service.clock.nowMs)
    }
    default:
      await actOnBooking(world, each)
  }
}

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>
type Act<Types extends string> = { type: Types; pick: number }

async function place(
  { service, model }: World,
  stays: CommandOf<'group'>['stays'],
  hold: boolean,
): Promise<void> {
  const body = { ...asked(hold), stays: stays.map((stay) => model.bodyOf(stay)) }
  const answer = await service.call('POST', '/v1/booking-groups', { body })
  const full = model.take(stays)
  if (full.length > 0) {
    expect(answer).toBeProblem(409, 'sold_out')
    const places = answer.body.errors.map(({ path }: { path: string }) => path)
    expect(places).toEqual(full.map((index) => `/stays/${index}/checkin`))
    note('refused group')
    return
  }
  expect(answer.status, answer.text).toBe(201)
  note(hold ? 'held group' : 'group')
  keep({ service, model }, answer.body.bookings, stays, { group: answer.body.code, hold })
}

/** Keeps bookings as answered, in the order of the stays. */
function keep(
  { service, model }: Pick<World, 'service' | 'model'>,
  answered: { code: string }[],
  stays: CommandOf<'group'>['stays'],
  { group, hold }: { group: string | null; hold: boolean },
): void {
  for (const [index, stay] of stays.entries())
    model.bookings.push({
      ...stay,
      ...{ code: answered[index]!.code, group, revision: 1 },
      status: hold ? 'pending' : 'confirmed',
      holdUntilMs: holdUntil(service.clock.nowMs),
    })
}

async function bookAlone(
  { service, model }: World,
  { stay, hold }: CommandOf<'book'>,
): Promise<void> {
  const body = { ...asked(hold), ...model.bodyOf(stay) }
  const answer = await service.call('POST', '/v1/bookings', { body })
  expect(answer.status).toBe(model.take([stay]).length > 0 ? 409 : 201)
  if (answer.status === 201) keep({ service, model }, [answer.body], [stay], { group: null, hold })
}

async function actOnGroup(
  { service, model }: World,
  { type, pick }: Act<'confirmGroup' | 'cancelGroup'>,
): Promise<void> {
  const groups = model.groups()
  const code = groups[pick % Math.max(1, groups.length)]
  if (code === undefined) return
  const those = model.of(code)
  const verb = type === 'confirmGroup' ? 'confirm' : 'cancel'
  const answer = await service.call('POST', `/v1/booking-groups/${code}/${verb}`, {
    body: asMaker(code),
  })
  const nowMs = service.clock.nowMs
  const standing = those.filter(({ status }) => status === 'pending' || status === 'confirmed')
  if (verb === 'cancel') {
    const isRight = standing.length > 0 || those.some(({ status }) => status === 'cancelled')
    expect(answer.status).toBe(isRight ? 200 : 409)
    for (const booking of standing) model.end(booking, 'cancelled')
  } else {
    const isLate = those.some((each) => each.status === 'expired' || isOver(each, nowMs))
    expect(answer.status).toBe(standing.length > 0 && !isLate ? 200 : 409)
    if (answer.status !== 200) return
    for (const booking of standing.filter(({ status }) => status === 'pending')) confirm(booking)
  }
  if (answer.status === 200) note(type)
}

const confirm = (booking: ModelBooking) =>
  Object.assign(booking, { status: 'confirmed', revision: booking.revision + 1 })

const keyOf = ({ code, group }: ModelBooking) => asMaker(group ?? code)

async function actOnBooking(
  { service, model }: World,
  { type, pick }: Act<'confirm' | 'cancel'>,
): Promise<unknown> {
  const booking = model.bookings[pick % Math.max(1, model.bookings.length)]
  if (!booking) return
  const path = `/v1/bookings/${booking.code}/${type}`
  const answer = await service.call('POST', path, { body: keyOf(booking) })
  if (type === 'confirm' && booking.group !== null && booking.status === 'pending')
    return expect(answer).toBeProblem(409, 'confirm_the_group')
  if (answer.status === 200) {
    if (type === 'cancel' && booking.status !== 'cancelled') model.end(booking, 'cancelled')
    if (type === 'confirm' && booking.status === 'pending') confirm(booking)
    return note(type)
  }
  expect(answer.status, answer.text).toBe(409)
  if (type === 'cancel') expect(booking.status).toBe('expired')
  else expect(booking.status === 'confirmed' && booking.group === null).toBe(false)
}

async function change({ service, model }: World, { pick, stay }: CommandOf<'change'>) {
  const booking = model.bookings[pick % Math.max(1, model.bookings.length)]
  if (!booking) return
  const body = { ...keyOf(booking), ...model.bodyOf(stay) }
  const answer = await service.call('PATCH', `/v1/bookings/${booking.code}`, { body })
  if (booking.status !== 'confirmed')
    return expect(answer, answer.text).toBeProblem(409, 'transition_invalid')
  const isSame = JSON.stringify(model.bodyOf(booking)) === JSON.stringify(model.bodyOf(stay))
  const isMoved = model.change(booking, stay)
  expect(answer.status, answer.text).toBe(isMoved ? 200 : 409)
  if (!isMoved) return note('refused change')
  if (!isSame) booking.revision = answer.body.revision
  note('change')
}

/** Pushes counts as an honest system sends them that knows what it has read of the feed, and no other channel. */
async function push({ service, model }: World, { pick, holds }: CommandOf<'push'>): Promise<void> {
  const seen = model.seen[pick % Math.max(1, model.seen.length)]
  if (!seen) return
  const updates = [...seen.counts].map(([cell, { confirmed, pending }]) => {
    const [roomCode, date] = cell.split(' ')
    const known = confirmed + (holds === 'counted' ? pending : 0)
    return { roomCode, date, available: capacityOf(cell) - known }
  })
  const body = { updates, seenThrough: seen.cursor, holds }
  const answer = await service.alfa.call('PATCH', '/availability', { body })
  expect(answer.status, answer.text).toBe(200)
  note(holds)
  await judgeCounts({ service, model }, seen)
}

/** No count offers a room that is sold, and one that missed no release offers every other. */
async function judgeCounts(world: Pick<World, 'service' | 'model'>, seen: Seen): Promise<void> {
  const { model } = world
  const isNewest = model.seen.at(-1) === seen
  for (const [cell, available] of await readCells(world)) {
    const { confirmed, pending } = model.roomsOn(cell)
    const free = capacityOf(cell) - confirmed - pending
    expect(available, cell).toBeLessThanOrEqual(free)
    if (isNewest && !seen.released.get(cell)) expect(available, cell).toBe(free)
    model.available.set(cell, available)
  }
  const { day } = world.service.store.t
  for (const row of await world.service.store.db.select().from(day))
    model.shortfall.set(`${row.roomCode} ${row.date}`, row.shortfall)
}

async function readCells({ service, model }: Pick<World, 'service' | 'model'>) {
  const cells = [...model.available.keys()]
  const from = cells[0]!.slice(4)
  const to = addDay(from, NIGHTS - 1)
  const { body } = await service.alfa.call('GET', `/availability?from=${from}&to=${to}`)
  const left = body.rooms.flatMap((room: any) =>
    room.days.map((day: any) => [`${room.roomCode} ${day.date}`, day.available]),
  )
  return (left as [string, number][]).filter(([cell]) => model.available.has(cell))
}

/** Rooms left and every group are what the rules make of what was answered. */
async function look(world: World): Promise<void> {
  const { model, manager } = world
  expect(new Map(await readCells(world))).toEqual(model.available)
  for (const group of model.groups()) {
    const those = model.of(group)
    const { body } = await manager.call('GET', `/v1/booking-groups/${group}`)
    const shown = body.bookings.map((each: any) => [each.code, each.status, each.payableCents])
    const sums = those.map((booking) => model.sumsOf(booking))
    expect(shown).toEqual(
      those.map(({ code, status }, index) => [code, status, sums[index]!.payable]),
    )
    const sum = (of: (each: (typeof sums)[number]) => number) =>
      sums.reduce((total, each) => total + of(each), 0)
    expect([body.totalPriceCents, body.extrasTotalCents, body.payableCents]).toEqual([
      sum(({ stands, total }) => (stands ? total : 0)),
      sum(({ stands, extras }) => (stands ? extras : 0)),
      sum(({ payable }) => payable),
    ])
  }
}

/** Every revision stands once and in order, and the entries of one placing stand together in the order of its stays. */
async function readFeed({ service, model }: World, from: string): Promise<void> {
  const entries = (await walk(service.alfa, { from })).filter(({ type }) => type === 'booking')
  const records = entries.map(({ booking }: Entry) => booking)
  for (const booking of model.bookings) {
    const own = records.filter(({ code }) => code === booking.code)
    expect(own.map(({ revision }) => revision)).toEqual(
      Array.from({ length: booking.revision }, (_, index) => index + 1),
    )
    const last = own.at(-1)
    const { total, extras } = model.sumsOf(booking)
    expect([last.status, last.totalPriceCents, last.extrasTotalCents]).toEqual([
      booking.status,
      total,
      extras,
    ])
  }
  for (const group of model.groups()) {
    const at = records.findIndex((each) => each.group?.code === group)
    const codes = model.of(group).map(({ code }) => code)
    expect(records.slice(at, at + codes.length).map(({ code }) => code)).toEqual(codes)
  }
  expect(new Set(records.map(({ code }) => code)).size).toBe(model.bookings.length)
}

async function openHotel(): Promise<TestService> {
  const service = await startService({
    rooms: Object.entries(TYPES).map(([roomCode, { rooms }]) => ({
      ...{ roomCode, totalRooms: rooms, overbookingRooms: 0 },
      ...{ maxAdults: 9, maxOccupancy: 9 },
    })),
  })
  for (const [code, { per, cents }] of Object.entries(EXTRAS))
    await makeExtra(service, { code, per, priceCents: cents })
  return service
}

async function openNights({ service, model }: World): Promise<void> {
  const updates = [...model.available].map(([cell, available]) => {
    const [roomCode, date] = cell.split(' ')
    const { cents } = TYPES[roomCode as keyof typeof TYPES]
    return { roomCode, date, available, priceCents: cents, closed: false }
  })
  const { status } = await service.alfa.call('PUT', '/availability', { body: { updates } })
  expect(status).toBe(200)
}

test('through any history a group is whole, nothing is oversold, sums are those of its stays and the feed is in order (contract-groups)', async () => {
  let service = await openHotel()
  let histories = 0
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 12, maxLength: 30, size: 'max' }),
        async (commands) => {
          if (histories === HISTORIES) {
            await service[Symbol.asyncDispose]()
            service = await openHotel()
            histories = 0
          }
          // Holds of the history before are none of this one.
          service.clock.advance(16 * 60_000)
          await expireHolds(service.deps)
          const model = new GroupModel(addDay(FIRST, histories++ * (NIGHTS + 1)))
          const manager = await signIn(service, 'hotel_manager', {
            name: `manager-${histories}`,
            hotelIds: [service.alfa.id],
          })
          const world = { service, manager, model }
          await openNights(world)
          const from = await latest(service.alfa)
          for (const each of commands) {
            await obey(world, each)
            await look(world)
          }
          await readFeed(world, from)
        },
      ),
      { numRuns: rounds(120) },
    )
  } finally {
    await service[Symbol.asyncDispose]()
  }
  const kinds = ['group', 'held group', 'refused group', 'confirmGroup', 'cancelGroup', 'change']
  const others = ['confirm', 'cancel', 'left_out', 'counted', 'refused change']
  expect([...kinds, ...others].filter((name) => !done.has(name))).toEqual([])
}, 120_000)
