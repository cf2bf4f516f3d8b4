import { expect } from 'bun:test'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { CARLA } from './bookings.ts'
import { latest } from './changes.ts'
import { note, push, type World } from './group-counts.ts'
import {
  type Command,
  type GroupModel,
  holdUntil,
  isOver,
  type ModelBooking,
} from './group-model.ts'
import { asMaker } from './manage.ts'

const guest = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }
const asked = (hold: boolean) => ({ hotelSlug: 'alfa', guest, hold })

/** Runs a command, and checks its answer against the model. */
export async function obey(world: World, each: Command): Promise<unknown> {
  switch (each.type) {
    case 'group':
      return await place(world, each.stays, each.hold)
    case 'option':
      return await placeOption(world, each)
    case 'patch':
      return await patchGroup(world, each)
    case 'add':
      return await addStay(world, each)
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
  const until = hold ? holdUntil(service.clock.nowMs) : null
  keep(model, answer.body.bookings, stays, { group: answer.body.code, until })
}

/** The hotel holds a group until an instant. */
async function placeOption(
  { service, manager, model }: World,
  { stays, minutes }: CommandOf<'option'>,
): Promise<void> {
  const untilMs = service.clock.nowMs + minutes * 60_000
  const { hotelSlug, guest } = asked(false)
  const body = {
    ...{ hotelSlug, guest, holdUntil: new Date(untilMs).toISOString() },
    stays: stays.map((stay) => model.bodyOf(stay)),
  }
  const answer = await manager.call('POST', '/v1/booking-groups', { body })
  expect(answer.status, answer.text).toBe(model.take(stays).length > 0 ? 409 : 201)
  if (answer.status !== 201) return
  note('option')
  keep(model, answer.body.bookings, stays, { group: answer.body.code, until: untilMs })
}

const isStanding = ({ status }: ModelBooking) => status === 'pending' || status === 'confirmed'

const pickOf = <T>(from: readonly T[], pick: number): T | undefined =>
  from[pick % Math.max(1, from.length)]

/** The hotel changes stays of a group, each another one. */
async function patchGroup(
  { manager, model }: World,
  { pick, stays }: CommandOf<'patch'>,
): Promise<void> {
  const code = pickOf(model.groups(), pick)
  if (code === undefined) return
  const moves = model
    .of(code)
    .filter(({ status }) => status !== 'pending')
    .slice(0, stays.length)
    .map((booking, index) => ({ booking, stay: stays[index]! }))
  if (moves.length === 0) return
  const body = {
    stays: moves.map(({ booking, stay }) => ({ code: booking.code, ...model.bodyOf(stay) })),
  }
  const isSame = moves.map(
    ({ booking, stay }) =>
      JSON.stringify(model.bodyOf(booking)) === JSON.stringify(model.bodyOf(stay)),
  )
  const answer = await manager.call('PATCH', `/v1/booking-groups/${code}`, { body })
  if (!model.of(code).some(isStanding))
    return void expect(answer, answer.text).toBeProblem(409, 'transition_invalid')
  const refused = model.changeAll(moves)
  if (refused.length > 0) {
    expect(answer.status, answer.text).toBe(409)
    const places = new Set<string>(
      answer.body.errors.map(({ path }: { path: string }) => path.split('/')[2]!),
    )
    expect([...places]).toEqual(refused.map(String))
    note('refused patch')
    return
  }
  expect(answer.status, answer.text).toBe(200)
  for (const [index, { booking }] of moves.entries()) if (!isSame[index]) booking.revision += 1
  note('patch')
}

/** The hotel adds a stay to a group: held with the others, or confirmed. */
async function addStay({ manager, model }: World, { pick, stay }: CommandOf<'add'>): Promise<void> {
  const code = pickOf(model.groups(), pick)
  if (code === undefined) return
  const those = model.of(code)
  const held = those.find(({ status }) => status === 'pending')
  const stands = those.some(isStanding)
  const path = `/v1/panel/booking-groups/${code}/stays?hotel=alfa`
  const answer = await manager.call('POST', path, { body: model.bodyOf(stay) })
  if (!stands) return void expect(answer.status, answer.text).toBe(409)
  if (model.take([stay]).length > 0) return void expect(answer).toBeProblem(409, 'sold_out')
  expect(answer.status, answer.text).toBe(201)
  note(held ? 'held stay' : 'added stay')
  keep(model, answer.body.bookings.slice(-1), [stay], {
    group: code,
    until: held?.holdUntilMs ?? null,
  })
}

/** Keeps bookings as answered, in the order of the stays. */
function keep(
  model: GroupModel,
  answered: { code: string }[],
  stays: CommandOf<'group'>['stays'],
  { group, until }: { group: string | null; until: number | null },
): void {
  const placing = model.bookings.length
  for (const [index, stay] of stays.entries())
    model.bookings.push({
      ...stay,
      ...{ code: answered[index]!.code, group, placing, revision: 1 },
      status: until === null ? 'confirmed' : 'pending',
      holdUntilMs: until ?? 0,
    })
}

async function bookAlone(
  { service, model }: World,
  { stay, hold }: CommandOf<'book'>,
): Promise<void> {
  const body = { ...asked(hold), ...model.bodyOf(stay) }
  const answer = await service.call('POST', '/v1/bookings', { body })
  expect(answer.status).toBe(model.take([stay]).length > 0 ? 409 : 201)
  const until = hold ? holdUntil(service.clock.nowMs) : null
  if (answer.status === 201) keep(model, [answer.body], [stay], { group: null, until })
}

async function actOnGroup(
  world: World,
  { type, pick }: Act<'confirmGroup' | 'cancelGroup'>,
): Promise<void> {
  const { service, model } = world
  const code = pickOf(model.groups(), pick)
  if (code === undefined) return
  const those = model.of(code)
  const verb = type === 'confirmGroup' ? 'confirm' : 'cancel'
  const { call, key } = makerOf(world, code)
  const answer = await call('POST', `/v1/booking-groups/${code}/${verb}`, { body: key })
  const nowMs = service.clock.nowMs
  const standing = those.filter(isStanding)
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

/** Whoever made a booking or a group: a guest by the token, or the hotel by its session. */
function makerOf({ service, manager }: World, code: string) {
  const key = asMaker(code)
  const isGuest = Object.keys(key).length > 0
  return { call: isGuest ? service.call : manager.call, key, isGuest }
}

async function actOnBooking(
  world: World,
  { type, pick }: Act<'confirm' | 'cancel'>,
): Promise<unknown> {
  const { model } = world
  const booking = pickOf(model.bookings, pick)
  if (!booking) return
  const { call, key } = makerOf(world, booking.group ?? booking.code)
  const answer = await call('POST', `/v1/bookings/${booking.code}/${type}`, { body: key })
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

async function change(world: World, { pick, stay }: CommandOf<'change'>) {
  const { model } = world
  const booking = pickOf(model.bookings, pick)
  if (!booking) return
  const { call, key, isGuest } = makerOf(world, booking.group ?? booking.code)
  const body = { ...key, ...model.bodyOf(stay) }
  const answer = await call('PATCH', `/v1/bookings/${booking.code}`, { body })
  const isOption = booking.status === 'pending' && !isGuest
  if (booking.status !== 'confirmed' && !isOption)
    return expect(answer, answer.text).toBeProblem(409, 'transition_invalid')
  const isSame = JSON.stringify(model.bodyOf(booking)) === JSON.stringify(model.bodyOf(stay))
  const isMoved = model.change(booking, stay)
  expect(answer.status, answer.text).toBe(isMoved ? 200 : 409)
  if (!isMoved) return note('refused change')
  if (!isSame) booking.revision = answer.body.revision
  note('change')
}
