import { type SQL, sql } from 'drizzle-orm'
import type { Counted } from '../../domain/stranger-judge.ts'
import type { Handle } from '../engine.ts'
import { prepared } from '../prepared.ts'

/** Whose bookings are counted, where, and on which nights. */
export type CountPlace = {
  hotelId: number
  roomCode: string
  /** First and last night. */
  from: string
  to: string
  /** The booking that takes, which is not counted against itself; '' before it is made. */
  code: string
  mailbox: string
  /** Hashes; '' where none is known. */
  network: string
  wideNetwork: string
  siteId: string
  nowMs: number
}

/** What was counted, and whether the mailbox has stayed here before. */
export type StrangerCounts = Counted & { hasStayed: boolean }

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** A hold that was let go counts a fifth of its room-nights. */
const RELEASED_PART = 5

/** Counts by indexes all that the bounds on strangers are judged by, in one statement. */
export async function countStrangers(handle: Handle, place: CountPlace): Promise<StrangerCounts> {
  const { nowMs, ...names } = place
  const [row] = await selectCounts(handle).execute({
    ...names,
    nowMs,
    hourMs: nowMs - HOUR_MS,
    dayMs: nowMs - DAY_MS,
    weekMs: nowMs - 7 * DAY_MS,
  })
  const of = (name: keyof NonNullable<typeof row>) => row![name] ?? 0
  const made = (kind: 'near' | 'wide') => ({
    hour: of(`${kind}Hour`),
    day: of(`${kind}Day`),
    all: of(`${kind}All`),
  })
  return {
    isShut: of('shut') > 0,
    unprovenHere: of('unprovenHere'),
    unprovenAll: of('unprovenAll'),
    waiting: of('waiting'),
    provenRooms: of('provenRooms'),
    provenRoomNights: of('provenRoomNights'),
    near: made('near'),
    wide: made('wide'),
    siteHour: of('siteHour'),
    brake: { day: of('brakeDay'), week: of('brakeWeek') },
    unproven: of('unproven'),
    unprovenOfType: of('unprovenOfType'),
    held: of('held'),
    hasStayed: of('stayed') > 0,
  }
}

const selectCounts = prepared((handle) =>
  handle.db
    .select({
      ...columns('m', ['unprovenHere', 'unprovenAll', 'waiting', 'provenRooms']),
      ...columns('m', ['provenRoomNights', 'stayed', 'shut']),
      ...columns('n', ['nearHour', 'nearDay', 'nearAll']),
      ...columns('w', ['wideHour', 'wideDay', 'wideAll']),
      ...columns('s', ['siteHour']),
      ...columns('b', ['brakeDay', 'brakeWeek']),
      ...columns('d', ['unproven', 'unprovenOfType', 'held']),
    })
    .from(
      sql`(${ofMailbox(handle)}) as m, (${ofNetwork(handle, 'network', 'near')}) as n, (${ofNetwork(handle, 'wideNetwork', 'wide')}) as w, (${ofSite(handle)}) as s, (${ofBrake(handle)}) as b, (${ofNights(handle)}) as d`,
    )
    .prepare(),
)

/** PostgreSQL's sums come as texts; of nothing there is no sum. */
const columns = <Name extends string>(of: string, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, numberOf(sql.raw(`${of}."${name}"`))])) as {
    [Each in Name]: SQL<number | null>
  }

const numberOf = (column: SQL) => sql<number | null>`${column}`.mapWith(Number)

const given = (name: keyof CountPlace | 'hourMs' | 'dayMs' | 'weekMs') => sql.placeholder(name)

