import { type Static, Type } from 'typebox'
import { BOOKING_STATUSES } from '../../domain/bookings/booking.ts'
import { compareRecords, withPaidOf } from '../../domain/bookings/booking-change.ts'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { instantText } from '../../domain/kernel/date.ts'
import type { Revision } from '../../store/bookings/booking-trail.ts'
import { actorDetails } from '../api/audit-shape.ts'
import { Instant, namedObject, nullable, words } from '../api/schema.ts'

const object = { type: 'object', additionalProperties: true }
/** A field's value, of any type; OpenAPI 3.0 requires a type with `nullable`. */
const Value = Type.Unsafe<unknown>({
  anyOf: [
    { type: 'string', nullable: true },
    { type: 'integer' },
    object,
    { type: 'array', items: object },
  ],
})

/** A revision of a booking: its actor, its instant and its changes. */
export const RevisionSchema = namedObject('BookingRevision', {
  revision: Type.Integer(),
  at: Instant,
  actor: Type.Object({
    type: Type.String({ description: '`key`, `booking`, `user` or `system`.' }),
    id: Type.String(),
    name: nullable(
      Type.String({ description: "The name of the key or account, or the booking's code." }),
    ),
    ...actorDetails,
  }),
  status: words(...BOOKING_STATUSES),
  event: nullable(
    Type.String({ description: 'The event of this revision; null: no longer stored.' }),
  ),
  override: Type.Optional(
    Type.Boolean({ description: 'Made by the hotel past restrictions and occupancy rules.' }),
  ),
  changes: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), before: Value, after: Value }), {
      description: 'By field, against the previous revision; absent from the first.',
    }),
  ),
})

/** Fields that change without a revision; compared, they would appear as changes of the next one. */
const NOT_REVISED = ['ackedRevision', 'externalId', 'proof']

/**
 * Shows the newest revisions of a booking with their changes, to its hotel.
 *
 * @param revisions newest first, one more than `limit` if there are more: the last one shown is compared with it
 */
export const showRevisions = (
  revisions: readonly Revision[],
  limit: number,
): Static<typeof RevisionSchema>[] =>
  revisions.slice(0, limit).map((each, index) => showRevision(each, revisions[index + 1]?.record))

/** The same to its agency, which does not read who at the hotel acted. */
export const showRevisionsToAgency = (revisions: readonly Revision[], limit: number) =>
  showRevisions(revisions, limit).map((shown) => ({ ...shown, actor: hideHotel(shown.actor) }))

type ShownActor = Static<typeof RevisionSchema>['actor']

const hideHotel = (actor: ShownActor): ShownActor =>
  actor.type === 'booking' || actor.type === 'system'
    ? actor
    : { type: actor.type, id: '', name: null }

/** @param before the record of the previous revision; undefined for the first */
function showRevision(
  { revision, atMs, actor, event, override, record }: Revision,
  before: BookingRecord | undefined,
): Static<typeof RevisionSchema> {
  return {
    revision,
    at: instantText(atMs),
    actor: { ...actor, name: actor.type === 'booking' ? actor.id : actor.name },
    status: record.status,
    event,
    ...(override && { override }),
    ...(before && { changes: changesOf(before, record) }),
  }
}

function changesOf(before: BookingRecord, after: BookingRecord) {
  const was = withPaidOf(before, after)
  return compareRecords(was, after)
    .changes.filter((field) => !NOT_REVISED.includes(field))
    .map((field) => ({ field, before: was[field], after: after[field] }))
}
