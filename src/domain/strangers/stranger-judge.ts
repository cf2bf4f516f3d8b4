import {
  type BrakeBounds,
  brakeLevel,
  type GuestProof,
  heldShare,
  networkBounds,
  nightShare,
  type StrangerLimits,
  type WebProof,
} from './strangers.ts'

/** What rooms are taken by (`contract-access`: one function for every act that takes). */
export type TakingAct = 'book' | 'hold' | 'confirm' | 'press' | 'prove' | 'change' | 'sell_anew'

/** Room-nights that a network, or a site, has made. */
type NightsMade = { hour: number; day: number; all: number }

/** What stands before a taking, without the booking that takes. */
export type StrangerCounts = {
  /** The mailbox said of a booking here within 24 hours that it was not its own. */
  isShut: boolean
  /** Unproven bookings of the mailbox that stand, here and in all, and how many wait for its link. */
  unprovenHere: number
  unprovenAll: number
  waiting: number
  /** Rooms and room-nights of its bookings that stand here and were proven by mail. */
  provenRooms: number
  provenRoomNights: number
  /** Of the address, and of the network around it. */
  near: NightsMade
  wide: NightsMade
  siteHour: number
  brake: BrakeBounds
  /** Rooms of the fullest of the nights. */
  unproven: number
  unprovenOfType: number
  held: number
}

/** What a hotel lets strangers take at the moment. */
export type StrangerContext = {
  limits: StrangerLimits
  rooms: number
  roomsOfType: number
  brake: BrakeBounds
  isBrakeLifted: boolean
  webProof: WebProof
  webMaxRooms: number
  webMaxNights: number
  /** A link can be mailed. */
  hasMail: boolean
}

/** Rooms that are to be taken. */
export type RoomTaking = {
  act: TakingAct
  standing: GuestProof
  /** Its own mailed link was pressed. */
  isPressed: boolean
  /** Of each of its nights when it is done; what it has of them before is not counted. */
  rooms: number
  roomNights: number
  /** What the booking has when it is done: of a change also what it had. */
  whole: { rooms: number; roomNights: number }
  /** Room-nights that the site may make in an hour; null: none made it. */
  siteRoomNights: number | null
  /** An address is known. */
  hasNetwork: boolean
}

/** Which bound was met. */
type Bound = 'shut' | 'mailbox' | 'site' | 'near' | 'wide' | 'held' | 'night' | 'brake'

/**
 * What becomes of a taking: it is sold as it was asked for, it waits for the mailed link, or it is refused: `later` where
 * waiting helps.
 */
export type Verdict =
  | { kind: 'take' }
  | { kind: 'ask'; bound: Bound }
  | { kind: 'refuse'; bound: Bound; later: boolean }

/** Standing bookings of one mailbox that nobody has proven, and those that may wait for its link. */
const UNPROVEN_HERE_MAX = 3
const UNPROVEN_ALL_MAX = 10
const WAITING_MAX = 3
const PROVEN_ROOMS_MAX = 20
/** How much more of an hour or a day the mailed link lets a network make. */
export const LINK_FACTOR = 3
/** What the network around an address may make, of what the address may. */
export const WIDE_FACTOR = 3

/** Judges what strangers, and people proven by mail, take of a hotel (`contract-access`, *What strangers may take*). */
export function judgeTaking(
  ground: StrangerContext,
  counted: StrangerCounts,
  taking: RoomTaking,
): Verdict {
  if (ground.limits === 'none') return TAKE
  const found = [
    ...(ground.limits === 'all'
      ? [
          judgeMailbox(ground, counted, taking),
          judgeNetwork(ground, counted, taking),
          judgeBrake(ground, counted, taking),
        ]
      : []),
    judgeSite(counted, taking),
    judgeNight(ground, counted, taking),
  ]
  const refused = found.find(({ kind }) => kind === 'refuse')
  if (refused) return refused
  const asked = found.find(({ kind }) => kind === 'ask') ?? TAKE
  const isHeld = taking.act === 'hold' || (asked.kind === 'ask' && MADE.includes(taking.act))
  return (isHeld ? judgeHeld(ground, counted, taking) : undefined) ?? asked
}

const TAKE: Verdict = { kind: 'take' }
/** Acts that make a booking, which waits as a hold where it is asked for proof. */
const MADE: readonly TakingAct[] = ['book', 'hold']

/** Whether guests can be asked for the mailed link: not where there is no mail, and not where the hotel wants none. */
export const asksByMail = ({ hasMail, webProof }: Pick<StrangerContext, 'hasMail' | 'webProof'>) =>
  hasMail && webProof !== 'none'

/** The link, where it can be mailed and was not pressed yet; undefined where nobody can be asked. */
const askBy = (ground: StrangerContext, { isPressed }: RoomTaking, bound: Bound) =>
  asksByMail(ground) && !isPressed ? ({ kind: 'ask', bound } as const) : undefined

const refuse = (bound: Bound, later = false): Verdict => ({ kind: 'refuse', bound, later })

