import type { Booking } from '../../domain/bookings/booking.ts'
import { isSameAddress } from '../../domain/bookings/manage-link.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { isTestBooking } from '../../domain/catalog/sandbox-hotel.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findBooking, updateManageEpoch } from '../../store/bookings/bookings.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { holdHotel } from '../../store/engine/locks.ts'
import { listMailTimes } from '../../store/mails/mail-lists.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { createDeferredQueue, type DeferredQueue } from '../later.ts'
import { queueManageMail, queueProofMail } from '../mails/queue-mail.ts'

/** Somebody who asks for the link of a booking, by what reads it. */
type GuestLinkRequest = { code: string; email: string }

/** Mails links to who ask for them by code and e-mail, beside their requests. */
export type LinkRequests = DeferredQueue<GuestLinkRequest>

/** What links of a booking are asked for by: its guest, or the desk. */
type LinkRequest = { booking: Booking; actor: Actor; renew: boolean }

const ENDED = { link: 'ended' }
const HOUR_MS = 60 * 60 * 1_000
/** Mails within an hour that bring the link of one booking because somebody asked for it. */
const LINKS_PER_HOUR = 3

/** The link is mailed where code and e-mail are a booking's, at most three times an hour (`contract-access`). */
export const createLinkRequests = (deps: Deps, onFailure: (error: unknown) => void): LinkRequests =>
  createDeferredQueue((asking) => mailIfTheirs(deps, asking), {
    ...{ tooMany: 'Too many ask for their links at the moment.', onFailure },
  })

async function mailIfTheirs(deps: Deps, { code, email }: GuestLinkRequest): Promise<void> {
  const isWanted = async (handle: Handle) => {
    const booking = await findBooking(handle, code)
    if (!booking || isTestBooking(booking) || !isSameAddress(booking.guest.email, email)) return
    return (await findFreeMs(handle, deps, booking)) === 0 ? booking : undefined
  }
  const found = await isWanted(deps.store)
  if (!found) return
  await deps.store.tx(async (tx) => {
    await holdHotel(tx, found.hotelId)
    const booking = await isWanted(tx)
    if (booking) await queueLinks(tx, deps, booking)
  })
}

/**
 * Mails the link of a booking to its guest, and ends all links of before where it is renewed. Who renews it so often that
 * the new one could not be mailed has to wait: the mailbox is never left without a link that counts.
 *
 * @returns the booking as it is then
 * @throws AppError `not_found` for a link that was ended meanwhile, `rate_limited`
 */
export async function mailLink(
  deps: Deps,
  { booking: { hotelId, code }, actor, renew }: LinkRequest,
): Promise<Booking> {
  return await deps.store.tx(async (tx) => {
    const booking = await holdLink(tx, { hotelId, code }, actor)
    const freeAtMs = deps.isMailing ? await findFreeMs(tx, deps, booking) : 0
    if (freeAtMs > 0) {
      const retryAfterSeconds = Math.max(1, Math.ceil((freeAtMs - deps.nowMs()) / 1_000))
      const detail = `The link of a booking is mailed ${LINKS_PER_HOUR} times within an hour.`
      throw new AppError('rate_limited', detail, { retryAfterSeconds })
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
 * Hands the link of a booking to the hotel's desk, which its history tells; where it is renewed all links of before end.
 *
 * @returns the booking as it is then, whose token nobody else is told
 * @throws AppError `not_found`
 */
export async function handOverLink(
  deps: Deps,
  { booking: { hotelId, code }, actor, renew }: LinkRequest,
): Promise<Booking> {
  return await deps.store.tx(async (tx) => {
    const booking = await holdLink(tx, { hotelId, code }, actor)
    const after = { link: renew ? 'renewed' : 'handed_over' }
    await audit(tx, deps, { entity: 'desk', entityId: code, hotelId, actor, after })
    if (!renew) return booking
    const now = { ...booking, manageEpoch: await updateManageEpoch(tx, booking) }
    // The mail that asked for proof has ended with the others.
    await queueProof(tx, deps, now, (await findHotel(tx, hotelId))!)
    return now
  })
}

async function holdLink(
  tx: Tx,
  { hotelId, code }: { hotelId: number; code: string },
  { epoch }: Actor,
): Promise<Booking> {
  await holdHotel(tx, hotelId)
  const booking = await findBooking(tx, code)
  if (!booking || (epoch !== undefined && epoch !== booking.manageEpoch))
    throw new AppError('not_found', 'There is no such booking for you.')
  return booking
}

async function queueLinks(tx: Tx, deps: Deps, booking: Booking): Promise<void> {
  const hotel = (await findHotel(tx, booking.hotelId))!
  await queueManageMail(tx, deps, { booking, hotel })
  await queueProof(tx, deps, booking, hotel)
}

/** The link that proves it, too, of what nobody has proven. */
async function queueProof(tx: Tx, deps: Deps, booking: Booking, hotel: Hotel): Promise<void> {
  const { proof, status } = booking
  const stands = status === 'pending' || status === 'confirmed'
  if (stands && (proof === 'none' || proof === 'asked'))
    await queueProofMail(tx, deps, { booking, hotel })
}

/** When the link of a booking may be mailed again; 0: now. */
async function findFreeMs(handle: Handle, { nowMs }: Deps, booking: Booking): Promise<number> {
  const times = await listMailTimes(handle, booking, {
    ...{ kind: 'manage_link', sinceMs: nowMs() - HOUR_MS },
  })
  const oldest = times.at(-LINKS_PER_HOUR)
  return oldest === undefined ? 0 : oldest + HOUR_MS
}
