import { asc, desc, eq, sql } from 'drizzle-orm'
import { recordOf } from '../../src/domain/bookings/booking-record.ts'
import { CHANGES_KEPT_MS, DELIVERIES_KEPT_MS } from '../../src/domain/kernel/limits.ts'
import { findBooking } from '../../src/store/bookings/bookings.ts'
import { findSnapshot } from '../../src/store/catalog/catalog.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import type { Store } from '../../src/store/open.ts'
import { sqliteDb } from '../support/sql.ts'
import { inBulk } from './seed-bulk.ts'

/**
 * The past of the bookings of `fillBookings`, as the service would have written it and retention left it: changes and
 * revisions of all, history of days of the last 90 days, events of the last 30. `doctor` finds nothing wrong then.
 *
 * @throws Error when the service would write another record
 */
export async function fillHistory(store: Store, nowMs: number): Promise<void> {
  await fillChanges(store)
  await fillRevisions(store)
  await store.tx(async (tx) => {
    fillDayHistory(tx, nowMs - CHANGES_KEPT_MS)
    fillEvents(tx, nowMs - DELIVERIES_KEPT_MS)
  })
  await expectTrueRecords(store)
}

/** A booking has the change 2 × id - 1, and its cancellation the one after. */
async function fillChanges(store: Store): Promise<void> {
  const { booking, change } = store.t
  await inBulk(store, 'change', ({ db }) => {
    sqliteDb(db).run(sql`
      insert into ${change} (seq, hotel_id, actor_type, actor_id, actor_by, at_ms)
      select 2 * booking.id - 2 + value, hotel_id, 'booking', code, 'guest', created_at_ms
      from ${booking} cross join json_each('[1,2]') where value <= revision
      order by 1`)
  })
}

/** The record of the first booking stands for all, but for what differs in `fillBookings`. */
async function fillRevisions(store: Store): Promise<void> {
  const { booking, bookingRevision, hotel } = store.t
  const [first] = await store.db.select().from(booking).orderBy(asc(booking.id)).limit(1)
  if (!first) return
  const model = JSON.stringify(await recordIn(store, first.code))
  await inBulk(store, 'booking_revision', ({ db }) => {
    sqliteDb(db).run(sql`
      with revision as (
        select b.*, hotel.slug, hotel.name, value as number, value = 2 as is_cancelled,
          strftime('%Y-%m-%dT%H:%M:%fZ', b.created_at_ms / 1000.0, 'unixepoch') as made
        from (select * from ${booking} order by id) b join ${hotel} hotel on hotel.id = b.hotel_id
          cross join json_each('[1,2]')
        where value <= b.revision
      )
      insert into ${bookingRevision} (change_seq, hotel_id, code, revision, snapshot)
      select 2 * id - 2 + number, hotel_id, code, number, json_set(${model},
        '$.code', code, '$.revision', number, '$.status', iif(is_cancelled, 'cancelled', 'confirmed'),
        '$.hotelSlug', slug, '$.hotelName', name, '$.checkin', checkin, '$.checkout', checkout,
        '$.guest.lastName', last_name, '$.guest.email', email, '$.totalPriceCents', total_price_cents,
        '$.nightly', json(nightly), '$.netCents', total_price_cents,
        '$.payableCents', iif(is_cancelled, 0, total_price_cents),
        '$.createdAt', made, '$.updatedAt', made, '$.confirmedAt', made,
        '$.cancelledAt', iif(is_cancelled, made, null), '$.ackedRevision', acked_revision)
      from revision`)
  })
}

