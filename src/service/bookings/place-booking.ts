import {
  type Booking,
  type BookingRecord,
  commissionOf,
  type Guest,
  HOLD_MS,
  PROOF_HOLD_MS,
  type SourceType,
} from '../../domain/bookings/booking.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { type Night, nightsOf, type Stay } from '../../domain/kernel/night.ts'
import { type Rate, STD } from '../../domain/rates/rate.ts'
import { splitTaxes } from '../../domain/rates/tax.ts'
import { boardAtRate, quoteAtRate, unwaivableReasons } from '../../domain/sale/quote.ts'
import { partyFlaw, refusal } from '../../domain/sale/refusal.ts'
import {
  checkStayDates,
  checkStayRoom,
  expectTotal,
  noHotel,
  notSold,
  sleeps,
  supplementOf,
} from '../../domain/sale/stay.ts'
import { type Agency, findAgency } from '../../store/agencies/agencies.ts'
import { insertBooking } from '../../store/bookings/bookings.ts'
import { currentSnapshot, type HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Actor, ChangeHead } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { batch } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'
import { findAnswer, type KeyedRequest, keepAnswer } from '../kept-answers.ts'
import { queueProofMail } from '../mails/queue-mail.ts'
import { judgePlacing, noteTake, type WebSale, webSizeFlaws } from '../strangers/place-web.ts'
import type { Taker } from '../strangers/taking.ts'
import { recordTransition } from './booking-record.ts'
import { agreedNights, keepReason, type PriceRequest } from './manual-price.ts'
import { bookerOf, keptAnswer, type PlacedAnswer, replayPlaced } from './placed-answer.ts'
import { findRate, readOffer } from './rate-offer.ts'
import { sellRooms } from './take-rooms.ts'

/** A requested booking, at a hotel as its caller read it. */
export type BookingRequest = HotelSnapshot & {
  /** Default rate: `STD`; default board: that of the rate, else the first of the room type. */
  stay: Omit<Stay, 'rateCode'> & { rateCode: string | null }
  guest: Guest
  specialRequests: string | null
  /** The language of the guest's mails; null: that of the hotel. */
  language: Language | null
  expectedTotalCents: number | null
  /** True to hold the rooms for 15 minutes without confirming. */
  hold: boolean
  source: { type: SourceType; agencyId: number | null; userId: string | null }
  /** True for the hotel's staff and admins, who see suspended hotels and non-public rates. */
  isStaff: boolean
  /** The member of the staff who takes the booking; null: the guest or agency books directly. */
  takenBy?: Actor | null
  /** The taker of the rooms, if the limits on strangers apply; null: exempt. */
  taker: Taker | null
  /** The name of the site that the booking comes through. */
  site?: string | null
  /** True without a session; the answer then contains the manage token. */
  isAnonymous?: boolean
  idempotency: KeyedRequest | null
  /** True if the hotel's staff override restrictions and party rules. */
  override?: boolean
  /** The price agreed by the hotel's staff in place of the rate's price. */
  manualPrice?: PriceRequest | null
}

/**
 * Sells rooms for a stay: takes the nights, stores the booking, queues `booking.confirmed` (or `booking.held`), all or
 * nothing (specification §6, contract §3). A repeated Idempotency-Key gets its first answer, whatever changed since.
 *
 * @throws AppError `not_found`, `forbidden`, `validation_failed`, `price_changed`, `idempotency_conflict`, and the
 *   reason if the stay is unavailable: `closed_for_sale`, `no_price`, `sold_out`, a restriction
 */
