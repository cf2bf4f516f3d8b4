import type { Booking, Caller } from '../../domain/bookings/booking.ts'
import { type BookingChange, changedStay } from '../../domain/bookings/booking-change.ts'
import { recordOf } from '../../domain/bookings/booking-record.ts'
import {
  expectSums,
  type GroupRecord,
  groupRecord,
  isOpen,
  leadOf,
  sizeOf,
} from '../../domain/bookings/group.ts'
import { isReaddressed } from '../../domain/bookings/manage-link.ts'
import { AppError, type Flaw, flaw, refuseFlaws } from '../../domain/kernel/errors.ts'
import { updateManageEpoch } from '../../store/bookings/bookings.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { withinCredit } from '../agencies/credit.ts'
import type { Deps } from '../deps.ts'
import type { BookingContext } from './booking-context.ts'
import { moveInTx, rolledBack, transitionInvalid } from './booking-record.ts'
import { type ChangeRequest, decideChange } from './change-booking.ts'
import { alignHolds } from './change-option.ts'
import { creditActOf } from './change-payment.ts'
import { type GroupActor, lockGroup, readGroup } from './group-acts.ts'
import { atOneInstant, ofStay, type Place, runParts, runTries, type Tries } from './group-parts.ts'
import { type GroupResize, resizeFlaws } from './group-size.ts'
import type { PriceRequest } from './manual-price.ts'
import { askForProof, proofComes } from './prove.ts'

/** A requested change of one stay of a group. */
export type StayRequest = {
  /** The code of its booking. */
  code: string
  change: BookingChange
  /** The revision seen by the caller; null: any. */
  revision: number | null
  manualPrice: PriceRequest | null
}

/** A requested change of a group; the sums expected are of the whole. */
export type GroupChangeRequest = {
  /** What all of its standing bookings come to have. */
  shared: BookingChange
  stays: readonly StayRequest[]
  expectedTotalCents: number | null
  expectedPayableCents: number | null
  caller: Caller
} & Pick<ChangeRequest, 'guest' | 'override' | 'isOfAgency'>

/**
 * Changes a group: named stays in the order sent, so that the next may take what the one before let go, and then what
 * all standing bookings share; all or nothing (contract-groups, *Several rooms, one reservation*). Each changed booking
 * has its revision and event; one without effect has none.
 *
 * @throws AppError `not_found`, `validation_failed`, `price_changed` with the total of the whole, `proof_required`, and
 *   the reasons of `changeBooking` of every stay that fails, with their places
 */
export const changeGroup = (
  deps: Deps,
  code: string,
  actor: GroupActor,
  request: GroupChangeRequest,
): Promise<GroupRecord> =>
  runTries(deps, (tx, tries) => changeInTx(tx, deps, code, { actor, request, tries })).catch(
    async (error) => {
      // The change was rolled back; the guest sends it again after the link is confirmed.
      if (isProofAsked(error)) await askForProof(deps, code)
      throw error
    },
  )

/** Dry run of `changeGroup`: changes nothing and mails no link. @throws AppError as `changeGroup` */
export const simulateGroupChange = (
  deps: Deps,
  code: string,
  actor: GroupActor,
  request: GroupChangeRequest,
): Promise<GroupRecord> =>
  runTries(
    deps,
    (tx, tries) => changeInTx(tx, deps, code, { actor, request, tries }),
    (body) => rolledBack(deps, body),
  ).catch((error) => {
    throw isProofAsked(error) ? proofComes() : error
  })

const isProofAsked = (error: unknown) =>
  error instanceof AppError && error.code === 'proof_required'

type GroupChange = { actor: GroupActor; request: GroupChangeRequest; tries: Tries }

