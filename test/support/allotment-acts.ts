import { expect } from 'bun:test'
import type { Command } from './allotment-commands.ts'
import type { AgencyCode, Asked, ModelBooking, Night, Taking, Who } from './allotment-model.ts'
import { moveClock, note, type World } from './allotment-world.ts'

const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>
const isAgency = (who: Who): who is AgencyCode => who === 'DELTA' || who === 'ECHO'

/**
 * Runs a command, and checks its answer against the model.
 *
 * @returns whose booking acted, or the clock that let holds run out: nobody else's sure rooms may fall by it; undefined
 *   for acts that may lower them, such as overrides, counts and settings
 */
export async function obey(world: World, each: Command): Promise<Who | 'clock' | undefined> {
  switch (each.type) {
    case 'set':
      return await set(world, each)
    case 'book':
      return await book(world, each)
    case 'group':
      return await placeGroup(world, each)
    case 'change':
      return await change(world, each)
    case 'cancel':
    case 'confirm':
    case 'noShow':
      return await act(world, each)
    case 'reinstate':
      return await reinstate(world, each)
    case 'count':
    case 'countBy':
      return await count(world, each)
    case 'cap':
      return await cap(world, each)
    case 'terms':
      return await setTerms(world, each)
    default:
      return await moveClock(world, each)
  }
}

const isStanding = ({ status }: ModelBooking) => status === 'pending' || status === 'confirmed'

/** Picks one of the bookings that begin today or later. */
function pickOf(
  { model }: World,
  pick: number,
  isMeant: (booking: ModelBooking) => boolean,
): ModelBooking | undefined {
  const those = model.bookings.filter(
    (each) => model.date(each.start) >= model.today && isMeant(each),
  )
  return those[pick % Math.max(1, those.length)]
}

/** A stay as a request says it. */
function bodyOf({ model }: World, { roomCode, start, nights, rooms }: Asked) {
  const checkin = model.date(start)
  return { roomCode, rooms, adults: rooms, checkin, checkout: model.date(start + nights) }
}

const callOf = ({ people, service }: World, who: Who) =>
  who === 'web' ? service.call : people[who].call

/** The error code for an agency that takes something anew while its sale is stopped. */
const STOPPED = 'closed_for_sale'

/** True if an agency takes nothing anew at present, by whoever's act. */
const isStopped = ({ stopped }: World, who: Who) => isAgency(who) && stopped[who]

async function set({ people, model }: World, { settings }: CommandOf<'set'>): Promise<undefined> {
  const updates = settings.map(({ agency, roomCode, from, days, ...values }) => ({
    ...{ agencyCode: agency, roomCode },
    ...{ dateFrom: model.date(from), dateTo: model.date(from + days - 1), ...values },
  }))
  if (updates.some(({ dateFrom }) => dateFrom < model.today)) return
  const answer = await people.hotel.call('PUT', '/v1/panel/allotments', { body: { updates } })
  const isEmpty = settings.some((each) => (each.rooms ?? each.releaseDays) === undefined)
  expect(answer.status, answer.text).toBe(isEmpty ? 422 : 200)
  if (isEmpty) return
  for (const { agency, roomCode, from, days, rooms, releaseDays } of settings)
    for (const cell of model.cellsOf({ roomCode, start: from, nights: days })) {
      const name = `${agency} ${cell}`
      const known = model.allotments.get(name) ?? { rooms: 0, releaseDays: 0 }
      model.allotments.set(name, {
        rooms: rooms ?? known.rooms,
        releaseDays: releaseDays ?? known.releaseDays,
      })
    }
  note('set')
}

const nightsOf = ({ model }: World, stay: Asked): Night[] =>
  model.cellsOf(stay).map((cell) => [cell, stay.rooms])

function keep({ model }: World, body: any, stay: Asked, who: Who): void {
  model.bookings.push({
    ...stay,
    ...{ code: body.code, who, status: body.status },
    wasConfirmed: body.status === 'confirmed',
    holdUntilMs: body.holdUntil ? Date.parse(body.holdUntil) : 0,
  })
}

