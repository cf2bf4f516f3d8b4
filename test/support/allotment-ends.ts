import { expect } from 'bun:test'
import type { Command } from './allotment-commands.ts'
import { expectRefused, feeOf, isPastCredit } from './allotment-credit.ts'
import { isAgency, type ModelBooking, type Who } from './allotment-model.ts'
import { isStanding, note, pickOf, type World } from './allotment-world.ts'
import { NIGHT_CENTS } from './credit-model.ts'

// Ends of bookings in histories of allotments, their confirmation and reinstatement.

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

/** The maker confirms a booking that is held. */
export async function confirm(
  world: World,
  { pick }: CommandOf<'confirm'>,
): Promise<Who | undefined> {
  const booking = pickOf(world, pick, ({ status }) => status === 'pending')
  if (!booking) return
  const { code, who } = booking
  const answer = await makerOf(world, who).call('POST', `/v1/bookings/${code}/confirm`)
  expect(answer.status, answer.text).toBe(200)
  Object.assign(booking, { status: 'confirmed', wasConfirmed: true })
  note('confirm')
  return who
}

/** The maker cancels a booking, which may cost a fee, or the hotel does, which costs one only if it says so. */
export async function cancel(
  world: World,
  { pick, byHotel, charge }: CommandOf<'cancel'>,
): Promise<Who | undefined> {
  const { model, people } = world
  const booking = pickOf(world, pick, isStanding)
  if (!booking) return
  const { code, who } = booking
  const isHotel = byHotel || !isAgency(who)
  const { call } = isHotel ? people.hotel : makerOf(world, who)
  const charged = isHotel && charge && booking.status === 'confirmed'
  const body = charged ? { charge } : {}
  const answer = await call('POST', `/v1/bookings/${code}/cancel`, { body })
  expect(answer.status, answer.text).toBe(200)
  const penaltyCents = isHotel && !charged ? 0 : feeOf(model, booking)
  expect(answer.body.penaltyCents ?? 0, code).toBe(penaltyCents)
  model.end(booking, 'cancelled')
  booking.penaltyCents = penaltyCents
  note(penaltyCents > 0 && isAgency(who) ? 'fee' : 'cancel')
  return who
}

/** The hotel says that the guest did not come: the first night is due. */
export async function noShow(
  world: World,
  { pick }: CommandOf<'noShow'>,
): Promise<Who | undefined> {
  const { model, people } = world
  const isMeant = ({ status, start }: ModelBooking) =>
    status === 'confirmed' && model.date(start) === model.today
  const booking = pickOf(world, pick, isMeant)
  if (!booking) return
  const path = `/v1/panel/bookings/${booking.code}/no-show`
  const answer = await people.hotel.call('POST', path, { body: { force: true } })
  expect(answer.status, answer.text).toBe(200)
  model.end(booking, 'no_show')
  booking.penaltyCents = NIGHT_CENTS * booking.rooms
  note('noShow')
  return booking.who
}

/** The hotel reinstates what had been confirmed. */
export async function reinstate(
  world: World,
  { pick, override }: CommandOf<'reinstate'>,
): Promise<Who | undefined> {
  const { model, people } = world
  const isMeant = ({ status, wasConfirmed }: ModelBooking) =>
    status === 'no_show' || (status === 'cancelled' && wasConfirmed)
  const booking = pickOf(world, pick, isMeant)
  if (!booking || model.isStopped(booking.who)) return
  const { status, who, code } = booking
  const path = `/v1/panel/bookings/${code}/reinstate`
  const answer = await people.hotel.call('POST', path, { body: { override } })
  const nights = model.nightsOf(booking).slice(status === 'no_show' ? 1 : 0)
  const refusal = model.refusal(nights, { who, isHotel: true, override, isHold: false })
  const after = { ...booking, status: 'confirmed' as const, penaltyCents: 0 }
  const isPast = !override && isPastCredit(model, who, { from: booking, to: [after] })
  const reasons = [...(refusal ? [refusal] : []), ...(isPast ? ['credit_exceeded'] : [])]
  if (reasons.length > 0) expectRefused(world, who, answer, reasons)
  else {
    expect(answer.status, answer.text).toBe(200)
    model.take(nights)
    Object.assign(booking, after)
  }
  note(reasons.length > 0 ? 'refused reinstatement' : 'reinstate')
  return override ? undefined : who
}

const makerOf = ({ people }: World, who: Who) => people[isAgency(who) ? who : 'hotel']
