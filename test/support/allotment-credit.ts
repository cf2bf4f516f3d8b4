import { expect } from 'bun:test'
import type { Command } from './allotment-commands.ts'
import {
  type AgencyCode,
  type AllotmentModel,
  type Asked,
  isAgency,
  type ModelBooking,
  type Who,
} from './allotment-model.ts'
import { note, pickOf, type World } from './allotment-world.ts'
import { addDay } from './bookings.ts'
import { isRefused, leftOf, NIGHT_CENTS, type Owing, owing, owingOf } from './credit-model.ts'
import { pay } from './desk.ts'
import type { Answer } from './matchers.ts'

// The rules of credit in histories of allotments (contract-agencies, *Credit*), and the acts on money.

/** Days before check-in until which an agency cancels for nothing; the first night is due later. */
export const FREE_UNTIL_DAYS = 3

/** True if the hotel's date is past the deadline of a stay for free cancellation. */
const isLate = (model: AllotmentModel, { start }: Pick<Asked, 'start'>): boolean =>
  model.today > addDay(model.date(start), -FREE_UNTIL_DAYS)

/** The fee of cancelling a booking by the terms (contract-rates, *Penalties*). */
export const feeOf = (model: AllotmentModel, booking: ModelBooking): number =>
  booking.status === 'confirmed' && isLate(model, booking) ? NIGHT_CENTS * booking.rooms : 0

/** True if a change would get round the fee: it drops a night or a room while there is one (contract-rates). */
export function isForbidden(model: AllotmentModel, booking: ModelBooking, stay: Asked): boolean {
  const isShorter =
    stay.start > booking.start || stay.start + stay.nights < booking.start + booking.nights
  return feeOf(model, booking) > 0 && (isShorter || stay.rooms < booking.rooms)
}

/** Adds up what an agency owes, in minor units. */
export const owedBy = ({ carried, bookings }: AllotmentModel, agency: AgencyCode): number =>
  carried[agency] + owingOf(bookings.filter(({ who }) => who === agency))

/**
 * True if the credit refuses an act.
 *
 * @param to the bookings that it makes, or changes into
 * @param from the booking that it changes
 */
export function isPastCredit(
  model: AllotmentModel,
  who: Who,
  { to, from }: { to: Owing[]; from?: Owing },
): boolean {
  if (!isAgency(who)) return false
  const terms = model.terms[who]
  const isCollected = (each: Owing) => each.collect === 'agency'
  if (!terms.active && to.some(isCollected) && !(from && isCollected(from))) return true
  const before = owedBy(model, who)
  return isRefused(terms, before, before - (from ? owing(from) : 0) + owingOf(to))
}

/** Holds a refusal to the reasons that apply, any of which may be told, with what is left of the credit. */
export function expectRefused({ model }: World, who: Who, answer: Answer, reasons: string[]): void {
  expect([answer.status, reasons.includes(answer.body.code)], answer.text).toEqual([409, true])
  if (answer.body.code === 'credit_exceeded' && isAgency(who))
    expect(answer.body.leftCents).toBe(leftOf(model.terms[who], owedBy(model, who))!)
}

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

/** The hotel records a payment, or takes its last one back, which no credit refuses. */
export async function payOrTakeBack(
  world: World,
  each: CommandOf<'pay' | 'takeBack'>,
): Promise<Who | undefined> {
  const { people } = world
  const booking = pickOf(
    world,
    each.pick,
    ({ who, payments }) => isAgency(who) && (each.type === 'pay' || payments.length > 0),
  )
  if (!booking) return
  const id = crypto.randomUUID()
  const back = each.type === 'takeBack' ? booking.payments.pop() : undefined
  const amountCents = back ? -back.amountCents : (each as CommandOf<'pay'>).cents
  const body = { id, amountCents, method: 'portal', ...(back && { takesBack: back.id }) }
  const answer = await pay(people.hotel, booking.code, body)
  expect(answer.status, answer.text).toBe(201)
  if (!back) booking.payments.push({ id, amountCents })
  booking.paidCents += amountCents
  note(each.type)
  return booking.who
}

/** The hotel says who collects the price of an agency's booking. */
export async function collect(
  world: World,
  { pick, collect, override }: CommandOf<'collect'>,
): Promise<Who | undefined> {
  const { people, model } = world
  const booking = pickOf(world, pick, ({ who, status }) => isAgency(who) && status === 'confirmed')
  if (!booking) return
  const { who, code } = booking
  const answer = await people.hotel.call('PATCH', `/v1/bookings/${code}`, {
    body: { payment: { collect }, ...(override && { override }) },
  })
  const isRefused =
    !override && isPastCredit(model, who, { from: booking, to: [{ ...booking, collect }] })
  if (isRefused) expectRefused(world, who, answer, ['credit_exceeded'])
  else {
    expect(answer.status, answer.text).toBe(200)
    booking.collect = collect
  }
  note(isRefused ? 'refused collect' : 'collect')
  return who
}

/** The hotel sets the terms of an agency: its limit lies above what it owed before the history. */
export async function setTerms(
  { model, people }: World,
  { agency, stopSale, active, limitNights, commissionBp }: CommandOf<'terms'>,
): Promise<undefined> {
  const path = `/v1/panel/agencies/${agency}/terms`
  const creditLimitCents =
    limitNights === null
      ? null
      : model.carried[agency] + Math.floor(limitNights * NIGHT_CENTS * 0.9)
  const terms = { stopSale, active, creditLimitCents, commissionBp }
  const answer = await people.hotel.call('PUT', path, { body: { ...terms, optionDays: 10 } })
  expect(answer.status, answer.text).toBe(200)
  model.terms[agency] = terms
  note('terms')
}
