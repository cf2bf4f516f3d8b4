import { expect } from 'bun:test'
import type { Command } from './allotment-commands.ts'
import {
  collect,
  expectRefused,
  isForbidden,
  isPastCredit,
  payOrTakeBack,
  setTerms,
} from './allotment-credit.ts'
import { cancel, confirm, noShow, reinstate } from './allotment-ends.ts'
import {
  type AllotmentModel,
  type Asked,
  isAgency,
  type ModelBooking,
  type Night,
  type Taking,
  type Who,
} from './allotment-model.ts'
import { cap, count, set } from './allotment-settings.ts'
import { isStanding, moveClock, note, pickOf, type World } from './allotment-world.ts'
import { shareNow } from './credit-model.ts'

const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

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
      return await cancel(world, each)
    case 'confirm':
      return await confirm(world, each)
    case 'noShow':
      return await noShow(world, each)
    case 'reinstate':
      return await reinstate(world, each)
    case 'pay':
    case 'takeBack':
      return await payOrTakeBack(world, each)
    case 'collect':
      return await collect(world, each)
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

/** A stay as a request says it. */
function bodyOf(model: AllotmentModel, { roomCode, start, nights, rooms }: Asked) {
  const checkin = model.date(start)
  return { roomCode, rooms, adults: rooms, checkin, checkout: model.date(start + nights) }
}

const callOf = ({ people, service }: World, who: Who) =>
  who === 'web' ? service.call : people[who].call

/** A booking as it is asked for. */
const wanted = (
  model: AllotmentModel,
  { who, stay, collect }: { who: Who; stay: Asked; collect: string },
): ModelBooking => ({
  ...{ ...stay, who, code: '', status: 'confirmed', wasConfirmed: true, holdUntilMs: 0 },
  ...{ collect: isAgency(who) ? collect : 'hotel', penaltyCents: 0, paidCents: 0, payments: [] },
  ...{ commissionBp: isAgency(who) ? shareNow(model.terms[who]) : 0, adjustedCents: 0 },
})

/** Keeps a booking as it was answered. */
function keep(model: AllotmentModel, body: any, booking: ModelBooking): void {
  const { code, status, holdUntil } = body
  const isConfirmed = { status, wasConfirmed: status === 'confirmed' }
  const holdUntilMs = holdUntil ? Date.parse(holdUntil) : 0
  model.bookings.push({ ...booking, ...isConfirmed, code, holdUntilMs })
}

/** Lists the reasons by stop sale and credit against an agency that takes nights anew. */
const agencyReasons = (
  model: AllotmentModel,
  who: Who,
  credit: Parameters<typeof isPastCredit>[2],
): string[] => [
  ...(model.isStopped(who) ? ['closed_for_sale'] : []),
  ...(isPastCredit(model, who, credit) ? ['credit_exceeded'] : []),
]

async function book(world: World, { who, stay, ...flags }: CommandOf<'book'>) {
  const { model, service } = world
  const override = flags.override && who === 'hotel'
  // An option, which its agency may change; it begins after today.
  const hold = flags.hold && isAgency(who) && model.date(stay.start) > model.today
  if (model.date(stay.start) < model.today) return
  const booking = wanted(model, { who, stay, collect: flags.collect })
  const holdUntil = new Date(service.clock.nowMs + 3 * 3_600_000).toISOString()
  const body = { hotelSlug: 'alfa', guest, ...bodyOf(model, stay), ...paymentOf(booking) }
  const asked = { ...body, ...(override && { override }), ...(hold && { holdUntil }) }
  const answer = await callOf(world, who)('POST', '/v1/bookings', { body: asked })
  const taking: Taking = { who, isHotel: who === 'hotel', override, isHold: hold }
  const nights = model.nightsOf(stay)
  const reasons = agencyReasons(model, who, { to: [booking] })
  const refusal = model.refusal(nights, taking)
  if (refusal) reasons.push(refusal)
  if (reasons.length > 0) expectRefused(world, who, answer, reasons)
  else {
    expect(answer.status, answer.text).toBe(201)
    model.take(nights)
    keep(model, answer.body, booking)
  }
  note(reasons[0] ?? (override ? 'override' : hold ? 'option' : who))
  return override ? undefined : who
}