async function changeInTx(
  tx: Tx,
  deps: Deps,
  code: string,
  { actor, request, tries }: GroupChange,
): Promise<GroupRecord> {
  const contexts = await lockGroup(tx, code)
  const now = atOneInstant(deps)
  const bookings = contexts.map(({ booking }) => booking)
  const lead = leadOf(bookings, ({ updatedAtMs }) => updatedAtMs)
  if (!isOpen(lead.status))
    throw transitionInvalid(lead.status, 'Nothing of this reservation can be changed.')
  refuseFlaws(codeFlaws(bookings, request))
  const parts = partsOf(contexts, request)
  const resize = resizeOf(bookings, parts)
  const { hotel } = contexts[0]!
  const { caller, guest = null, override = false } = request
  refuseFlaws(resizeFlaws(resize, { booking: lead, hotel, caller }))
  const ofAll = {
    ...{ caller, guest, override, isOfAgency: request.isOfAgency ?? false },
    ...{ whole: sizeOf(resize.after), expectedTotalCents: null },
  }
  const work = ({ context, stay }: Part) =>
    moveInTx(tx, now, context, {
      actor: actor(context.booking),
      step: (handle, of) => decideChange(handle, now, of, { ...stay, ...ofAll }),
    })
  await withinCredit(tx, creditActOf(contexts[0]!, request), () =>
    runParts(tx, tries, parts, work, ({ place }) => place),
  )
  if (bookings.some(({ status }) => status === 'pending'))
    await alignHolds(tx, now, code, actor(lead))
  const readdressed = isReaddressed(lead.guest, { ...lead.guest, ...request.shared.guest })
  // The bookings that have ended share the links of those that stand.
  if (readdressed) await updateManageEpoch(tx, lead)
  const record = groupRecord(
    (await readGroup(tx, code)).map((context) => recordOf(context.booking, context)),
  )
  expectSums(request, record)
  return record
}

/** One booking with what the change asks of it, and its places in the body. */
type Part = { context: BookingContext; stay: StayRequest; place: Place }

/** Returns the flaws of codes that are not in the group, or named twice. */
function codeFlaws(bookings: readonly Booking[], { stays }: GroupChangeRequest): Flaw[] {
  const codes = stays.map(({ code }) => code)
  return codes.flatMap((code, index) => {
    const path = ofStay(index)('/code')
    if (codes.indexOf(code) < index) return flaw(path, 'repeated', 'This code is repeated.')
    if (bookings.some((booking) => booking.code === code)) return []
    return flaw(path, 'unknown_value', 'This reservation has no such booking.')
  })
}

/** Returns the parts of a change: the stays in the order sent, then what stands besides, if anything is shared. */
function partsOf(contexts: readonly BookingContext[], request: GroupChangeRequest): Part[] {
  const { stays, shared } = request
  const named = stays.map((stay, index): Part => {
    const guest = { ...shared.guest, ...stay.change.guest }
    const change = { ...shared, ...stay.change, ...(hasAny(guest) && { guest }) }
    const context = contexts.find(({ booking }) => booking.code === stay.code)!
    return { context, stay: { ...stay, change }, place: placeIn(stay.change, index) }
  })
  if (!hasAny(shared)) return named
  const others = contexts.filter(
    ({ booking: { code, status } }) => isOpen(status) && !stays.some((stay) => stay.code === code),
  )
  const rest = others.map((context): Part => {
    const { code } = context.booking
    const stay = { code, change: shared, revision: null, manualPrice: null }
    return { context, stay, place: (path) => path }
  })
  return [...named, ...rest]
}

const hasAny = (fields: object) => Object.keys(fields).length > 0

/** Fields that a body may name once for all stays. */
const SHARED = ['guest', 'arrivalTime', 'company', 'specialRequests', 'payment', 'holdUntil']

/** Returns the places of a stay: those of shared fields stand in the stay only where it names them itself. */
function placeIn(change: BookingChange, index: number): Place {
  return (path) => {
    const [field = '', ...inner] = path.split('/').slice(1)
    const isNamed = [field, ...inner].reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
      change,
    )
    return SHARED.includes(field) && isNamed === undefined ? path : ofStay(index)(path)
  }
}

/** Returns the standing stays of a group before and after a change. */
function resizeOf(bookings: readonly Booking[], parts: readonly Part[]): GroupResize {
  const before = bookings.filter(({ status }) => isOpen(status))
  const after = before.map((booking) => {
    const part = parts.find(({ stay }) => stay.code === booking.code)
    return part ? changedStay(booking, part.stay.change) : booking
  })
  return { before, after }
}
