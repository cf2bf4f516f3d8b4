import type { Booking } from '../../domain/bookings/booking.ts'
import { isSameAddress } from '../../domain/bookings/manage-link.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { isTestBooking } from '../../domain/catalog/sandbox-hotel.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { updateManageEpoch } from '../../store/bookings/bookings.ts'
import { findLead } from '../../store/bookings/groups.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { inHotel, lockHotel } from '../../store/engine/locks.ts'
import { listMailTimes } from '../../store/mails/mail-lists.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { createDeferredQueue, type DeferredQueue } from '../later.ts'
import { queueManageMail, queueProofMail } from '../mails/queue-mail.ts'

/** A request for the link of a booking, with the code and the e-mail that identify it. */
type GuestLinkRequest = { code: string; email: string }

/** Queue that mails links to those who ask for them by code and e-mail, apart from their requests. */
export type LinkRequests = DeferredQueue<GuestLinkRequest>

/** A request for a new link, by the guest or by the desk. */
type LinkRequest = { booking: Booking; actor: Actor; renew: boolean }

const ENDED = { link: 'ended' }
const HOUR_MS = 60 * 60 * 1_000
/** Rate limit: requested link mails per booking and hour. */
const LINKS_PER_HOUR = 3

/**
 * Creates the queue that mails the link if code and e-mail match a booking, at most three times an hour
 * (`contract-access`).
 */
export const createLinkRequests = (deps: Deps, onFailure: (error: unknown) => void): LinkRequests =>
  createDeferredQueue((asking) => mailIfTheirs(deps, asking), {
    ...{ tooMany: 'Too many links are being requested at the moment.', onFailure },
  })

async function mailIfTheirs(deps: Deps, { code, email }: GuestLinkRequest): Promise<void> {
  const isWanted = async (handle: Handle) => {
    const booking = await findLead(handle, code)
    if (!booking || isTestBooking(booking) || !isSameAddress(booking.guest.email, email)) return
    return (await findFreeMs(handle, deps, booking)) === 0 ? booking : undefined
  }
  const found = await isWanted(deps.store)
  if (!found) return
  await inHotel(deps.store, found.hotelId, async (tx) => {
    const booking = await isWanted(tx)
    if (booking) await queueLinks(tx, deps, booking)
  })
}

/**
 * Mails the link of a booking to its guest; `renew` revokes all earlier links. A renewal must wait if the new link
 * could not be mailed under the rate limit, so that the mailbox always has a valid link.
 *
 * @returns the booking after the call
 * @throws AppError `not_found` if the link was revoked since, `rate_limited`
 */
export async function mailLink(
  deps: Deps,
  { booking: { hotelId, code }, actor, renew }: LinkRequest,
): Promise<Booking> {
  return await inHotel(deps.store, hotelId, async (tx) => {
    const booking = await holdLink(tx, { hotelId, code }, actor)
    const freeAtMs = deps.isMailing ? await findFreeMs(tx, deps, booking) : 0
    if (freeAtMs > 0) {
      const retryAfterSeconds = Math.max(1, Math.ceil((freeAtMs - deps.nowMs()) / 1_000))
      const detail = `The link of a booking is mailed at most ${LINKS_PER_HOUR} times an hour.`
      throw new AppError('rate_limited', detail, { limit: 'links', retryAfterSeconds })
    }
    if (renew)
      await audit(tx, deps, { entity: 'desk', entityId: code, hotelId, actor, after: ENDED })
    const manageEpoch = renew ? await updateManageEpoch(tx, booking) : booking.manageEpoch
    const now = { ...booking, manageEpoch }
    await queueLinks(tx, deps, now)
    return now
  })
}

/**
 * Returns the link of a booking to the hotel's desk and writes it to the history; `renew` revokes all earlier links.
 *
 * @returns the booking after the call; only this caller receives its token
 * @throws AppError `not_found`
 */
export async function handOverLink(
  deps: Deps,
  { booking: { hotelId, code }, actor, renew }: LinkRequest,
): Promise<Booking> {
  return await inHotel(deps.store, hotelId, async (tx) => {
    const booking = await holdLink(tx, { hotelId, code }, actor)
    const after = { link: renew ? 'renewed' : 'handed_over' }
    await audit(tx, deps, { entity: 'desk', entityId: code, hotelId, actor, after })
    if (!renew) return booking
    const now = { ...booking, manageEpoch: await updateManageEpoch(tx, booking) }
    // The renewal also revoked the link in the mail that asked for proof.
    await queueProof(tx, deps, now, (await findHotel(tx, hotelId))!)
    return now
  })
}

async function holdLink(
  tx: Tx,
  { hotelId, code }: { hotelId: number; code: string },
  { epoch }: Actor,
): Promise<Booking> {
  await lockHotel(tx, hotelId)
  const booking = await findLead(tx, code)
  const isOver =
    booking?.erasedAtMs !== null || (epoch !== undefined && epoch !== booking.manageEpoch)
  if (!booking || isOver) throw new AppError('not_found', 'There is no such booking for you.')
  return booking
}

async function queueLinks(tx: Tx, deps: Deps, booking: Booking): Promise<void> {
  const hotel = (await findHotel(tx, booking.hotelId))!
  await queueManageMail(tx, deps, { booking, hotel })
  await queueProof(tx, deps, booking, hotel)
}

/** Queues the proof link, too, if the booking is still unproven. */
async function queueProof(tx: Tx, deps: Deps, booking: Booking, hotel: Hotel): Promise<void> {
  const { proof, status } = booking
  const stands = status === 'pending' || status === 'confirmed'
  if (stands && (proof === 'none' || proof === 'asked'))
    await queueProofMail(tx, deps, { booking, hotel })
}

/** Returns when the link of a booking may be mailed again; 0: now. */
async function findFreeMs(handle: Handle, { nowMs }: Deps, booking: Booking): Promise<number> {
  const times = await listMailTimes(handle, booking, {
    ...{ kind: 'manage_link', sinceMs: nowMs() - HOUR_MS },
  })
  const oldest = times.at(-LINKS_PER_HOUR)
  return oldest === undefined ? 0 : oldest + HOUR_MS
}
