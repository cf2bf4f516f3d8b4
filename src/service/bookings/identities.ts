import type { Booking } from '../../domain/bookings/booking.ts'
import { checkIdentities, type GuestIdentity } from '../../domain/bookings/identity.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import { listIdentities, upsertIdentities } from '../../store/bookings/identities.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Vault } from '../../store/engine/vault.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { refuseErased } from './booking-record.ts'
import { lockBooking, type Place } from './desk.ts'

/**
 * Identities of the guests who stay in a booking; `isReadable` is false if they were encrypted with another
 * `ENCRYPTION_KEY`.
 */
export type Identities = { revision: number; guests: GuestIdentity[]; isReadable: boolean }

/** Identities of a booking without any. */
const NO_IDENTITIES: Identities = { revision: 0, guests: [], isReadable: true }

/**
 * Reads the identities of a booking's guests. The audit log keeps the access before the reader sees them, but not
 * their content.
 *
 * @throws AppError `not_found`
 */
export async function seeIdentities(deps: Deps, actor: Actor, place: Place): Promise<Identities> {
  return await deps.store.tx(async (tx) => {
    const booking = await lockBooking(tx, place)
    const found = await findIdentities(tx, deps, booking)
    if (found.revision > 0) await auditAccess(tx, deps, actor, booking, 'seen', found.guests.length)
    return found
  })
}

/**
 * Replaces the identities of a booking's guests: no revision, no event, no feed entry (contract §3). They are
 * encrypted under `ENCRYPTION_KEY`. The audit log keeps the writer and their number, but not their content.
 *
 * @param revision the revision that the writer saw; a newer one causes `revision_conflict`
 * @throws AppError `not_found`, `transition_invalid`, `revision_conflict`, `validation_failed`
 */
export async function writeIdentities(
  deps: Deps,
  actor: Actor,
  place: Place,
  { revision, guests }: Pick<Identities, 'revision' | 'guests'>,
): Promise<Identities> {
  return await deps.store.tx(async (tx) => {
    const booking = await lockBooking(tx, place)
    const { status, code } = booking
    // Identities can be deleted in any state of the booking.
    if (guests.length > 0 && status !== 'confirmed' && status !== 'completed')
      throw new AppError(
        'transition_invalid',
        `A booking that is ${status} has no guests who stay.`,
        {
          members: { bookingStatus: status },
        },
      )
    if (guests.length > 0) refuseErased(booking)
    refuseFlaws(checkIdentities(guests, booking, deps.today(place.timezone)))
    const before = await findIdentities(tx, deps, booking)
    if (before.revision !== revision)
      throw new AppError(
        'revision_conflict',
        'Someone else has changed the identities in the meantime.',
      )
    const written = { revision: revision + 1, sealed: await deps.vault.seal(textOf(code, guests)) }
    await upsertIdentities(tx, booking, written)
    await auditAccess(tx, deps, actor, booking, 'written', guests.length)
    return { revision: written.revision, guests, isReadable: true }
  })
}

/** Decrypts the identities of a booking; undefined if they were encrypted with another key or for another booking. */
export async function openIdentities(
  vault: Vault,
  code: string,
  sealed: string,
): Promise<GuestIdentity[] | undefined> {
  const text = await vault.open(sealed)
  const [of, guests] = text === undefined ? [] : (JSON.parse(text) as [string, GuestIdentity[]])
  return of === code ? guests : undefined
}

/** The encrypted text names its booking, so that a row copied to another booking cannot be read there. */
const textOf = (code: string, guests: GuestIdentity[]): string => JSON.stringify([code, guests])

async function findIdentities(
  tx: Tx,
  { vault }: Deps,
  { id, code, hotelId }: Booking,
): Promise<Identities> {
  const found = (await listIdentities(tx, hotelId, [id])).get(id)
  if (!found) return NO_IDENTITIES
  const guests = await openIdentities(vault, code, found.sealed)
  return { revision: found.revision, guests: guests ?? [], isReadable: guests !== undefined }
}

/** Audits an access to identities with their number, never with their content. */
async function auditAccess(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { code: entityId, hotelId }: Booking,
  identities: 'seen' | 'written',
  count: number,
): Promise<void> {
  await audit(tx, deps, {
    ...{ entity: 'desk', entityId, hotelId, actor },
    after: { identities, count },
  })
}