async function book(world: World, { who, stay, ...flags }: CommandOf<'book'>) {
  const { model, service } = world
  const override = flags.override && who === 'hotel'
  // An option, which its agency may change; it begins after today.
  const hold = flags.hold && isAgency(who) && model.date(stay.start) > model.today
  if (model.date(stay.start) < model.today) return
  const holdUntil = new Date(service.clock.nowMs + 3 * 3_600_000).toISOString()
  const body = { hotelSlug: 'alfa', guest, ...bodyOf(world, stay) }
  const asked = { ...body, ...(override && { override }), ...(hold && { holdUntil }) }
  const answer = await callOf(world, who)('POST', '/v1/bookings', { body: asked })
  const taking: Taking = { who, isHotel: who === 'hotel', override, isHold: hold }
  const refusal = isStopped(world, who) ? STOPPED : model.take(nightsOf(world, stay), taking)
  if (refusal) expect(answer, answer.text).toBeProblem(409, refusal)
  else {
    expect(answer.status, answer.text).toBe(201)
    keep(world, answer.body, stay, who)
  }
  note(refusal ?? (override ? 'override' : hold ? 'option' : who))
  return override ? undefined : who
}

async function placeGroup(world: World, { who, stays }: CommandOf<'group'>) {
  const { model } = world
  if (stays.some(({ start }) => model.date(start) < model.today)) return
  const body = { hotelSlug: 'alfa', guest, stays: stays.map((stay) => bodyOf(world, stay)) }
  const answer = await callOf(world, who)('POST', '/v1/booking-groups', { body })
  const before = structuredClone([...model.cells])
  const known = model.bookings.length
  const taking: Taking = { who, isHotel: who === 'hotel', override: false, isHold: false }
  let isRefused = isStopped(world, who)
  for (const [index, stay] of stays.entries()) {
    if (isRefused) break
    isRefused = model.take(nightsOf(world, stay), taking) !== undefined
    if (isRefused) break
    keep(world, answer.body.bookings?.[index] ?? { status: 'confirmed' }, stay, who)
  }
  expect(answer.status, answer.text).toBe(isRefused ? 409 : 201)
  if (isRefused) {
    for (const [cell, day] of before) model.cells.set(cell, day)
    model.bookings.length = known
  }
  note(isRefused ? 'refused group' : 'group')
  return who
}

async function change(world: World, { pick, stay, ...flags }: CommandOf<'change'>) {
  const { model, people } = world
  const booking = pickOf(world, pick, isStanding)
  if (!booking) return
  const { who, status } = booking
  const first = [booking.start, stay.start].map((start) => model.date(start)).toSorted()[0]!
  if (first < model.today || (status === 'pending' && first === model.today)) return
  // An agency changes its own, the hotel's people all others.
  const isHotel = !isAgency(who) || flags.override
  const { call } = isHotel ? people.hotel : people[who]
  const override = isHotel && flags.override
  const body = { ...bodyOf(world, stay), ...(override && { override }) }
  const answer = await call('PATCH', `/v1/bookings/${booking.code}`, { body })
  const [give, take] = differenceOf(world, booking, stay)
  const isHold = status === 'pending'
  const isRefused = isStopped(world, who) && take.length > 0 && !(isHotel && override)
  const taking = { who, isHotel, override, isHold }
  const refusal = isRefused ? STOPPED : model.take(take, taking)
  if (refusal) expect(answer, answer.text).toBeProblem(409, refusal)
  else {
    expect(answer.status, answer.text).toBe(200)
    for (const [cell, rooms] of give) model.leave(cell, rooms, who, model.restores || isHold)
    Object.assign(booking, stay)
  }
  note(refusal ? `refused change: ${refusal}` : 'change')
  return override ? undefined : who
}

/** The nights that a change gives back, and those that it takes anew. */
function differenceOf(world: World, booking: Asked, stay: Asked): [Night[], Night[]] {
  const more = new Map(nightsOf(world, stay))
  for (const [cell, rooms] of nightsOf(world, booking))
    more.set(cell, (more.get(cell) ?? 0) - rooms)
  const less = [...more].filter(([, rooms]) => rooms < 0)
  return [
    less.map(([cell, rooms]): Night => [cell, -rooms]),
    [...more].filter(([, rooms]) => rooms > 0),
  ]
}

