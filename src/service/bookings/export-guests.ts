import type { Booking } from '../../domain/bookings/booking.ts'
import { recordOf } from '../../domain/bookings/booking-record.ts'
import { NO_DESK } from '../../domain/bookings/desk.ts'
import { instantOrNull, instantText } from '../../domain/kernel/date.ts'
import { findAgency } from '../../store/agencies/agencies.ts'
import { listRevisions, type Revision } from '../../store/bookings/booking-trail.ts'
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

/** Revisions, and mails, of one answer: some 3 MB. What is left out is told. */
const REVISIONS_MAX = 2_000
const MAILS_MAX = 2_000
/** Revisions read at once. */
const SLICE = 200

/** The bookings of a guest, as JSON. */
type GuestData = { hotelSlug: string; exportedAt: string; bookings: GuestBooking[] }

type Asked = { hotelId: number; by: GuestOf; isMember: boolean; before?: number | undefined }

/** The record of a booking, with all else that is kept with it. */
type GuestBooking = { code: string } & Record<string, unknown>

/**
 * Reads all data that a hotel has of a guest (GDPR art. 15), and records in the history who read it.
 *
 * @param asked `isMember`: identities are for the hotel's own people alone; `before`: of one booking the revisions before
 *   this one, for the rest of an answer that left some out
 * @throws AppError `validation_failed` if there are too many bookings
 */
export async function exportGuest(deps: Deps, actor: Actor, asked: Asked): Promise<GuestData> {
  const { hotelId } = asked
  const data = await deps.store.exports.snapshot((handle) => readGuest(handle, deps, asked))
  await noteExport(deps, actor, { hotelId, name: 'guest', rows: data.bookings.length })
  return data
}

async function readGuest(
  handle: Handle,
  { nowMs, vault }: Deps,
  { hotelId, by, isMember, before }: Asked,
): Promise<GuestData> {
  const snapshot = (await findSnapshot(handle, hotelId))!
  const found = await listToErase(handle, hotelId, by)
  const ids = found.map(({ id }) => id)
  const desks = await listDesks(handle, ids)
  const identities = isMember ? await listIdentities(handle, hotelId, ids) : new Map()
  const bookings: GuestBooking[] = []
  const room = { revisions: REVISIONS_MAX, mails: MAILS_MAX }
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
    const { revisions, left } = await readRevisions(handle, booking, room.revisions, before)
    const some = await listBookingMails(handle, booking, room.mails + 1)
    const mails = some.slice(0, room.mails)
    room.revisions -= revisions.length
    room.mails -= mails.length
    bookings.push({
      ...recordOf(booking, { ...snapshot, agencyCode: agency?.code ?? null }),
      consents,
      desk,
      payments: payments.map(({ atMs, actor: _by, ...each }) => ({
        ...each,
        at: instantText(atMs),
      })),
      identities: sealed ? ((await openIdentities(vault, code, sealed)) ?? null) : [],
      review: review ?? null,
      revisions: revisions.map(({ atMs, actor: _by, ...each }) => ({
        ...each,
        at: instantText(atMs),
      })),
      revisionsLeft: left,
      hasMoreMails: some.length > mails.length,
      mails: mails.map(({ kind, recipient, state, createdAtMs, finishedAtMs }) => ({
        ...{ kind, recipient, state, at: instantText(createdAtMs) },
        finishedAt: instantOrNull(finishedAtMs),
      })),
    })
  }
  return { hotelSlug: snapshot.hotel.slug, exportedAt: instantText(nowMs()), bookings }
}

/** The newest revisions of a booking before one, as many as there is room for, and the number of older ones. */
async function readRevisions(handle: Handle, booking: Booking, room: number, before?: number) {
  const revisions: Revision[] = []
  let next = Math.min(before ?? Infinity, booking.revision + 1)
  while (next > 1 && revisions.length < room) {
    const limit = Math.min(SLICE, room - revisions.length)
    const some = await listRevisions(handle, booking, limit, next)
    if (some.length === 0) return { revisions, left: 0 }
    revisions.push(...some)
    next = some.at(-1)!.revision
  }
  return { revisions, left: next - 1 }
}
