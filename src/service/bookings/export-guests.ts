import { recordOf } from '../../domain/bookings/booking-record.ts'
import { NO_DESK } from '../../domain/bookings/desk.ts'
import { instantOrNull, instantText } from '../../domain/kernel/date.ts'
import { findAgency } from '../../store/agencies/agencies.ts'
import { listRevisions } from '../../store/bookings/booking-trail.ts'
import { listDesks, listPayments } from '../../store/bookings/desk.ts'
import { listIdentities } from '../../store/bookings/identities.ts'
import { findReviewOf } from '../../store/bookings/reviews.ts'
import { type GuestOf, listToErase } from '../../store/bookings/to-erase.ts'
import { findSnapshot } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { listBookingMails } from '../../store/mails/mail-lists.ts'
import type { Deps } from '../deps.ts'
import { noteExport } from '../exports/note-export.ts'
import { openIdentities } from './identities.ts'

/** Revisions, and mails, of one booking. */
const OF_EACH_MAX = 200

/** The bookings of a guest, as JSON. */
type GuestData = { hotelSlug: string; exportedAt: string; bookings: GuestBooking[] }

/** The record of a booking, with all else that is kept with it. */
type GuestBooking = { code: string } & Record<string, unknown>

/**
 * Reads all data that a hotel has of a guest (GDPR art. 15), and records in the history who read it.
 *
 * @param asked `isMember`: identities are for the hotel's own people alone
 * @throws AppError `validation_failed` if there are too many bookings
 */
export async function exportGuest(
  deps: Deps,
  actor: Actor,
  asked: { hotelId: number; by: GuestOf; isMember: boolean },
): Promise<GuestData> {
  const { hotelId } = asked
  const data = await deps.store.exports.snapshot((handle) => readGuest(handle, deps, asked))
  await noteExport(deps, actor, { hotelId, name: 'guest', rows: data.bookings.length })
  return data
}

async function readGuest(
  handle: Handle,
  { nowMs, vault }: Deps,
  { hotelId, by, isMember }: { hotelId: number; by: GuestOf; isMember: boolean },
): Promise<GuestData> {
  const snapshot = (await findSnapshot(handle, hotelId))!
  const found = await listToErase(handle, hotelId, by)
  const ids = found.map(({ id }) => id)
  const desks = await listDesks(handle, ids)
  const identities = isMember ? await listIdentities(handle, hotelId, ids) : new Map()
  const bookings: GuestBooking[] = []
  for (const booking of found) {
    const { id, code, agencyId } = booking
    const agency = agencyId === null ? undefined : await findAgency(handle, agencyId)
    const { paidCents: _, ...desk } = desks.get(id) ?? NO_DESK
    const sealed = identities.get(id)?.sealed
    const review = await findReviewOf(handle, code)
    const consents = booking.consents.map(({ atMs, ...each }) => ({
      ...each,
      at: instantText(atMs),
    }))
    const payments = await listPayments(handle, id)
    const revisions = await listRevisions(handle, booking, OF_EACH_MAX)
    const mails = await listBookingMails(handle, booking, OF_EACH_MAX)
    bookings.push({
      ...recordOf(booking, { ...snapshot, agencyCode: agency?.code ?? null }),
      consents,
      desk,
      payments: payments.map(({ atMs, actor: _by, ...each }) => ({
        ...each,
        at: instantText(atMs),
      })),
      identities: sealed ? (openIdentities(vault, code, sealed) ?? null) : [],
      review: review ?? null,
      revisions: revisions.map(({ atMs, actor: _by, ...each }) => ({
        ...each,
        at: instantText(atMs),
      })),
      mails: mails.map(({ kind, recipient, state, createdAtMs, finishedAtMs }) => ({
        ...{ kind, recipient, state, at: instantText(createdAtMs) },
        finishedAt: instantOrNull(finishedAtMs),
      })),
    })
  }
  return { hotelSlug: snapshot.hotel.slug, exportedAt: instantText(nowMs()), bookings }
}