const paymentOf = ({ who, collect }: ModelBooking) => isAgency(who) && { payment: { collect } }

async function placeGroup(world: World, { who, stays, collect }: CommandOf<'group'>) {
  const { model } = world
  if (stays.some(({ start }) => model.date(start) < model.today)) return
  const bookings = stays.map((stay) => wanted(model, { who, stay, collect }))
  const body = {
    ...{ hotelSlug: 'alfa', guest, ...paymentOf(bookings[0]!) },
    stays: stays.map((stay) => bodyOf(model, stay)),
  }
  const answer = await callOf(world, who)('POST', '/v1/booking-groups', { body })
  const reasons = agencyReasons(model, who, { to: bookings })
  const before = structuredClone([...model.cells])
  const known = model.bookings.length
  const taking: Taking = { who, isHotel: who === 'hotel', override: false, isHold: false }
  for (const [index, booking] of bookings.entries()) {
    const nights = model.nightsOf(booking)
    const refusal = model.refusal(nights, taking)
    if (refusal) {
      reasons.push(refusal)
      break
    }
    model.take(nights)
    keep(model, answer.body.bookings?.[index] ?? { status: 'confirmed' }, booking)
  }
  if (reasons.length === 0) expect(answer.status, answer.text).toBe(201)
  else {
    for (const [cell, day] of before) model.cells.set(cell, day)
    model.bookings.length = known
    expectRefused(world, who, answer, reasons)
  }
  note(reasons.length > 0 ? 'refused group' : 'group')
  return who
}

async function change(world: World, { pick, stay, ...flags }: CommandOf<'change'>) {
  const { model, people } = world
  const booking = pickOf(world, pick, isStanding)
  if (!booking) return
  const { who, status } = booking
  const first = [booking.start, stay.start].map((start) => model.date(start)).toSorted()[0]!
  if (first < model.today || (status === 'pending' && first === model.today)) return
  // An agency changes its own, the hotel's people these and all others.
  const isHotel = !isAgency(who) || flags.byHotel || flags.override
  const { call } = isHotel ? people.hotel : people[who]
  const override = isHotel && flags.override
  const body = { ...bodyOf(model, stay), ...(override && { override }) }
  const answer = await call('PATCH', `/v1/bookings/${booking.code}`, { body })
  const [give, take] = differenceOf(model, booking, stay)
  const isHold = status === 'pending'
  const reasons = isHotel || !isForbidden(model, booking, stay) ? [] : ['terms_forbid_change']
  if (!override && model.isStopped(who) && take.length > 0) reasons.push('closed_for_sale')
  const refusal = model.refusal(take, { who, isHotel, override, isHold })
  if (refusal) reasons.push(refusal)
  const after = { ...booking, ...stay }
  if (!override && isPastCredit(model, who, { from: booking, to: [after] }))
    reasons.push('credit_exceeded')
  if (reasons.length > 0) expectRefused(world, who, answer, reasons)
  else {
    expect(answer.status, answer.text).toBe(200)
    model.take(take)
    for (const [cell, rooms] of give) model.leave(cell, rooms, who, model.restores || isHold)
    Object.assign(booking, stay)
  }
  note(reasons.length > 0 ? `refused change: ${reasons[0]}` : 'change')
  return override ? undefined : who
}

/** The nights that a change gives back, and those that it takes anew. */
function differenceOf(model: AllotmentModel, booking: Asked, stay: Asked): [Night[], Night[]] {
  const more = new Map(model.nightsOf(stay))
  for (const [cell, rooms] of model.nightsOf(booking)) more.set(cell, (more.get(cell) ?? 0) - rooms)
  const less = [...more].filter(([, rooms]) => rooms < 0)
  return [
    less.map(([cell, rooms]): Night => [cell, -rooms]),
    [...more].filter(([, rooms]) => rooms > 0),
  ]
}
