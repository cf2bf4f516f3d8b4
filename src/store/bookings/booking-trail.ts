import { and, desc, eq, gt, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import type { AttemptError } from '../../domain/webhooks/webhook.ts'
import { actorOf, isActorKey, type NamedActor, publicActor } from '../days/actors.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { placeholders, prepared } from '../engine/prepared.ts'
import type { Tables } from '../engine/schema.ts'

/** A revision of a booking: the record after it, its actor, and its event. */
export type Revision = {
  revision: number
  atMs: number
  /** `name` is the key's, or the account's. */
  actor: NamedActor
  /** Null once retention has deleted it. */
  event: string | null
  /** The hotel's people overrode restrictions and rules of the party. */
  override: boolean
  record: BookingRecord
}

/** A delivery of a booking's event to an endpoint, and the result of its latest attempt; null before the first. */
export type BookingDelivery = Pick<
  Tables['delivery']['$inferSelect'],
  'id' | 'webhookId' | 'cause' | 'state' | 'attempts' | 'dueAtMs' | 'createdAtMs'
> & {
  url: string
  event: string
  revision: number | null
  lastAtMs: number | null
  lastStatus: number | null
  lastError: AttemptError | null
}

type Place = { hotelId: number; code: string }

/** The largest number of the column. */
const REVISION_MAX = 2 ** 31 - 1

/** Revisions of a hotel's booking, newest first. @param before only those before this one */
export async function listRevisions(
  handle: Handle,
  { hotelId, code }: Place,
  limit: number,
  before?: number,
): Promise<Revision[]> {
  const beforeRevision = before ?? REVISION_MAX
  const rows = await selectBefore(handle).execute({ hotelId, code, beforeRevision, limit })
  return rows.map(fromRow)
}

// Prepared, as what else a booking's page reads: building such a statement takes longer than running it.
const selectBefore = prepared((handle) => {
  const { bookingRevision } = handle.t
  const isOfBooking = and(
    eq(bookingRevision.hotelId, sql.placeholder('hotelId')),
    eq(bookingRevision.code, sql.placeholder('code')),
    lt(bookingRevision.revision, sql.placeholder('beforeRevision')),
  )
  return selectRevisions(handle, isOfBooking).limit(sql.placeholder('limit')).prepare()
})

/** Revisions of each of some bookings by its code, newest first, at most `limit` of each. */
export async function listRevisionsOfEach(
  handle: Handle,
  bookings: readonly (Place & { revision: number })[],
  limit: number,
): Promise<Map<string, Revision[]>> {
  const { bookingRevision } = handle.t
  const isNewOf = ({ hotelId, code, revision }: (typeof bookings)[number]) =>
    and(
      eq(bookingRevision.hotelId, hotelId),
      eq(bookingRevision.code, code),
      gt(bookingRevision.revision, revision - limit),
    )
  const rows = await selectRevisions(handle, or(...bookings.map(isNewOf)))
  const byCode = Map.groupBy(rows, (row) => row.bookingRevision.code)
  return new Map([...byCode].map(([code, some]) => [code, some.map(fromRow)]))
}

function selectRevisions({ t, db }: Handle, where: SQL | undefined) {
  const { bookingRevision, change, apiKey, user, outbox } = t
  return db
    .select({
      bookingRevision,
      change,
      keyName: apiKey.name,
      vendorId: apiKey.vendorId,
      userName: user.name,
      event: outbox.event,
    })
    .from(bookingRevision)
    .innerJoin(change, eq(change.seq, bookingRevision.changeSeq))
    .leftJoin(apiKey, isActorKey(t, change))
    .leftJoin(user, and(eq(change.actorType, 'user'), eq(user.id, change.actorId)))
    .leftJoin(
      outbox,
      and(
        eq(outbox.bookingCode, bookingRevision.code),
        eq(outbox.revision, bookingRevision.revision),
        ne(outbox.event, 'booking.unacked'),
      ),
    )
    .where(where)
    .orderBy(desc(bookingRevision.revision))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectRevisions>>[number]

function fromRow({ bookingRevision, change: by, event, vendorId, ...names }: Row): Revision {
  return {
    revision: bookingRevision.revision,
    atMs: by.atMs,
    actor: publicActor(actorOf(by, vendorId), names.keyName ?? names.userName),
    event,
    override: bookingRevision.override,
    record: bookingRevision.snapshot,
  }
}

/** Deliveries of a booking's events to the endpoints of its hotel, newest first; they are kept 30 days. */
export async function listBookingDeliveries(
  handle: Handle,
  { hotelId, code }: Place,
  limit: number,
): Promise<BookingDelivery[]> {
  return await selectDeliveries(handle).execute({ hotelId, code, limit })
}

const selectDeliveries = prepared(({ t, db }) => {
  const { outbox, delivery, webhook, attempt } = t
  const { id, webhookId, cause, state, attempts, dueAtMs, createdAtMs } = delivery
  return db
    .select({
      ...{ id, webhookId, cause, state, attempts, dueAtMs, createdAtMs },
      url: webhook.url,
      event: outbox.event,
      revision: outbox.revision,
      lastAtMs: attempt.atMs,
      lastStatus: attempt.status,
      lastError: attempt.error,
    })
    .from(outbox)
    .innerJoin(delivery, eq(delivery.outboxSeq, outbox.seq))
    .innerJoin(webhook, eq(webhook.id, webhookId))
    .leftJoin(
      attempt,
      and(
        eq(attempt.deliverySeq, delivery.seq),
        // `attempts` counts attempts that began; the latest that ended may be the one before.
        eq(
          attempt.number,
          sql`(select max(${attempt.number}) from ${attempt} where ${attempt.deliverySeq} = ${delivery.seq})`,
        ),
      ),
    )
    .where(
      and(
        eq(outbox.bookingCode, sql.placeholder('code')),
        eq(outbox.hotelId, sql.placeholder('hotelId')),
      ),
    )
    .orderBy(desc(delivery.seq))
    .limit(sql.placeholder('limit'))
    .prepare()
})

/** Inserts the full record of a revision under the change that made it. */
export async function insertRevision(
  tx: Tx,
  revision: {
    changeSeq: number
    hotelId: number
    code: string
    revision: number
    snapshot: BookingRecord
    kept: boolean
    override: boolean
  },
): Promise<void> {
  await insertOneRevision(tx).execute(revision)
}

const insertOneRevision = prepared(({ t: { bookingRevision }, db, dialect }) =>
  dialect.prepareJoined(db.insert(bookingRevision).values(placeholders(bookingRevision))),
)
