import { commissionBpOf } from '../../domain/agencies/terms.ts'
import { reminderOf } from '../../domain/bookings/agency-reminder.ts'
import {
  type Booking,
  commissionOf,
  HOLD_MS,
  PROOF_HOLD_MS,
} from '../../domain/bookings/booking.ts'
import { type GroupPlace, NO_DETAILS } from '../../domain/bookings/booking-details.ts'
import { type BookingRecord, recordOf } from '../../domain/bookings/booking-record.ts'
import { guestNameFlaws } from '../../domain/bookings/guest-contact.ts'
import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { orderFlaws } from '../../domain/extras/extra-lines.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import { addDays } from '../../domain/kernel/date.ts'
import { refuseFlaws } from '../../domain/kernel/errors.ts'
import type { Night, Stay } from '../../domain/kernel/night.ts'
import { type Rate, STD } from '../../domain/rates/rate.ts'
import { splitTaxes } from '../../domain/rates/tax.ts'
import { boardAtRate, quoteAtRate, unwaivableReasons } from '../../domain/sale/quote.ts'
import { partyFlaw, refusal } from '../../domain/sale/refusal.ts'
import {
  checkStayDates,
  checkStayRoom,
  safeTotal,
  sleeps,
  supplementOf,
} from '../../domain/sale/stay.ts'
import { insertBooking } from '../../store/bookings/bookings.ts'
import type { ChangeHead } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { leaveToCommit } from '../../store/engine/left-writes.ts'
import { batch } from '../../store/engine/pace.ts'
import { drawNights } from '../agencies/draw-nights.ts'
import { refuseManyOptions } from '../agencies/option-limit.ts'
import { askedNights, readRoomsAside } from '../agencies/rooms-aside.ts'
import type { Deps } from '../deps.ts'
import { judgePlacing, noteTake, type WebSale, webSizeFlaws } from '../strangers/place-web.ts'
import { extrasOf } from './booking-extras.ts'
import { recordTransition } from './booking-record.ts'
import type { PlacingContext } from './check-order.ts'
import { agreedNights, keepReason } from './manual-price.ts'
import type { Order, OrderedStay } from './order.ts'
import { bookerOf } from './placed-answer.ts'
import { findRate, readOffer } from './rate-offer.ts'
import { sellRooms } from './take-rooms.ts'

/** The whole reservation around a stay; absent for a booking of its own. */
export type GroupContext = GroupPlace & {
  groupCode: string
  /** The size of the group, which the limits on strangers judge as one booking. */
  whole: { rooms: number; roomNights: number }
  /** True if every stay waits for the mailed link, because another stay of the group does. */
  isAsked: boolean
  /** The links and, while it is held, the hold of a group that a stay is added to. */
  joins?: Pick<Booking, 'manageEpoch' | 'holdExpiresAtMs' | 'optionReminderAtMs'>
}

/** A stay as placed. */
export type PlacedStay = { record: BookingRecord; booking: Booking; isAsked: boolean }

/**
 * Sells one stay of an order in a transaction that locks the hotel: takes the nights, stores the booking, queues
 * `booking.confirmed` or `booking.held` (specification §6, contract §3).
 *
 * @throws AppError `validation_failed`, and the reason if the stay is unavailable: `closed_for_sale`, `no_price`,
 *   `sold_out`, to the hotel's people `set_aside`, `too_many_options`, a restriction
 */
export async function placeStay(
  tx: Tx,
  deps: Deps,
  context: PlacingContext,
  { order, ordered, group }: { order: Order; ordered: OrderedStay; group?: GroupContext },
): Promise<PlacedStay> {
  const { hotel, agency } = context
  const code = deps.newCode()
  const actor = order.takenBy ?? bookerOf(code, order)
  const head = { hotelId: hotel.id, actor, pushId: null, atMs: deps.nowMs() }
  const sold = await sell(tx, deps, context, { order, ordered, group }, head)
  const { manualPrice = null } = ordered
  const { override = false, source } = order
  const byRate = { nightly: sold.nightly, rooms: sold.stay.rooms }
  const nightly = agreedNights(byRate, manualPrice, source.type)
  const sale = { ...sold, nightly }
  const booking = newBooking(context, { order, ordered, group }, { code, sale, head })
  const { changes, changeSeq, web } = sold
  const isPending = booking.status === 'pending'
  const made = { ...context, agencyCode: agency?.code ?? null, booking, override, actor }
  const record = recordOf(booking, made)
  // A sandbox and a price made by hand read before they write.
  const { bookingId } = manualPrice || isSandbox(hotel.id) ? {} : tx.reserved
  tx.reserved = {}
  const writes = batch(
    insertBooking(tx, booking, bookingId),
    recordTransition(tx, deps, record, {
      ...{ ...made, changes, changeSeq },
      event: isPending ? 'booking.held' : 'booking.confirmed',
    }),
    drawNights(tx, context, { after: booking, changes }),
    manualPrice && keepReason(tx, deps, booking, manualPrice, byRate),
    noteTake(tx, deps, order.taker, {
      ...{ hotelId: hotel.id, sale: web, roomNights: nightly.length * sold.stay.rooms },
      holdCode: isPending ? code : '',
    }),
  )
  const { isAsked } = web
  if (bookingId === undefined) return { record, booking: (await writes)[0], isAsked }
  await leaveToCommit(tx, writes)
  return { record, booking: { ...booking, id: bookingId }, isAsked }
}

/** A stay to place, with its order and its group. */
type Placing = { order: Order; ordered: OrderedStay; group?: GroupContext | undefined }

/** A sale: the stay at its rate and board, the price of a room per night, the nights taken and their change. */
type Sale = {
  stay: Stay
  rate: Rate
  nightly: Night[]
  changes: Change[]
  changeSeq: number
  web: WebSale
}