function judgeMailbox(
  ground: StrangerContext,
  counted: StrangerCounts,
  taking: RoomTaking,
): Verdict {
  const { act, standing, whole } = taking
  if (standing !== 'none') {
    const { webMaxRooms, webMaxNights } = ground
    const isPast =
      counted.provenRooms + whole.rooms > PROVEN_ROOMS_MAX ||
      counted.provenRoomNights + whole.roomNights > webMaxRooms * webMaxNights
    return isPast ? refuse('mailbox') : TAKE
  }
  if (counted.isShut) return refuse('shut')
  // What stands was judged when it was made.
  if (!MADE.includes(act) || !isMailboxFull(counted)) return TAKE
  if (counted.waiting >= WAITING_MAX) return refuse('mailbox')
  return askBy(ground, taking, 'mailbox') ?? refuse('mailbox')
}

/** Whether a mailbox has as many unproven bookings as it may have standing. */
const isMailboxFull = ({ unprovenHere, unprovenAll }: StrangerCounts): boolean =>
  unprovenHere >= UNPROVEN_HERE_MAX || unprovenAll >= UNPROVEN_ALL_MAX

/**
 * Whether an unproven booking may come to a mailbox by another address of its guest: no link can be mailed there before.
 * One that was proven may become unproven where each of its nights has room for it among those.
 *
 * @param rooms of a confirmed booking that was proven, on each night; 0: of any other
 */
export const mayComeTo = (
  ground: StrangerContext,
  counted: StrangerCounts,
  rooms: number,
): boolean =>
  (ground.limits !== 'all' || !(counted.isShut || isMailboxFull(counted))) &&
  (rooms === 0 || ground.limits === 'none' || hasNightFor(ground, counted, rooms))

function judgeSite(
  { siteHour }: StrangerCounts,
  { act, siteRoomNights, roomNights }: RoomTaking,
): Verdict {
  if (siteRoomNights === null || !makesAnew(act)) return TAKE
  return siteHour + roomNights > siteRoomNights ? refuse('site', true) : TAKE
}

/** A hold that is confirmed, and one whose link is pressed in time, were counted when they were made. */
const makesAnew = (act: TakingAct) => MADE.includes(act) || act === 'change' || act === 'sell_anew'

function judgeNetwork(
  ground: StrangerContext,
  counted: StrangerCounts,
  taking: RoomTaking,
): Verdict {
  const { act, standing, hasNetwork } = taking
  if (!hasNetwork || !makesAnew(act) || standing === 'stay') return TAKE
  const bounds = networkBounds(ground.rooms)
  const judge = (bound: 'near' | 'wide', factor: number): Verdict => {
    const isWithin = (times: number) =>
      (['hour', 'day', 'all'] as const).every(
        (window) => counted[bound][window] + taking.roomNights <= bounds[window] * factor * times,
      )
    if (isWithin(1)) return TAKE
    if (!asksByMail(ground) || !isWithin(LINK_FACTOR)) return refuse(bound, true)
    return askBy(ground, taking, bound) ?? TAKE
  }
  const near = judge('near', 1)
  const wide = judge('wide', WIDE_FACTOR)
  return near.kind === 'refuse' || wide.kind === 'take' ? near : wide
}

function judgeBrake(
  ground: StrangerContext,
  { brake }: StrangerCounts,
  taking: RoomTaking,
): Verdict {
  // What is confirmed was counted when it was.
  if (ground.isBrakeLifted || taking.act === 'prove') return TAKE
  const { roomNights } = taking
  const isPast =
    brake.day + roomNights > ground.brake.day || brake.week + roomNights > ground.brake.week
  if (isPast) return refuse('brake')
  // A hold is asked when it is confirmed; the alarm stands from the same sum on.
  if (taking.act === 'hold' || brakeLevel(brake, ground.brake) === 'none') return TAKE
  return askBy(ground, taking, 'brake') ?? TAKE
}

function judgeNight(ground: StrangerContext, counted: StrangerCounts, taking: RoomTaking): Verdict {
  const { act, standing, rooms } = taking
  if (standing !== 'none' || act === 'hold' || hasNightFor(ground, counted, rooms)) return TAKE
  return askBy(ground, taking, 'night') ?? TAKE
}

/** Whether rooms that nobody has proven are within the share of each night that is sold so; without mail there is none. */
function hasNightFor(ground: StrangerContext, counted: StrangerCounts, rooms: number): boolean {
  if (!asksByMail(ground)) return true
  const share = nightShare(ground.rooms, ground.roomsOfType)
  const isWithin =
    counted.unproven + rooms <= share.hotel && counted.unprovenOfType + rooms <= share.type
  return ground.webProof !== 'always' && isWithin
}

function judgeHeld(
  { rooms: ofHotel }: StrangerContext,
  { held }: StrangerCounts,
  { standing, rooms }: RoomTaking,
): Verdict | undefined {
  if (standing === 'stay') return undefined
  const share = heldShare(ofHotel)
  if (rooms > share) return refuse('held')
  return held + rooms > share ? refuse('held', true) : undefined
}
