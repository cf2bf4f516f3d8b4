import type { Booking } from '../../domain/bookings/booking.ts'
import { checkIdentities, type GuestIdentity } from '../../domain/bookings/identity.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import { listIdentities, upsertIdentities } from '../../store/bookings/identities.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Vault } from '../../store/engine/vault.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { holdBooking, type Place } from './desk.ts'

/** Who stays by a booking; `isReadable` is false of what was sealed with another `ENCRYPTION_KEY`. */
export type Identities = { revision: number; guests: GuestIdentity[]; isReadable: boolean }

/** Of a booking of which nobody was written. */
const NO_IDENTITIES: Identities = { revision: 0, guests: [], isReadable: true }

/**
 * Reads who stays by a booking. That somebody has looked is kept before they see it, not what they saw.
 *
 * @throws AppError `not_found`
 */
export async function seeIdentities(deps: Deps, actor: Actor, place: Place): Promise<Identities> {
  return await deps.store.tx(async (tx) => {
    const booking = await holdBooking(tx, place)
    const found = await findIdentities(tx, deps, booking)
    if (found.revision > 0) await auditAccess(tx, deps, actor, booking, 'seen', found.guests.length)
    return found
  })
}

/**
 * Writes who stays by a booking, all of them at once: no revision of it, no event, no feed entry (contract §3), sealed
 * under `ENCRYPTION_KEY`. Who wrote of how many is kept, not what.
 *
 * @param revision of what they were written over; another one has been written since: `revision_conflict`
 * @throws AppError `not_found`, `transition_invalid`, `revision_conflict`, `validation_failed`
 */
export async function writeIdentities(
  deps: Deps,
  actor: Actor,
  place: Place,
  { revision, guests }: Pick<Identities, 'revision' | 'guests'>,
): Promise<Identities> {
  return await deps.store.tx(async (tx) => {
    const booking = await holdBooking(tx, place)
    const { status, code } = booking
    // What is there may be taken away whatever has become of the booking.
    if (guests.length > 0 && status !== 'confirmed' && status !== 'completed')
      throw new AppError('transition_invalid', `By a booking that is ${status} nobody stays.`, {
        members: { bookingStatus: status },
      })
    refuseFlaws(checkIdentities(guests, booking, deps.today(place.timezone)))
    const before = await findIdentities(tx, deps, booking)
    if (before.revision !== revision)
      throw new AppError('revision_conflict', 'Somebody else has written who stays meanwhile.')
    const written = { revision: revision + 1, sealed: deps.vault.seal(textOf(code, guests)) }
    await upsertIdentities(tx, booking, written)
    await auditAccess(tx, deps, actor, booking, 'written', guests.length)
    return { revision: written.revision, guests, isReadable: true }
  })
}

/** Opens who stays by a booking; undefined: it was sealed with another key, or for another booking. */
export function openIdentities(
  vault: Vault,
  code: string,
  sealed: string,
): GuestIdentity[] | undefined {
  const text = vault.open(sealed)
  const [of, guests] = text === undefined ? [] : (JSON.parse(text) as [string, GuestIdentity[]])
  return of === code ? guests : undefined
}

/** What is sealed says whose it is: a row that is put beside another booking says nothing there. */
const textOf = (code: string, guests: GuestIdentity[]): string => JSON.stringify([code, guests])

async function findIdentities(
  tx: Tx,
  { vault }: Deps,
  { id, code, hotelId }: Booking,
): Promise<Identities> {
  const found = (await listIdentities(tx, hotelId, [id])).get(id)
  if (!found) return NO_IDENTITIES
  const guests = openIdentities(vault, code, found.sealed)
  return { revision: found.revision, guests: guests ?? [], isReadable: guests !== undefined }
}

/** Keeps what was done with identities, and of how many: never one of them. */
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
