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
  /** What it has already of the unproven rooms of those nights, of the hotel and of the room type, which it gives back. */
  own: { rooms: number; ofType: number; from: string; to: string }
  mailbox: string
  /** Hashes; '' where none is known. */
  network: string
  wideNetwork: string
  siteId: string
  nowMs: number
}

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** A hold that was let go counts a fifth of its room-nights. */
const RELEASED_PART = 5

/**
 * Counts by indexes all that the bounds on strangers are judged by, in one statement: its parts are rows of one union, which
 * SQLite answers in 0.6 of the time that joined parts take.
 */
export async function countStrangers(
  handle: Handle,
  { own, ...place }: CountPlace,
): Promise<Counted> {
  const { nowMs } = place
  const rows = await selectCounts(handle).execute({
    ...place,
    ...{ ownRooms: own.rooms, ownOfType: own.ofType, ownFrom: own.from, ownTo: own.to },
    hourMs: nowMs - HOUR_MS,
    dayMs: nowMs - DAY_MS,
    weekMs: nowMs - 7 * DAY_MS,
  })
  const of = (part: Part) => {
    const { a, b, c, d, e, f } = rows.find((row) => row.part === PARTS.indexOf(part))!
    // Of nothing there is no sum.
    return [a, b, c, d, e, f].map((value) => value ?? 0)
  }
  const [unprovenHere, unprovenAll, waiting, provenRooms, provenRoomNights, shut] = of('mailbox')
  const [unproven, unprovenOfType, held] = of('nights')
  const [day, week] = of('brake')
  return {
    ...{ unprovenHere: unprovenHere!, unprovenAll: unprovenAll!, waiting: waiting! },
    ...{ provenRooms: provenRooms!, provenRoomNights: provenRoomNights! },
    isShut: shut! > 0,
    ...{ near: madeOf(of('near')), wide: madeOf(of('wide')), siteHour: of('site')[0]! },
    brake: { day: day!, week: week! },
    ...{ unproven: unproven!, unprovenOfType: unprovenOfType!, held: held! },
  }
}

const PARTS = ['mailbox', 'near', 'wide', 'site', 'brake', 'nights'] as const
type Part = (typeof PARTS)[number]

const madeOf = ([hour, day, all]: number[]) => ({ hour: hour!, day: day!, all: all! })

const selectCounts = prepared((handle) => {
  const parts = sql.join(
    [
      ofMailbox(handle),
      ofNetwork(handle, 'network', 'near'),
      ofNetwork(handle, 'wideNetwork', 'wide'),
      ofSite(handle),
      ofBrake(handle),
      ofNights(handle),
    ],
    sql` union all `,
  )
  return handle.db
    .select({ part: column('part'), ...VALUES })
    .from(sql`(${parts}) as counts`)
    .prepare()
})

/** PostgreSQL's sums come as texts. */
const column = (name: string) => sql<number | null>`${sql.identifier(name)}`.mapWith(Number)

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const VALUES = Object.fromEntries(NAMES.map((name) => [name, column(name)])) as {
  [Name in (typeof NAMES)[number]]: ReturnType<typeof column>
}

/** A part of the union: its number, and its values under the names that all parts have. */
function partOf(part: Part, values: readonly SQL[], from: SQL): SQL {
  const named = NAMES.map((name, index) => sql`${values[index] ?? sql`null`} as ${sql.raw(name)}`)
  return sql`select ${sql.raw(String(PARTS.indexOf(part)))} as part, ${sql.join(named, sql`, `)} from ${from}`
}

type Given = Exclude<keyof CountPlace, 'own'> | 'hourMs' | 'dayMs' | 'weekMs'
type GivenOwn = 'ownRooms' | 'ownOfType' | 'ownFrom' | 'ownTo'
const given = (name: Given | GivenOwn) => sql.placeholder(name)

const most = (of: SQL) => sql`${sql.raw('max')}(${of})`
const sum = (of: SQL) => sql`${sql.raw('sum')}(${of})`
const sumWhere = (condition: SQL, value: SQL) =>
  sum(sql`case when ${condition} then ${value} else 0 end`)

