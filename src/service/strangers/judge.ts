import type { Booking } from '../../domain/bookings/booking.ts'
import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import type { Stay } from '../../domain/kernel/night.ts'
import {
  asksByMail,
  judgeTaking,
  mayComeTo,
  type StrangerContext,
  type Verdict,
} from '../../domain/strangers/stranger-judge.ts'
import {
  BRAKE_DAYS,
  type BrakeBounds,
  brakeBounds,
  type GuestProof,
} from '../../domain/strangers/strangers.ts'
import type { WebNights } from '../../domain/strangers/web-nights.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { type CountPart, type CountPlace, countStrangers } from '../../store/strangers/counts.ts'
import { hasStayed } from '../../store/strangers/stays.ts'
import { findMeanDay, listMostRooms } from '../../store/strangers/takes.ts'
import type { Deps } from '../deps.ts'
import { canMailProof } from '../mail-health.ts'
import { hashesOf } from './networks.ts'
import { askTheHotel, refusalOf } from './refuse.ts'
import type { Taker, WebTake } from './taking.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Nights searched for a hotel's rooms if the hotel does not declare their number. */
const NIGHTS_LOOKED_AT = 30

/**
 * Judges a take of rooms against every limit on strangers and on people proven by mail, in the selling transaction
 * (`contract-access`, *What strangers may take*).
 *
 * @returns `isAsked`: true if the booking waits for its mailed link; `standing`: the proof that it counts with
 * @throws AppError `ask_the_hotel`, `rate_limited` with a sufficient wait
 */
export async function judgeWeb(
  tx: Tx,
  deps: Deps,
  taker: Taker,
  taking: WebTake,
): Promise<{ isAsked: boolean; standing: Taker['standing'] | GuestProof }> {
  const { standing: given, site } = taker
  if (deps.strangerLimits === 'none' || (given === 'hotel' && !site))
    return { isAsked: false, standing: given }
  const place = placeOf(deps, taker, taking)
  const counted = await countStrangers(tx, place, partsOf(deps, given, taking, place))
  const isGuest = given === 'mail' && (await hasStayed(tx, place))
  const standing: GuestProof = isGuest ? 'stay' : given === 'hotel' ? 'none' : given
  const context = await readStrangerContext(tx, deps, taking, counted.brake)
  const asked = {
    act: taking.act,
    standing,
    isPressed: taking.isPressed,
    rooms: taking.stayRooms ?? taking.whole.rooms,
    isAsked: taking.isAsked === true,
    roomNights: taking.roomNights,
    whole: taking.whole,
    siteRoomNights: site?.roomNightsPerHour ?? null,
    hasNetwork: place.network !== '',
  }
  const verdict: Verdict =
    given === 'hotel'
      ? judgeSiteAlone(counted.siteHour, asked)
      : judgeTaking(context, counted, asked)
  if (verdict.kind === 'refuse')
    throw await refusalOf(tx, deps, { verdict, taking, place, context, site })
  return { isAsked: verdict.kind === 'ask', standing: given === 'hotel' ? 'hotel' : standing }
}

/**
 * Checks that an unproven booking may move to the mailbox of another address, in the transaction that writes it.
 *
 * @throws AppError `ask_the_hotel`
 */
export async function judgeMailbox(
  tx: Tx,
  deps: Deps,
  { hotel, rooms }: Pick<WebTake, 'hotel' | 'rooms'>,
  { booking, mailbox, next }: { booking: Booking; mailbox: string | null; next: Stay },
): Promise<void> {
  const { code, proof, status } = booking
  const isProven = status === 'confirmed' && (proof === 'mail' || proof === 'hotel')
  const { roomCode } = next
  const [from, to] = [next.checkin, addDays(next.checkout, -1)]
  const place = placeOf(deps, NO_ORIGIN, {
    ...{ from, to, hotel, roomCode },
    booking: { code: booking.groupCode ?? code, mailbox },
  })
  const counted = await countStrangers(tx, place, isProven ? ['mailbox', 'nights'] : ['mailbox'])
  const taking = { hotel, rooms, roomCode, from, to, roomNights: 0 }
  const context = await readStrangerContext(tx, deps, taking, counted.brake)
  if (!mayComeTo(context, counted, isProven ? next.rooms : 0)) throw askTheHotel(hotel)
}

const NO_ORIGIN = { address: null, site: null }

/** Returns the counts needed. The count of nights costs as much as the rest and is rarely needed. */
function partsOf(
  deps: Deps,
  standing: Taker['standing'],
  { act, hotel: { webProof } }: WebTake,
  { wideNetwork, siteId }: CountPlace,
): CountPart[] {
  if (standing === 'hotel') return ['site']
  const isOfNights = act === 'hold' || asksByMail({ webProof, hasMail: canMailProof(deps) })
  const isAll = deps.strangerLimits === 'all'
  return [
    ...(isAll ? (['mailbox', 'brake'] as const) : []),
    ...(isAll && wideNetwork !== '' ? (['network'] as const) : []),
    ...(siteId === '' ? [] : (['site'] as const)),
    ...(isOfNights ? (['nights'] as const) : []),
  ]
}

/** Judges a site that proves its guests: only the site's own count applies. */
const judgeSiteAlone = (
  siteHour: number,
  { roomNights, siteRoomNights }: { roomNights: number; siteRoomNights: number | null },
): Verdict =>
  siteRoomNights !== null && siteHour + roomNights > siteRoomNights
    ? { kind: 'refuse', bound: 'site', later: true }
    : { kind: 'take' }