/** Each change took or returned a room of two nights; only what is not older than `sinceMs` is kept. */
function fillDayHistory(
  { db, t: { booking, change, day, dayHistory, meta } }: Tx,
  sinceMs: number,
) {
  const run = (statement: ReturnType<typeof sql>) => void sqliteDb(db).run(statement)
  run(sql`
    insert into ${meta} (key, value)
    select 'feed_floor:' || hotel_id, max(seq) from ${change} where at_ms < ${sinceMs} group by hotel_id
    union all
    select 'changes_pruned', max(seq) from ${change} where at_ms < ${sinceMs} having max(seq) > 0`)
  // The room that a cancellation returned was not the last one, however full the house is now.
  run(sql`
    update ${day} set available = 1
    from (
      select hotel_id, room_code, date(checkin, value || ' days') as date
      from ${booking} cross join json_each('[0,1]')
      where status = 'cancelled' and created_at_ms >= ${sinceMs} group by 1, 2, 3
    ) returned
    where day.hotel_id = returned.hotel_id and day.room_code = returned.room_code
      and day.date = returned.date and day.available = 0`)
  run(sql`
    with moved as materialized (
      select b.hotel_id, room_code, date(checkin, night.value || ' days') as date,
        2 * b.id - 2 + number.value as seq, iif(number.value = 1, -1, 1) as rooms
      from ${booking} b cross join json_each('[1,2]') number cross join json_each('[0,1]') night
      where b.created_at_ms >= ${sinceMs} and number.value <= b.revision
    ), after as (
      select moved.*, day.price_cents, day.closed,
        day.available + rooms - sum(rooms) over (
          partition by moved.hotel_id, moved.room_code, moved.date order by seq desc
        ) as left_after,
        lag(seq) over (partition by moved.hotel_id, moved.room_code, moved.date order by seq) as prev_seq
      from moved join ${day} day
        on day.hotel_id = moved.hotel_id and day.room_code = moved.room_code and day.date = moved.date
    )
    insert into ${dayHistory} (hotel_id, room_code, date, change_seq, available_before, price_cents_before,
      closed_before, shortfall_before, available, price_cents, closed, shortfall, prev_seq)
    select hotel_id, room_code, date, seq, left_after - rooms, price_cents, closed, 0,
      left_after, price_cents, closed, 0, prev_seq
    from after order by seq, room_code, date`)
  run(sql`
    update ${day} set last_seq = newest.seq
    from (select hotel_id, room_code, date, max(change_seq) as seq from ${dayHistory} group by 1, 2, 3) newest
    where day.hotel_id = newest.hotel_id and day.room_code = newest.room_code and day.date = newest.date`)
}

/** No endpoint wanted them: they were queued at once, without a delivery. */
function fillEvents({ db, t: { bookingRevision, change, hotel, outbox } }: Tx, sinceMs: number) {
  sqliteDb(db).run(sql`
    with event as materialized (
      select r.*, change.at_ms, hotel.slug, lower(hex(randomblob(16))) as id,
        iif(r.revision = 1, 'booking.confirmed', 'booking.cancelled') as event,
        json_extract(snapshot, '$.createdAt') as made
      from ${change} join ${bookingRevision} r on r.change_seq = change.seq
        join ${hotel} hotel on hotel.id = change.hotel_id
      where change.at_ms >= ${sinceMs}
    )
    insert into ${outbox} (id, hotel_id, event, booking_code, revision, body, created_at_ms, queued_at_ms)
    select id, hotel_id, event, code, revision, json_object('event', event, 'data', json(snapshot), 'id', id,
      'createdAt', made, 'hotelSlug', slug), at_ms, at_ms
    from event order by change_seq`)
}

/** Compares the newest records of the first and the last booking with those that the service would write. */
async function expectTrueRecords(store: Store): Promise<void> {
  const { booking, bookingRevision: r } = store.t
  for (const end of [asc, desc]) {
    const [row] = await store.db.select().from(booking).orderBy(end(booking.id)).limit(1)
    if (!row) return
    const [filled] = await store.db
      .select()
      .from(r)
      .where(eq(r.code, row.code))
      .orderBy(desc(r.revision))
      .limit(1)
    const ours = JSON.stringify(await recordIn(store, row.code))
    const stored = JSON.stringify(filled?.snapshot)
    if (stored !== ours) throw new Error(`a record is ${ours}, not ${stored}`)
  }
}

async function recordIn(store: Store, code: string) {
  const booking = (await findBooking(store, code))!
  const snapshot = (await findSnapshot(store, booking.hotelId))!
  return recordOf(booking, { ...snapshot, agencyCode: null })
}