/** Takes the nights of a stay at a rate. @throws AppError `validation_failed`, or the reason if unavailable */
async function sell(
  tx: Tx,
  deps: Deps,
  snapshot: PlacingContext,
  { order, ordered: { stay: asked, extraOrders = [], guestNames }, group }: Placing,
  head: ChangeHead,
): Promise<Sale> {
  const { isStaff, override, hold, taker, guest, source } = order
  const { hotel, rooms, rates, agency } = snapshot
  const by = { agencyId: source.agencyId, isHotel: isStaff, override: override === true }
  const room = rooms.find(({ roomCode }) => roomCode === asked.roomCode)
  const isOfWeb = !isStaff && source.type === 'web'
  const today = deps.today(hotel.timezone)
  refuseFlaws([
    ...checkStayDates(asked, today),
    ...checkStayRoom(room, asked),
    ...orderFlaws([], extraOrders, snapshot.extras),
    ...guestNameFlaws(guestNames, asked),
    ...(isOfWeb ? webSizeFlaws(hotel, asked) : []),
  ])
  const offer = { room: room!, rate: findRate(rates, asked.rateCode, { isStaff, agency }) }
  const { boardCode, fault } = boardAtRate(offer, asked.boardCode)
  if (fault) refuseFlaws([partyFlaw(fault, offer)])
  if (!override && !sleeps(offer.room, asked)) refuseFlaws([partyFlaw('party_too_large', offer)])
  const { rate } = offer
  const stay: Stay = { ...asked, rateCode: rate.rateCode, boardCode }
  const range = { roomCode: stay.roomCode, from: stay.checkin, to: addDays(stay.checkout, -1) }
  const aside = await readRoomsAside(tx, deps, hotel, range, by)
  // A hotel without rates needs no quote: the nights taken carry everything.
  const quote =
    hotel.usesRates && quoteAtRate(await readOffer(tx, snapshot, offer, stay, aside), stay, today)
  const [reason] = (quote && (override ? unwaivableReasons(quote.reasons) : quote.reasons)) || []
  if (reason) throw refusal(reason, offer)
  const web = await judgePlacing(tx, deps, {
    ...{ snapshot, taker, stay, hold, email: guest.email, group },
  })
  const sold = await sellRooms(tx, head, stay, { needsPrice: rate.rateCode === STD, as: web.as })
  const taken = askedNights(sold.changes)
  aside.refuse(taken)
  if (hold) await refuseManyOptions(tx, { hotelId: hotel.id, room: offer.room }, taken, by, aside)
  const supplementCents = supplementOf(offer.room, boardCode)
  const nightly = quote
    ? quote.nightly
    : sold.changes.map(({ date, after }) => ({
        date,
        priceCents: after.priceCents! + supplementCents,
      }))
  return { stay, rate, nightly, web, ...sold }
}

function newBooking(
  context: PlacingContext,
  { order, ordered, group }: Placing,
  { code, sale, head }: { code: string; sale: Sale; head: ChangeHead },
): Omit<Booking, 'id'> {
  const nowMs = head.atMs
  const { hotel, agency } = context
  const { stay, rate, nightly, web } = sale
  const { guest, source, specialRequests, language, holdUntilMs = null } = order
  const isPending = order.hold || web.isAsked
  const totalPriceCents = safeTotal(nightly, stay.rooms)
  const commissionBasisPoints = agency && commissionBpOf(agency)
  return {
    ...stay,
    hotelId: hotel.id,
    code,
    ...{ groupCode: group?.groupCode ?? null, groupPosition: group?.groupPosition ?? null },
    revision: 1,
    status: isPending ? 'pending' : 'confirmed',
    guest,
    ...NO_DETAILS,
    ...order.details,
    guestNames: ordered.guestNames,
    consents: (order.consents ?? []).map((consent) => ({ ...consent, atMs: nowMs })),
    ...extrasOf(context, { ...stay, extras: [], nightly, totalPriceCents }, ordered.extraOrders),
    currency: hotel.currency,
    totalPriceCents,
    nightly,
    taxes: splitTaxes(totalPriceCents, hotel.taxes).taxes,
    cancellation: rate.cancellation,
    penaltyCents: null,
    sourceType: source.type,
    agencyId: source.agencyId,
    commissionCents:
      commissionBasisPoints === null ? null : commissionOf(totalPriceCents, commissionBasisPoints),
    commissionBasisPoints,
    userId: source.userId,
    specialRequests,
    language,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    confirmedAtMs: isPending ? null : nowMs,
    cancelledAtMs: null,
    cancelReason: null,
    ...(group?.joins ?? {
      holdExpiresAtMs: isPending ? holdEnd(order, web, nowMs) : null,
      optionReminderAtMs:
        holdUntilMs &&
        reminderOf({ agencyId: source.agencyId, untilMs: holdUntilMs, nowMs, hotel }),
      manageEpoch: 0,
    }),
    ackedRevision: null,
    externalId: null,
    ...{ proof: web.proof, provenByStay: web.provenByStay },
    ...{ site: order.site ?? null, mailbox: web.mailbox },
    brakeNights: isPending ? 0 : web.brakeNights,
    brakeAtMs: isPending || web.brakeNights === 0 ? null : nowMs,
  }
}

/** Returns the end of a hold: as chosen, or after the time of a hold or of one that waits for proof. */
const holdEnd = ({ holdUntilMs }: Order, { isAsked }: WebSale, nowMs: number): number =>
  isAsked ? nowMs + PROOF_HOLD_MS : (holdUntilMs ?? nowMs + HOLD_MS)