async function act(world: World, { type, pick }: CommandOf<'cancel' | 'confirm' | 'noShow'>) {
  const { model, people } = world
  const isMeant = (each: ModelBooking) => {
    if (type === 'confirm') return each.status === 'pending'
    if (type === 'cancel') return isStanding(each)
    return each.status === 'confirmed' && model.date(each.start) === model.today
  }
  const booking = pickOf(world, pick, isMeant)
  if (!booking) return
  const { code, who } = booking
  const { call } = isAgency(who) ? people[who] : people.hotel
  if (type === 'noShow') {
    const path = `/v1/panel/bookings/${code}/no-show`
    expect((await people.hotel.call('POST', path, { body: { force: true } })).status).toBe(200)
    model.end(booking, 'no_show')
  } else if (type === 'cancel') {
    expect((await call('POST', `/v1/bookings/${code}/cancel`)).status).toBe(200)
    model.end(booking, 'cancelled')
  } else {
    expect((await call('POST', `/v1/bookings/${code}/confirm`)).status).toBe(200)
    Object.assign(booking, { status: 'confirmed', wasConfirmed: true })
  }
  note(type)
  return who
}

async function reinstate(world: World, { pick, override }: CommandOf<'reinstate'>) {
  const { model, people } = world
  const isMeant = ({ status, wasConfirmed }: ModelBooking) =>
    status === 'no_show' || (status === 'cancelled' && wasConfirmed)
  const booking = pickOf(world, pick, isMeant)
  if (!booking || isStopped(world, booking.who)) return
  const { status, who, code } = booking
  const path = `/v1/panel/bookings/${code}/reinstate`
  const answer = await people.hotel.call('POST', path, { body: { override } })
  const nights = nightsOf(world, booking).slice(status === 'no_show' ? 1 : 0)
  const refusal = model.take(nights, { who, isHotel: true, override, isHold: false })
  if (refusal) expect(answer, answer.text).toBeProblem(409, refusal)
  else {
    expect(answer.status, answer.text).toBe(200)
    booking.status = 'confirmed'
  }
  note(refusal ? 'refused reinstatement' : 'reinstate')
  return override ? undefined : who
}

async function count(world: World, each: CommandOf<'count' | 'countBy'>) {
  const { model, people, service } = world
  const date = model.date(each.night)
  const cell = `${each.roomCode} ${date}`
  if (date < model.today) return
  const place = { roomCode: each.roomCode, date }
  const isAdded = each.type === 'countBy'
  const update = { ...place, ...(isAdded ? { availableBy: each.by } : { available: each.rooms }) }
  const body = { updates: [update] }
  const answer = isAdded
    ? await people.hotel.call('PUT', '/v1/panel/availability', { body })
    : await service.alfa.call('PATCH', '/availability', { body })
  const isTaken = isAdded ? model.countBy(cell, each.by) : model.count(cell, each.rooms)
  expect(answer.status, answer.text).toBe(isTaken ? 200 : 422)
  note(each.type)
  return undefined
}

async function cap({ model, people }: World, { rooms }: CommandOf<'cap'>) {
  const body = { totalRooms: rooms, expected: { totalRooms: model.capacity.DBL } }
  const answer = await people.hotel.call('PATCH', '/v1/panel/rooms/DBL', { body })
  expect(answer.status, answer.text).toBe(200)
  model.cap(rooms)
  note('cap')
  return undefined
}

async function setTerms(world: World, { agency, stopSale, active }: CommandOf<'terms'>) {
  const { model, people, stopped } = world
  const path = `/v1/panel/agencies/${agency}/terms`
  const body = { stopSale, active, optionDays: 10 }
  expect((await people.hotel.call('PUT', path, { body })).status).toBe(200)
  model.open[agency] = active && !stopSale
  stopped[agency] = active && stopSale
  note('terms')
  return undefined
}
