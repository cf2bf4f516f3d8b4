import { type Booking, commissionFor } from '../../domain/bookings/booking.ts'
import { type BookingRecord, recordOf } from '../../domain/bookings/booking-record.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { BookingEvent } from '../../domain/webhooks/webhook.ts'
import type { Actor } from '../../store/days/history.ts'
import { listReleasedNights, moveLive, releaseNights } from '../../store/days/nights.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { releaseTakes } from '../../store/strangers/takes.ts'
import type { Deps } from '../deps.ts'
import { type BookingContext, findBookingContext, placeOf, withBooking } from './booking-context.ts'
import { type Move, moveInTx } from './booking-record.ts'

// Every way to end a booking runs through here: `cancel-booking.ts`, `mark-no-show.ts`, and `end-by-clock.ts` (expire,
// complete).

/** The record of a booking that has ended, and the nights that it gave back; if simulated, those it would give back. */
export type EndedBooking = { record: BookingRecord; nightsGivenBack: string[] }

/**
 * The end of a booking: its last state, the nights that hold rooms no longer, and those of them (`given`) that go back to
 * sale. `kept`: the hotel keeps the rooms of a cancelled booking.
 */
export type Ending = {
  ended: Booking
  event: BookingEvent
  nights: CalendarDate[]
  given: CalendarDate[]
  kept?: boolean
  /** No mail tells the guest. */
  isUntold?: boolean
}

/** Decides how a booking ends; null: the booking stays as it is. */
export type EndingOf<From extends Handle = Handle> = (
  context: BookingContext,
  handle: From,
) => Ending | null | Promise<Ending | null>

/** Ends a booking in one transaction: writes its last state and gives its nights back. */
export async function endBooking(
  deps: Deps,
  code: string,
  actor: Actor,
  endingOf: EndingOf<Tx>,
): Promise<EndedBooking> {
  const end = (tx: Tx, context: BookingContext) =>
    endInTx(tx, deps, context, { actor, ending: endingOf })
  return await withBooking(deps, code, end, { mayRepeat: true })
}

/** Ends a booking as `endBooking` does, in a transaction that locks its hotel. */
export async function endInTx(
  tx: Tx,
  deps: Deps,
  context: BookingContext,
  { actor, ending }: { actor: Actor; ending: EndingOf<Tx> },
): Promise<EndedBooking> {
  let nightsGivenBack: string[] = []
  const step = endStep(ending, (nights) => {
    nightsGivenBack = nights
  })
  const record = await moveInTx(tx, deps, context, { actor, step })
  return { record, nightsGivenBack }
}

/** Returns the step that ends a booking. @param note receives the nights that went back to sale */
export const endStep =
  (endingOf: EndingOf<Tx>, note: (nightsGivenBack: string[]) => void = () => {}): Move['step'] =>
  async (tx, context) => {
    const ending = await endingOf(context, tx)
    if (!ending) return null
    const { ended, event, nights, given, kept: isKept = false, isUntold = false } = ending
    const place = placeOf(context)
    if (isStrangersHold(context.booking)) await releaseTakes(tx, context.booking.code)
    const changes = await releaseNights(tx, { ...place, dates: given })
    const kept = nights.filter((date) => !given.includes(date))
    await moveLive(tx, { ...place, dates: kept, rooms: -place.rooms })
    note(datesWithMore(changes))
    return { booking: ended, changes, event, kept: isKept, isUntold }
  }

/** A stranger's hold counts for less once it was released or ran out. */
const isStrangersHold = ({ status, proof }: Booking) => status === 'pending' && proof !== 'hotel'

/** The result of `endBooking`, without its effects. No night is given back if all rooms of its type are free. */
export async function simulateEnd(
  deps: Deps,
  code: string,
  endingOf: EndingOf,
): Promise<EndedBooking> {
  return await deps.store.snapshot(async (handle) => {
    const context = await findBookingContext(handle, deps, code)
    const ending = await endingOf(context, handle)
    const { ended, given } = ending ?? { ended: context.booking, given: [] }
    const changes = await listReleasedNights(handle, { ...placeOf(context), dates: given })
    return { record: recordOf(ended, context), nightsGivenBack: datesWithMore(changes) }
  })
}

/** The penalty of a booking that has ended, and the commission on it. */
export function withPenalty(booking: Booking, penaltyCents: number) {
  return { penaltyCents, ...commissionFor(booking, penaltyCents) }
}

/** The nights from today on, by the hotel's time zone. */
export function nightsFromToday(
  deps: Deps,
  { timezone }: Hotel,
  nights: CalendarDate[],
): CalendarDate[] {
  const today = deps.today(timezone)
  return nights.filter((date) => date >= today)
}

const datesWithMore = (changes: readonly Change[]) =>
  changes.filter(({ before, after }) => after.available > before!.available).map(({ date }) => date)
