import type { Booking } from '../../domain/bookings/booking.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { monthOf } from '../../domain/kernel/month.ts'
import { ADJUSTMENTS_MAX, adjustmentLine } from '../../domain/statements/statement.ts'
import { findAgencyByCode } from '../../store/agencies/agencies.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import { updatePaid } from '../../store/bookings/paid.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { inHotel } from '../../store/engine/locks.ts'
import {
  type Adjustment,
  countAdjustments,
  deleteAdjustment,
  findAdjustment,
  insertAdjustment,
} from '../../store/statements/adjustments.ts'
import { findStatedIn, isClosingBy } from '../../store/statements/statements.ts'
import { noSuchBooking } from '../bookings/ack-booking.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { findAnswer, type KeyedRequest, keepAnswer } from '../kept-answers.ts'

/** An adjustment to write. */
type NewAdjustment = Pick<Adjustment, 'baseCents' | 'commissionCents' | 'note'> & {
  agencyCode: string
  bookingCode: string
}

type Place = { actor: Actor; hotel: Pick<Hotel, 'id' | 'slug' | 'timezone'> }

/**
 * Puts right a line of a closed statement by a line of its own in the month of the hotel's today (contract-agencies,
 * *Statement*); no credit refuses it. A known Idempotency-Key repeats its earlier answer.
 *
 * @throws AppError `not_found`; `transition_invalid` unless a closed statement has the booking; `validation_failed`,
 *   `idempotency_conflict`
 */
export async function addAdjustment<Answer>(
  deps: Deps,
  { actor, hotel, keyed }: Place & { keyed: KeyedRequest },
  { agencyCode, bookingCode, ...amounts }: NewAdjustment,
  show: (adjustment: Adjustment) => Answer,
): Promise<{ answer: Answer; isReplay: boolean }> {
  return await inHotel(deps.store, hotel.id, async (tx) => {
    const earlier = await findAnswer<Answer>(tx, deps, keyed)
    if (earlier) return { answer: earlier, isReplay: true }
    const booking = await findOwn(tx, hotel.id, { agencyCode, bookingCode })
    const adjusted = await findStatedIn(tx, booking.id)
    if (!adjusted?.number)
      throw new AppError('transition_invalid', 'No closed statement has this booking.')
    await checkAmounts(tx, booking, amounts)
    const { owedCents } = adjustmentLine(booking.collect, amounts)
    const adjustment: Adjustment = {
      ...{ ...amounts, id: deps.newId(), hotelId: hotel.id, agencyId: booking.agencyId! },
      ...{ bookingId: booking.id, currency: booking.currency, owedCents },
      ...{ month: monthOf(deps.today(hotel.timezone)), statementId: null },
      ...{ adjustedNumber: adjusted.number, actorType: actor.type, actorId: actor.id },
      atMs: deps.nowMs(),
    }
    await insertAdjustment(tx, adjustment)
    await moveDue(tx, booking, owedCents)
    await note(tx, deps, { actor, hotel }, { ...adjustment, agencyCode, bookingCode })
    const answer = show(adjustment)
    await keepAnswer(tx, deps, keyed, { bookingCode: booking.code, answer })
    return { answer, isReplay: false }
  })
}

/**
 * Takes an adjustment back, as long as its month is open.
 *
 * @throws AppError `not_found`, `transition_invalid` once its month is closing or closed
 */
export async function dropAdjustment(
  deps: Deps,
  { actor, hotel }: Place,
  id: string,
): Promise<void> {
  await inHotel(deps.store, hotel.id, async (tx) => {
    const found = await findAdjustment(tx, hotel.id, id)
    if (!found) throw new AppError('not_found', 'There is no such adjustment.')
    const { adjustment, agencyCode, booking } = found
    const isClosed = adjustment.statementId !== null
    if (isClosed || (await isClosingBy(tx, adjustment, { since: adjustment.month })))
      throw new AppError('transition_invalid', 'Its month is closed: write another adjustment.')
    await deleteAdjustment(tx, adjustment)
    await moveDue(tx, booking, -adjustment.owedCents)
    const change = { ...adjustment, agencyCode, bookingCode: booking.code }
    await note(tx, deps, { actor, hotel }, change, true)
  })
}

/** Moves what a booking's agency owes for it: its adjustments are a part of its due, in its credit, too. */
async function moveDue(tx: Tx, booking: Booking, owedCents: number): Promise<void> {
  await updatePaid(tx, booking, { adjustedCents: booking.adjustedCents + owedCents })
}

/** Finds a booking of a hotel and an agency. @throws AppError `not_found` */
async function findOwn(
  tx: Tx,
  hotelId: number,
  { agencyCode, bookingCode }: Pick<NewAdjustment, 'agencyCode' | 'bookingCode'>,
): Promise<Booking> {
  const agency = await findAgencyByCode(tx, agencyCode)
  if (!agency) throw new AppError('not_found', 'There is no such agency.')
  const booking = await findBooking(tx, bookingCode)
  if (booking?.hotelId !== hotelId || booking.agencyId !== agency.id) throw noSuchBooking()
  return booking
}

/** @throws AppError `validation_failed` */
async function checkAmounts(
  tx: Tx,
  { id, collect }: Booking,
  { baseCents, commissionCents }: Pick<NewAdjustment, 'baseCents' | 'commissionCents'>,
): Promise<void> {
  if (collect === 'hotel' && baseCents !== 0)
    throw refused('/baseCents', 'out_of_range', 'The hotel collects this booking: 0 alone.', {
      ...{ min: 0, max: 0 },
    })
  if (baseCents === 0 && commissionCents === 0)
    throw refused('/commissionCents', 'out_of_range', 'An adjustment has an amount.')
  if ((await countAdjustments(tx, id)) >= ADJUSTMENTS_MAX)
    throw refused('', 'too_many', `A booking has at most ${ADJUSTMENTS_MAX} adjustments.`, {
      max: ADJUSTMENTS_MAX,
    })
}

/** Notes an adjustment, or its end, in the history of the hotel. */
async function note(
  tx: Tx,
  deps: Deps,
  { actor, hotel }: Place,
  adjustment: Adjustment & { agencyCode: string; bookingCode: string },
  isDropped = false,
): Promise<void> {
  const { agencyCode, bookingCode, month, baseCents, commissionCents } = adjustment
  const amounts = { bookingCode, baseCents, commissionCents }
  await audit(tx, deps, {
    ...{ entity: 'statement', entityId: `${hotel.slug}/${month}/${agencyCode}` },
    ...{ hotelId: hotel.id, actor },
    ...(isDropped ? { before: amounts, after: { ...amounts, active: false } } : { after: amounts }),
  })
}