/** Rooms and their booking, as far as they are counted. */
type TakePlace = Pick<WebTake, 'hotel' | 'roomCode' | 'from' | 'to'> & {
  booking: { code: string; mailbox: string | null; own?: WebNights | undefined }
}

/** Returns the names that a take is counted under; hashes hide the identity of people. */
function placeOf(
  { tokens, nowMs }: Deps,
  taker: Pick<Taker, 'address' | 'site'>,
  { hotel, booking, roomCode, from, to }: TakePlace,
): CountPlace {
  return {
    hotelId: hotel.id,
    ...{ roomCode, from, to, code: booking.code, mailbox: booking.mailbox ?? '' },
    own: ownOf(booking.own, roomCode),
    ...hashesOf(tokens, taker),
    siteId: taker.site?.id ?? '',
    nowMs: nowMs(),
  }
}

/** Returns the share of a booking in the unproven rooms of its nights. */
function ownOf(own: WebNights | undefined, roomCode: string): CountPlace['own'] {
  if (own?.as !== 'unproven') return { rooms: 0, ofType: 0, from: '', to: '' }
  const { rooms, dates } = own
  const ofType = own.roomCode === roomCode ? rooms : 0
  return { rooms, ofType, from: dates[0]!, to: dates.at(-1)! }
}

/** The inputs of the context of a take. */
type CountScope = Pick<WebTake, 'hotel' | 'rooms' | 'roomCode' | 'roomNights' | 'from' | 'to'>

async function readStrangerContext(
  tx: Tx,
  deps: Deps,
  { hotel, rooms, roomCode, roomNights, from, to }: CountScope,
  sums: BrakeBounds,
): Promise<StrangerContext> {
  const today = deps.today(hotel.timezone)
  const counts = await countRooms(tx, { hotel, rooms, today, stay: { from, to } })
  const { webProof, webMaxRooms, webMaxNights, webBrakeLiftedUntilMs } = hotel
  const nowMs = deps.nowMs()
  return {
    limits: deps.strangerLimits,
    rooms: counts.all,
    roomsOfType: counts.of(roomCode),
    brake: await brakeOf(tx, { hotel, rooms: counts.all, sums, roomNights, nowMs }),
    isBrakeLifted: webBrakeLiftedUntilMs !== null && webBrakeLiftedUntilMs > nowMs,
    ...{ webProof, webMaxRooms, webMaxNights },
    hasMail: canMailProof(deps),
  }
}

/** Returns the limits of the brake; reads the mean day only if it may matter. */
async function brakeOf(
  tx: Tx,
  {
    hotel,
    rooms,
    sums: { day, week },
    roomNights,
    nowMs,
  }: { hotel: Hotel; rooms: number; sums: BrakeBounds; roomNights: number; nowMs: number },
): Promise<BrakeBounds> {
  const least = brakeBounds(rooms, null)
  if (2 * (day + roomNights) <= least.day && 2 * (week + roomNights) <= least.week) return least
  return brakeBounds(rooms, await meanDayOf(tx, { hotelId: hotel.id, nowMs }))
}

/** Returns the room-nights of a usual day before the week that the brake covers; null if the hotel is too new. */
export async function meanDayOf(
  handle: Handle,
  { hotelId, nowMs }: { hotelId: number; nowMs: number },
): Promise<number | null> {
  const untilMs = nowMs - BRAKE_DAYS * DAY_MS
  const { meanDay, createdAtMs } = await findMeanDay(handle, { hotelId, untilMs })
  return createdAtMs > untilMs ? null : meanDay
}

/**
 * Counts the *rooms of the hotel*: its active room types, by their declared number, else by the most on sale or live
 * on one of the next 30 nights. A hotel without any then, out of season, gets those of the requested nights.
 */
export async function countRooms(
  handle: Handle,
  {
    hotel: { id: hotelId },
    rooms,
    today,
    stay,
  }: {
    hotel: Pick<Hotel, 'id'>
    rooms: readonly RoomType[]
    today: CalendarDate
    stay?: Pick<WebTake, 'from' | 'to'>
  },
): Promise<{ all: number; of: (roomCode: string) => number }> {
  const active = rooms.filter((room) => room.active)
  const isSaid = active.every(({ totalRooms }) => totalRooms !== null)
  const near = { from: today, to: addDays(today, NIGHTS_LOOKED_AT - 1) }
  const most = isSaid ? undefined : await listMostRooms(handle, { hotelId, ...near })
  const counts = sumRooms(rooms, most)
  if (counts.all > 0 || !stay) return counts
  return sumRooms(rooms, await listMostRooms(handle, { hotelId, ...stay }))
}

/** @param most the most rooms of a night, by room types that declare no number */
function sumRooms(rooms: readonly RoomType[], most: ReadonlyMap<string, number> | undefined) {
  const ofRoom = ({ totalRooms, roomCode }: RoomType) => totalRooms ?? most?.get(roomCode) ?? 0
  const active = rooms.filter((room) => room.active)
  return {
    all: active.reduce((sum, room) => sum + ofRoom(room), 0),
    of: (roomCode: string) => {
      const room = rooms.find((each) => each.roomCode === roomCode)
      return room ? ofRoom(room) : 0
    },
  }
}
