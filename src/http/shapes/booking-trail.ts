import { type Static, Type } from 'typebox'
import type { BookingRecord } from '../../domain/booking.ts'
import { compareRecords } from '../../domain/booking-change.ts'
import { instantOrNull, instantText } from '../../domain/date.ts'
import { ATTEMPT_ERRORS } from '../../domain/webhook.ts'
import type { BookingDelivery, Revision } from '../../store/bookings/booking-trail.ts'
import { BookingSchema, STATUSES } from './booking.ts'
import { extended, Instant, named, nullable, words } from './schema.ts'

const text = Type.String()
const object = { type: 'object', additionalProperties: true }
/** A value of a record, of whichever type its field is; what is nullable must name a type. */
const Value = Type.Unsafe<unknown>({
  anyOf: [
    { type: 'string', nullable: true },
    { type: 'integer' },
    object,
    { type: 'array', items: object },
  ],
})

/** A revision of a booking: who made it, when, and what it changed. */
const RevisionSchema = named(
  'BookingRevision',
  Type.Object({
    revision: Type.Integer(),
    at: Instant,
    actor: Type.Object({
      type: Type.String({ description: '`key`, `booking`, `user` or `system`.' }),
      id: text,
      name: nullable(
        Type.String({ description: "The key's name, the account's, or the booking's code." }),
      ),
    }),
    status: words(...STATUSES),
    event: nullable(
      Type.String({ description: 'The event that tells of it; null: kept no longer.' }),
    ),
    changes: Type.Optional(
      Type.Array(Type.Object({ field: text, before: Value, after: Value }), {
        description: 'By field, against the revision before; the first has none.',
      }),
    ),
  }),
)

/** An event of a booking on its way to an endpoint. */
const BookingDeliverySchema = named(
  'BookingDelivery',
  Type.Object({
    id: text,
    webhookId: text,
    url: text,
    event: text,
    revision: nullable(Type.Integer()),
    cause: words('event', 'test', 'redelivery', 'replay'),
    state: words('pending', 'delivered', 'failed'),
    attempts: Type.Integer({ description: 'Attempts begun.' }),
    lastStatus: nullable(Type.Integer({ description: 'What the receiver answered last.' })),
    lastError: nullable(words(...ATTEMPT_ERRORS)),
    createdAt: Instant,
    lastAttemptAt: nullable(Instant),
    nextAttemptAt: nullable({
      ...Instant,
      description: 'null: finished, or waiting for an earlier event of the booking.',
    }),
  }),
)

/** A booking with its revisions and where its events have arrived. */
export const BookingTrailSchema = named(
  'BookingTrail',
  extended(BookingSchema, {
    revisions: Type.Array(RevisionSchema),
    deliveries: Type.Array(BookingDeliverySchema),
  }),
)

/** What comes and goes without a revision, and so would show in the next one. */
const NOT_REVISED = ['ackedRevision', 'externalId']

/** @param before the record as the revision before left it; undefined: there is none */
export function showRevision(
  { revision, atMs, actor, event, record }: Revision,
  before: BookingRecord | undefined,
): Static<typeof RevisionSchema> {
  return {
    revision,
    at: instantText(atMs),
    actor: { ...actor, name: actor.type === 'booking' ? actor.id : actor.name },
    status: record.status,
    event,
    ...(before && { changes: changesOf(before, record) }),
  }
}

function changesOf(before: BookingRecord, after: BookingRecord) {
  const { changes } = compareRecords(before, after)
  return changes
    .filter((field) => !NOT_REVISED.includes(field))
    .map((field) => ({ field, before: before[field], after: after[field] }))
}

export function showBookingDelivery({
  dueAtMs,
  createdAtMs,
  lastAtMs,
  ...delivery
}: BookingDelivery): Static<typeof BookingDeliverySchema> {
  return {
    ...delivery,
    createdAt: instantText(createdAtMs),
    lastAttemptAt: instantOrNull(lastAtMs),
    nextAttemptAt: instantOrNull(dueAtMs),
  }
}