export async function placeBooking(
  deps: Deps,
  request: BookingRequest,
): Promise<{ record: BookingRecord; isReplay: boolean; manageToken?: string | null }> {
  const { stay, idempotency } = request
  return await deps.store.tx(async (tx) => {
    const [, earlier, snapshot, agency] = await batch(
      lockHotel(tx, request.hotel.id),
      idempotency && findAnswer<PlacedAnswer>(tx, deps, idempotency),
      currentSnapshot(tx, request),
      findBookingAgency(tx, request.source.agencyId),
    )
    if (earlier) return { ...(await replayPlaced(tx, deps, earlier, request)), isReplay: true }
    const { hotel, rooms, rates } = snapshot
    // A suspended hotel does not exist for callers other than staff.
    if (!hotel.active) throw request.isStaff ? notSold('hotel', nightsOf(stay)) : noHotel()
    if (agency && !agency.active)
      throw new AppError('forbidden', 'Your agency may not book at present.')
    const code = deps.newCode()
    const actor = request.takenBy ?? bookerOf(code, request)
    const head = { hotelId: hotel.id, actor, pushId: null, atMs: deps.nowMs() }
    const sold = await sell(tx, deps, snapshot, request, head)
    const { manualPrice = null, override = false, source } = request
    const byRate = { nightly: sold.nightly, rooms: sold.stay.rooms }
    const nightly = agreedNights(byRate, manualPrice, source.type)
    const booking = newBooking(request, { code, hotel, agency, sold: { ...sold, nightly }, head })
    const agencyCode = agency?.code ?? null
    const event = booking.status === 'pending' ? 'booking.held' : 'booking.confirmed'
    const { changes, changeSeq } = sold
    const transition = {
      booking,
      override,
      hotel,
      rooms,
      rates,
      agencyCode,
      changes,
      changeSeq,
      event,
      actor,
    } as const
    const [record, made] = await batch(
      recordTransition(tx, deps, transition),
      insertBooking(tx, booking),
      manualPrice && keepReason(tx, deps, booking, manualPrice, byRate),
      noteTake(tx, deps, request.taker, {
        ...{ hotelId: hotel.id, sale: sold.web, roomNights: nightly.length * sold.stay.rooms },
        holdCode: booking.status === 'pending' ? code : '',
      }),
      sold.web.isAsked && queueProofMail(tx, deps, { booking, hotel }),
    )
    if (idempotency) {
      const answer = keptAnswer(deps, record, request)
      await keepAnswer(tx, deps, idempotency, { bookingCode: record.code, answer })
    }
    const token = request.isAnonymous && { manageToken: deps.tokens.manage(made) }
    return { record, isReplay: false, ...token }
  })
}

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
  snapshot: HotelSnapshot,
  request: Pick<
    BookingRequest,
    'stay' | 'isStaff' | 'override' | 'hold' | 'taker' | 'guest' | 'source'
  >,
  head: ChangeHead,
): Promise<Sale> {
  const { stay: asked, isStaff, override, hold, taker, guest, source } = request
  const { hotel, rooms, rates } = snapshot
  const room = rooms.find(({ roomCode }) => roomCode === asked.roomCode)
  const isOfWeb = !isStaff && source.type === 'web'
  refuseFlaws([
    ...checkStayDates(asked, deps.today(hotel.timezone)),
    ...checkStayRoom(room, asked),
    ...(isOfWeb ? webSizeFlaws(hotel, asked) : []),
  ])
  const offer = { room: room!, rate: findRate(rates, asked.rateCode, isStaff) }
  const { boardCode, fault } = boardAtRate(offer, asked.boardCode)
  if (fault) refuseFlaws([partyFlaw(fault, offer)])
  if (!override && !sleeps(offer.room, asked)) refuseFlaws([partyFlaw('party_too_large', offer)])
  const { rate } = offer
  const stay: Stay = { ...asked, rateCode: rate.rateCode, boardCode }
  // A hotel without rates needs no quote: the nights taken carry everything.
  const quote = hotel.usesRates && quoteAtRate(await readOffer(tx, snapshot, offer, stay), stay)
  const [reason] = (quote && (override ? unwaivableReasons(quote.reasons) : quote.reasons)) || []
  if (reason) throw refusal(reason, offer)
  const web = await judgePlacing(tx, deps, {
    ...{ snapshot, taker, stay, hold, email: guest.email },
  })
  const sold = await sellRooms(tx, head, stay, { needsPrice: rate.rateCode === STD, as: web.as })
  const supplementCents = supplementOf(offer.room, boardCode)
  const nightly = quote
    ? quote.nightly
    : sold.changes.map(({ date, after }) => ({
        date,
        priceCents: after.priceCents! + supplementCents,
      }))
  return { stay, rate, nightly, web, ...sold }
}

async function findBookingAgency(tx: Tx, agencyId: number | null): Promise<Agency | null> {
  return agencyId === null ? null : (await findAgency(tx, agencyId))!
}

function newBooking(
  { guest, source, specialRequests, language, expectedTotalCents, ...request }: BookingRequest,
  {
    code,
    hotel,
    agency,
    sold,
    head,
  }: { code: string; hotel: Hotel; agency: Agency | null; sold: Sale; head: ChangeHead },
): Omit<Booking, 'id'> {
  const nowMs = head.atMs
  const { stay, rate, nightly, web } = sold
  const isPending = request.hold || web.isAsked
  const holdMs = web.isAsked ? PROOF_HOLD_MS : HOLD_MS
  const totalPriceCents = expectTotal(expectedTotalCents, nightly, stay.rooms)
  return {
    ...stay,
    hotelId: hotel.id,
    code,
    revision: 1,
    status: isPending ? 'pending' : 'confirmed',
    guest,
    currency: hotel.currency,
    totalPriceCents,
    nightly,
    taxes: splitTaxes(totalPriceCents, hotel.taxes).taxes,
    cancellation: rate.cancellation,
    penaltyCents: null,
    sourceType: source.type,
    agencyId: source.agencyId,
    commissionCents: agency && commissionOf(totalPriceCents, agency.commissionBasisPoints),
    commissionBasisPoints: agency?.commissionBasisPoints ?? null,
    userId: source.userId,
    specialRequests,
    language,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    confirmedAtMs: isPending ? null : nowMs,
    cancelledAtMs: null,
    cancelReason: null,
    holdExpiresAtMs: isPending ? nowMs + holdMs : null,
    ackedRevision: null,
    externalId: null,
    ...{ proof: web.proof, provenByStay: web.provenByStay, manageEpoch: 0 },
    ...{ site: request.site ?? null, mailbox: web.mailbox },
    brakeNights: isPending ? 0 : web.brakeNights,
    brakeAtMs: isPending || web.brakeNights === 0 ? null : nowMs,
  }
}
