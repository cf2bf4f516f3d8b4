import { type Booking, isHoldOver } from '../../domain/bookings/booking.ts'
import { recordOf } from '../../domain/bookings/booking-record.ts'
import {
  expectSums,
  type GroupRecord,
  groupRecord,
  groupSizeFlaws,
  isOpen,
  leadOf,
  sizeOf,
} from '../../domain/bookings/group.ts'
import { isOption } from '../../domain/bookings/option.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { refuseFlaws } from '../../domain/kernel/errors.ts'
import { findSnapshot, type HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { withinCredit } from '../agencies/credit.ts'
import { findAgencyAt } from '../agencies/terms.ts'
import type { Deps } from '../deps.ts'
import { findAnswer, type KeyedRequest, keepAnswer } from '../kept-answers.ts'
import { transitionInvalid } from './booking-record.ts'
import { alignHolds, changedHold, changedOptionFlaws } from './change-option.ts'
import { checkOrder, creditActOf } from './check-order.ts'
import { type GroupActor, lockGroup, readGroup } from './group-acts.ts'
import type { Order, OrderedStay } from './order.ts'
import { type GroupContext, placeStay } from './place-stay.ts'

/** A stay to add to a group by its agency or the hotel's staff; the sums expected are of the whole. */
export type AddedStay = {
  ordered: OrderedStay
  expectedTotalCents: number | null
  expectedPayableCents: number | null
  /** True for the hotel's staff, who see non-public rates. */
  isStaff: boolean
  override: boolean
  idempotency: KeyedRequest | null
}

/**
 * Adds a stay to a group, after the last one: a booking like the others, with their guest, source and links. While the
 * group is held it is held until the others' end, otherwise it is confirmed (contract-groups). A repeated
 * Idempotency-Key gets its first answer.
 *
 * @throws AppError `not_found`, `forbidden`, `transition_invalid` for a group that has ended, `price_changed`,
 *   `idempotency_conflict`, `validation_failed` with `group_too_large`, and as `placeStay`
 */
export const addStay = (
  deps: Deps,
  code: string,
  actor: GroupActor,
  request: AddedStay,
): Promise<{ record: GroupRecord; isReplay: boolean }> =>
  deps.store.tx(async (tx) => {
    const { idempotency } = request
    const bookings = (await lockGroup(tx, code)).map(({ booking }) => booking)
    const earlier = idempotency && (await findAnswer<GroupRecord>(tx, deps, idempotency))
    if (earlier) return { record: earlier, isReplay: true }
    await placeInGroup(tx, deps, bookings, { actor, request })
    const contexts = await readGroup(tx, code)
    const record = groupRecord(contexts.map((context) => recordOf(context.booking, context)))
    expectSums(request, record)
    if (idempotency) await keepAnswer(tx, deps, idempotency, { bookingCode: code, answer: record })
    return { record, isReplay: false }
  })

async function placeInGroup(
  tx: Tx,
  deps: Deps,
  bookings: readonly Booking[],
  { actor, request }: { actor: GroupActor; request: AddedStay },
): Promise<void> {
  const lead = leadOf(bookings, ({ updatedAtMs }) => updatedAtMs)
  refuseEnded(lead, deps.nowMs())
  const { ordered } = request
  const stays = [...bookings.filter(({ status }) => isOpen(status)), ordered.stay]
  refuseFlaws(groupSizeFlaws(stays).map((each) => ({ ...each, path: '/rooms' })))
  const snapshot = (await findSnapshot(tx, lead.hotelId))!
  const context = { ...snapshot, agency: await findAgencyAt(tx, lead.hotelId, lead.agencyId) }
  const order = orderLike(lead, snapshot, { by: actor(lead), request })
  checkOrder(context, order, ordered.stay)
  const group: GroupContext = {
    groupCode: lead.groupCode!,
    groupPosition: 1 + Math.max(...bookings.map(({ groupPosition }) => groupPosition!)),
    ...{ whole: sizeOf(stays), isAsked: false },
    joins: holdLike(lead, context.hotel, { checkin: ordered.stay.checkin, nowMs: deps.nowMs() }),
  }
  await withinCredit(tx, creditActOf(context, order), () =>
    placeStay(tx, deps, context, { order, ordered, group }),
  )
  if (order.hold) await alignHolds(tx, deps, lead.groupCode!, actor(lead))
}

/** @throws AppError `transition_invalid` unless the group stands */
function refuseEnded(lead: Booking, nowMs: number): void {
  const isOver = lead.status === 'pending' && isHoldOver(lead, nowMs)
  if (isOver) throw transitionInvalid('expired', 'The hold of this reservation has run out.')
  if (!isOpen(lead.status))
    throw transitionInvalid(lead.status, 'This reservation has ended: make another.')
}

/** Returns the order of a further stay of a group: what its stays share is that of the lead booking. */
function orderLike(
  lead: Booking,
  snapshot: HotelSnapshot,
  { by, request }: { by: Actor; request: AddedStay },
): Order {
  const { guest, arrivalTime, company, collect, guarantee, specialRequests, language } = lead
  const { isStaff, override } = request
  return {
    ...snapshot,
    guest,
    details: { arrivalTime, company, collect, guarantee },
    ...{ specialRequests, language, isStaff, override },
    ...{ expectedTotalCents: null, expectedPayableCents: null, idempotency: null },
    hold: lead.status === 'pending',
    source: { type: lead.sourceType, agencyId: lead.agencyId, userId: lead.userId },
    takenBy: isStaff ? by : null,
    ...{ taker: null, site: lead.site },
  }
}

/**
 * Returns the links of a group and the end of its holds for a stay with this check-in, which may shorten an option.
 *
 * @throws AppError `validation_failed` with `option_after_checkin`
 */
function holdLike(
  lead: Booking,
  hotel: Hotel,
  { checkin, nowMs }: { checkin: CalendarDate; nowMs: number },
): NonNullable<GroupContext['joins']> {
  const { manageEpoch, holdExpiresAtMs, optionReminderAtMs } = lead
  const held = { manageEpoch, holdExpiresAtMs, optionReminderAtMs }
  if (lead.status !== 'pending') return { ...held, holdExpiresAtMs: null, optionReminderAtMs: null }
  if (!isOption(lead)) return held
  const changing = { booking: lead, hotel, next: { checkin } }
  const unchanged = { change: {}, caller: 'hotel' } as const
  refuseFlaws(changedOptionFlaws(changing, unchanged, nowMs))
  return { ...held, ...changedHold(changing, unchanged, nowMs) }
}