/** Bookings of a mailbox that stand; whether the desk has met it here, and whether it has shut itself. */
function ofMailbox({ t: { booking, bookingDesk, shutMailbox } }: Handle) {
  const { proof, status, rooms, brakeNights, provenByStay, hotelId } = booking
  const isHere = sql`${hotelId} = ${given('hotelId')}`
  const isUnproven = sql`${proof} in ('none', 'asked')`
  const isByMail = sql`${isHere} and (${proof} = 'mail' or ${provenByStay})`
  return sql`select
    sum(case when ${isHere} and ${isUnproven} then 1 else 0 end) as "unprovenHere",
    sum(case when ${isUnproven} then 1 else 0 end) as "unprovenAll",
    sum(case when ${proof} = 'asked' and ${status} = 'pending' then 1 else 0 end) as "waiting",
    sum(case when ${isByMail} then ${rooms} else 0 end) as "provenRooms",
    sum(case when ${isByMail} then ${brakeNights} else 0 end) as "provenRoomNights",
    (select count(*) from ${booking} as stay
      join ${bookingDesk} on ${bookingDesk.bookingId} = stay.id
      where stay.mailbox = ${given('mailbox')} and stay.hotel_id = ${given('hotelId')}
        and stay.code <> ${given('code')}
        and (${bookingDesk.arrivedAtMs} is not null or ${bookingDesk.paidCents} > 0)) as "stayed",
    (select count(*) from ${shutMailbox}
      where ${shutMailbox.hotelId} = ${given('hotelId')} and ${shutMailbox.mailbox} = ${given('mailbox')}
        and ${shutMailbox.untilMs} > ${given('nowMs')}) as "shut"
    from ${booking}
    where ${booking.mailbox} = ${given('mailbox')} and ${status} in ('pending', 'confirmed')
      and ${booking.code} <> ${given('code')}`
}

/** Room-nights that a network has made, here in an hour and in 24, and in 24 over all hotels. */
function ofNetwork(
  { t: { strangerTake: take } }: Handle,
  by: 'network' | 'wideNetwork',
  name: 'near' | 'wide',
) {
  const isHere = sql`${take.hotelId} = ${given('hotelId')}`
  const nights = countedNights(take)
  return sql`select
    sum(case when ${isHere} and ${take.atMs} > ${given('hourMs')} then ${nights} else 0 end) as ${sql.raw(`"${name}Hour"`)},
    sum(case when ${isHere} then ${nights} else 0 end) as ${sql.raw(`"${name}Day"`)},
    sum(${nights}) as ${sql.raw(`"${name}All"`)}
    from ${take} where ${take[by]} = ${given(by)} and ${take.atMs} > ${given('dayMs')}`
}

function ofSite({ t: { strangerTake: take } }: Handle) {
  return sql`select sum(${countedNights(take)}) as "siteHour"
    from ${take} where ${take.siteId} = ${given('siteId')} and ${take.atMs} > ${given('hourMs')}`
}

/** Room-nights of a row, as they count. */
export const countedNights = ({ released, roomNights }: Handle['t']['strangerTake']) =>
  sql`case when ${released} then ${roomNights} * 1.0 / ${sql.raw(String(RELEASED_PART))} else ${roomNights} * 1.0 end`

function ofBrake({ t: { booking } }: Handle) {
  const { hotelId, brakeAtMs, brakeNights } = booking
  return sql`select
    sum(case when ${brakeAtMs} > ${given('dayMs')} then ${brakeNights} else 0 end) as "brakeDay",
    sum(${brakeNights}) as "brakeWeek"
    from ${booking}
    where ${hotelId} = ${given('hotelId')} and ${brakeAtMs} > ${given('weekMs')} and ${brakeNights} > 0`
}

/** The fullest of some nights, over all room types of the hotel. */
function ofNights({ t: { day, roomType } }: Handle) {
  return sql`select max(u) as "unproven", max(o) as "unprovenOfType", max(h) as "held" from (
    select sum(${day.unproven}) as u,
      sum(case when ${day.roomCode} = ${given('roomCode')} then ${day.unproven} else 0 end) as o,
      sum(${day.heldByStrangers}) as h
    from ${day}
    where ${day.hotelId} = ${given('hotelId')} and ${day.date} between ${given('from')} and ${given('to')}
      and ${day.roomCode} in (select ${roomType.roomCode} from ${roomType} where ${roomType.hotelId} = ${given('hotelId')})
    group by ${day.date}) as nights`
}
