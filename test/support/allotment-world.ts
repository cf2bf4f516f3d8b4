import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import type { Command } from './allotment-commands.ts'
import type { AgencyCode, AllotmentModel, ModelBooking } from './allotment-model.ts'
import type { TestService } from './service.ts'
import { signInAgain } from './staff.ts'
import type { TestUser } from './users.ts'

/** Time zones of the histories: their midnights lie 25 hours apart. */
export const ZONES = [
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Europe/Istanbul',
  'America/St_Johns',
  'Pacific/Pago_Pago',
] as const

/** A hotel with its people and agencies, and what the model says of it. */
export type World = {
  service: TestService
  people: Record<AgencyCode | 'hotel', TestUser>
  model: AllotmentModel
  zone: string
}

/** How often each kind of act was done: a model that is refused everything proves nothing. */
export const done = new Map<string, number>()
export const note = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)
/** Counts the acts done in all: a command that found nothing to act on is none. */
export const countActs = (): number => [...done.values()].reduce((sum, times) => sum + times, 0)

/** Picks one of the bookings that begin today or later. */
export function pickOf(
  { model }: World,
  pick: number,
  isMeant: (booking: ModelBooking) => boolean,
): ModelBooking | undefined {
  const those = model.bookings.filter(
    (each) => model.date(each.start) >= model.today && isMeant(each),
  )
  return those[pick % Math.max(1, those.length)]
}

/** True for a booking that takes its rooms. */
export const isStanding = ({ status }: ModelBooking): boolean =>
  status === 'pending' || status === 'confirmed'

/** The date of an instant in a time zone. */
export const dateIn = (zone: string, atMs: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(atMs)

/** Milliseconds from an instant to the first midnight after it in a time zone. */
function untilMidnight(zone: string, nowMs: number): number {
  const today = dateIn(zone, nowMs)
  let [low, high] = [0, 26 * 3_600_000]
  // The earliest instant of another date.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dateIn(zone, nowMs + middle) === today) low = middle
    else high = middle
  }
  return high
}

/** Lets time pass: to a second before the hotel's midnight, to midnight itself, or some minutes. */
export async function moveClock(
  world: World,
  each: Extract<Command, { type: 'midnight' | 'tick' }>,
): Promise<'clock' | undefined> {
  const { service, model, zone } = world
  const before = model.today
  const ms =
    each.type === 'tick'
      ? each.minutes * 60_000
      : untilMidnight(zone, service.clock.nowMs) - (each.isBefore ? 1_000 : 0)
  await pass(world, Math.max(0, ms))
  model.today = dateIn(zone, service.clock.nowMs)
  await expireHolds(service.deps)
  model.expire(service.clock.nowMs)
  note(each.type)
  // Released rooms are nobody's own.
  return model.today === before ? 'clock' : undefined
}

/** Moves the clock; tokens of people last 12 hours. */
export async function pass({ service, people }: Pick<World, 'service' | 'people'>, ms: number) {
  service.clock.advance(ms)
  for (const name of ['hotel', 'DELTA', 'ECHO'] as const)
    people[name] = await signInAgain(service, people[name])
}
