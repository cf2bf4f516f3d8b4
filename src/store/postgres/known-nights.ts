// Statements for nights that a shared transaction knows.

import { declareJoinedLists, declareLook } from './joined-statements.ts'

/** Reads nights of some runs (`Dialect.bulk.known`), each by the key: a plan made for many runs would read the whole hotel. */
export const READ_RUNS = `select night.* from unnest($2::text[], $3::text[], $4::text[]) as run(room_code, first, last),
  lateral (
    select room_code as "roomCode", date, available, price_cents::float8 as "priceCents", closed, shortfall,
      last_seq::float8 as "lastSeq"
    from "day" where hotel_id = $1 and room_code = run.room_code and date between run.first and run.last offset 0
  ) as night`

/**
 * Takes rooms off nights and records it (`Dialect.bulk.known`). Its nights are found by their places, so that a plan made
 * for many of them does not read those of the whole hotel. The division by zero ends the transaction if a night is not as it
 * was known, or was not sold as often as it is recorded.
 */
export const SELL_KNOWN = `with sold as (
  select * from unnest($2::text[], $3::text[], $4::bigint[], $5::integer[], $6::integer[], $7::integer[], $8::integer[],
    $9::bigint[], $10::boolean[], $11::integer[], $12::bigint[])
  as given(room_code, date, change_seq, rooms, unproven, held_by_strangers, available, price_cents, closed, shortfall, prev_seq)
), night as (
  select room_code, date, max(change_seq) as last_seq, sum(rooms)::integer as rooms, sum(unproven)::integer as unproven,
    sum(held_by_strangers)::integer as held_by_strangers, min(available) as available, min(price_cents) as price_cents,
    min(shortfall) as shortfall, 
    case when count(prev_seq) = count(*) then min(prev_seq) end as prev_seq
  from sold group by room_code, date
), written as (
  update "day" set available = "day".available - known.rooms, live = "day".live + known.rooms,
    unproven = "day".unproven + known.unproven, held_by_strangers = "day".held_by_strangers + known.held_by_strangers,
    last_seq = known.last_seq
  from (
    select * from night, lateral (
      select ctid as place from "day" as stored
      where stored.hotel_id = $1 and stored.room_code = night.room_code and stored.date = night.date offset 0
    ) as found
  ) as known
  where "day".ctid = known.place and "day".hotel_id = $1 and not "day".closed and known.available >= 0
    and "day".available = known.available + known.rooms and "day".last_seq is not distinct from known.prev_seq
    and "day".price_cents is not distinct from known.price_cents and "day".shortfall = known.shortfall
  returning 1
), recorded as (
  insert into "day_history" (hotel_id, room_code, date, change_seq, available_before, price_cents_before, closed_before,
    shortfall_before, available, price_cents, closed, shortfall, prev_seq)
  select $1, room_code, date, change_seq, available + rooms, price_cents, closed, shortfall, available, price_cents, closed,
    shortfall, prev_seq
  from sold
)
select 1 / ((select count(*) from written) = (select count(*) from night))::integer`

declareLook(READ_RUNS)
declareJoinedLists(SELL_KNOWN, ['day', 'day_history'])
