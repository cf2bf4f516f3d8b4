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

/** Acts that take rooms; one function judges them all (`contract-access`). */
export type TakingAct = 'book' | 'hold' | 'confirm' | 'press' | 'prove' | 'change' | 'sell_anew'

/** Room-nights made by a network or a site. */
type NightsMade = { hour: number; day: number; all: number }

/** The counts before a taking, without its own booking. */
export type StrangerCounts = {
  /** True if the mailbox disowned a booking here within 24 hours. */
  isShut: boolean
  /** Active unproven bookings of the mailbox, here and in all hotels, and those waiting for its link. */
  unprovenHere: number
  unprovenAll: number
  waiting: number
  /** Rooms and room-nights of its active bookings here that were proven by mail. */
  provenRooms: number
  provenRoomNights: number
  /** Counts of the address, and of its wider network. */
  near: NightsMade
  wide: NightsMade
  siteHour: number
  brake: BrakeBounds
  /** Rooms of the fullest night. */
  unproven: number
  unprovenOfType: number
  held: number
}

/** A hotel's current limits for strangers. */
export type StrangerContext = {
  limits: StrangerLimits
  rooms: number
  roomsOfType: number
  brake: BrakeBounds
  isBrakeLifted: boolean
  webProof: WebProof
  webMaxRooms: number
  webMaxNights: number
  /** True if a link can be mailed. */
  hasMail: boolean
}

/** A taking of rooms. */
export type RoomTaking = {
  act: TakingAct
  standing: GuestProof
  /** True if its own mailed link was pressed. */
  isPressed: boolean
  /** Rooms per night after the taking; rooms it had before are not counted. */
  rooms: number
  roomNights: number
  /** The booking after the taking; for a change, also what it had before. */
  whole: { rooms: number; roomNights: number }
  /** True if it waits for the mailed link in any case, as another stay of its group does. */
  isAsked?: boolean
  /** The site's limit in room-nights per hour; null: no site. */
  siteRoomNights: number | null
  /** True if an address is known. */
  hasNetwork: boolean
}

/** The limit that was reached. */
type Bound = 'shut' | 'mailbox' | 'site' | 'near' | 'wide' | 'held' | 'night' | 'brake'

/** The verdict on a taking: sold, waiting for the mailed link, or refused; `later`: waiting helps. */
export type Verdict =
  | { kind: 'take' }
  | { kind: 'ask'; bound: Bound }
  | { kind: 'refuse'; bound: Bound; later: boolean }

/** Limits of one mailbox: active unproven bookings, and those waiting for its link. */
const UNPROVEN_HERE_MAX = 3
const UNPROVEN_ALL_MAX = 10
const WAITING_MAX = 3
const PROVEN_ROOMS_MAX = 20
/** Factor by which a mailed link raises a network's hourly and daily limits. */
export const LINK_FACTOR = 3
/** Factor of the wider network's limit over the address's. */
export const WIDE_FACTOR = 3

/**
 * Judges takings by strangers and guests proven by mail, the fraud limits of a hotel (`contract-access`, *What
 * strangers may take*).
 */
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
  const group: Verdict = taking.isAsked ? { kind: 'ask', bound: 'night' } : TAKE
  const asked = found.find(({ kind }) => kind === 'ask') ?? group
  const isHeld = taking.act === 'hold' || (asked.kind === 'ask' && MADE.includes(taking.act))
  return (isHeld ? judgeHeld(ground, counted, taking) : undefined) ?? asked
}

const TAKE: Verdict = { kind: 'take' }
/** Acts that make a booking, which becomes a hold if proof is asked for. */
const MADE: readonly TakingAct[] = ['book', 'hold']

/** True if guests can be asked for proof by mail: mail works, and the hotel wants it. */
export const asksByMail = ({ hasMail, webProof }: Pick<StrangerContext, 'hasMail' | 'webProof'>) =>
  hasMail && webProof !== 'none'

/** Asks for the link if it can be mailed and was not pressed yet; undefined otherwise. */
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
  // An existing booking was judged when it was made.
  if (!MADE.includes(act) || !isMailboxFull(counted)) return TAKE
  if (counted.waiting >= WAITING_MAX) return refuse('mailbox')
  return askBy(ground, taking, 'mailbox') ?? refuse('mailbox')
}

/** True if a mailbox has reached its limit of active unproven bookings. */
const isMailboxFull = ({ unprovenHere, unprovenAll }: StrangerCounts): boolean =>
  unprovenHere >= UNPROVEN_HERE_MAX || unprovenAll >= UNPROVEN_ALL_MAX

/**
 * True if an unproven booking may move to a mailbox by a change of the guest's address: no link can be mailed there
 * before. A proven booking may become unproven if every night's share has room for it.
 *
 * @param rooms of a confirmed, proven booking on each night; 0 for any other
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

/** True if an act counts anew: a confirmed hold, and one whose link is pressed in time, were counted when made. */
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
  // A confirmed booking was counted at its confirmation.
  if (ground.isBrakeLifted || taking.act === 'prove') return TAKE
  const { roomNights } = taking
  const isPast =
    brake.day + roomNights > ground.brake.day || brake.week + roomNights > ground.brake.week
  if (isPast) return refuse('brake')
  // A hold is judged at its confirmation; the alarm starts at the same sum.
  if (taking.act === 'hold' || brakeLevel(brake, ground.brake) === 'none') return TAKE
  return askBy(ground, taking, 'brake') ?? TAKE
}

function judgeNight(ground: StrangerContext, counted: StrangerCounts, taking: RoomTaking): Verdict {
  const { act, standing, rooms } = taking
  if (standing !== 'none' || act === 'hold' || hasNightFor(ground, counted, rooms)) return TAKE
  return askBy(ground, taking, 'night') ?? TAKE
}

/** True if unproven rooms fit each night's share; without mail there is no such share. */
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