/** Bookings of a mailbox that stand, and whether it has shut itself here. */
function ofMailbox({ t: { booking, shutMailbox } }: Handle): SQL {
  const { proof, status, rooms, brakeNights, provenByStay, hotelId, mailbox } = booking
  const isHere = sql`${hotelId} = ${given('hotelId')}`
  const isUnproven = sql`${proof} in ('none', 'asked')`
  const isByMail = sql`${isHere} and (${proof} = 'mail' or ${provenByStay})`
  const shut = sql`(select count(*) from ${shutMailbox}
    where ${shutMailbox.hotelId} = ${given('hotelId')} and ${shutMailbox.mailbox} = ${given('mailbox')}
      and ${shutMailbox.untilMs} > ${given('nowMs')})`
  return partOf(
    'mailbox',
    [
      sumWhere(sql`${isHere} and ${isUnproven}`, sql`1`),
      sumWhere(isUnproven, sql`1`),
      sumWhere(sql`${proof} = 'asked' and ${status} = 'pending'`, sql`1`),
      sumWhere(isByMail, sql`${rooms}`),
      sumWhere(isByMail, sql`${brakeNights}`),
      shut,
    ],
    sql`${booking} where ${mailbox} = ${given('mailbox')} and ${status} in ('pending', 'confirmed')
      and ${booking.code} <> ${given('code')}`,
  )
}

/** Room-nights that a network has made, here in an hour and in 24, and in 24 over all hotels. */
function ofNetwork(
  { t: { strangerTake: take } }: Handle,
  by: 'network' | 'wideNetwork',
  part: 'near' | 'wide',
): SQL {
  const isHere = sql`${take.hotelId} = ${given('hotelId')}`
  const nights = countedNights(take)
  return partOf(
    part,
    [
      sumWhere(sql`${isHere} and ${take.atMs} > ${given('hourMs')}`, nights),
      ...[sumWhere(isHere, nights), sum(nights)],
    ],
    sql`${take} where ${take[by]} = ${given(by)} and ${take.atMs} > ${given('dayMs')}`,
  )
}

function ofSite({ t: { strangerTake: take } }: Handle): SQL {
  const from = sql`${take} where ${take.siteId} = ${given('siteId')} and ${take.atMs} > ${given('hourMs')}`
  return partOf('site', [sum(countedNights(take))], from)
}

/** Room-nights of a row, as they count. */
export const countedNights = ({ released, roomNights }: Handle['t']['strangerTake']): SQL =>
  sql`case when ${released} then ${roomNights} * 1.0 / ${sql.raw(String(RELEASED_PART))} else ${roomNights} * 1.0 end`

function ofBrake({ t: { booking } }: Handle): SQL {
  const { hotelId, brakeAtMs, brakeNights } = booking
  return partOf(
    'brake',
    [
      sumWhere(sql`${brakeAtMs} > ${given('dayMs')}`, sql`${brakeNights}`),
      sum(sql`${brakeNights}`),
    ],
    sql`${booking} where ${hotelId} = ${given('hotelId')} and ${brakeAtMs} > ${given('weekMs')} and ${brakeNights} > 0`,
  )
}

/** The fullest of some nights, over all room types of the hotel. */
function ofNights({ t: { day, roomType } }: Handle): SQL {
  const isOfType = sql`${day.roomCode} = ${given('roomCode')}`
  const isOwn = sql`${day.date} between ${given('ownFrom')} and ${given('ownTo')}`
  const own = (rooms: GivenOwn) => sql`case when ${isOwn} then ${given(rooms)} else 0 end`
  const byDate = sql`select sum(${day.unproven}) - ${own('ownRooms')} as u,
      ${sumWhere(isOfType, sql`${day.unproven}`)} - ${own('ownOfType')} as o,
      sum(${day.heldByStrangers}) as h
    from ${day}
    where ${day.hotelId} = ${given('hotelId')} and ${day.date} between ${given('from')} and ${given('to')}
      and ${day.roomCode} in (select ${roomType.roomCode} from ${roomType} where ${roomType.hotelId} = ${given('hotelId')})
    group by ${day.date}`
  return partOf('nights', [most(sql`u`), most(sql`o`), most(sql`h`)], sql`(${byDate}) as by_date`)
}
