import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import type { BookingProof } from '../../domain/bookings/booking.ts'
import { type GroupSize, type SizedStay, sizeOf } from '../../domain/bookings/group.ts'
import { daysBetween } from '../../domain/kernel/date.ts'
import { type Flaw, flaw } from '../../domain/kernel/errors.ts'
import { nightsOf, type Stay } from '../../domain/kernel/night.ts'
import type { WebRules } from '../../domain/strangers/strangers.ts'
import type { WebCount } from '../../domain/strangers/web-nights.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { insertTake } from '../../store/strangers/takes.ts'
import type { Deps } from '../deps.ts'
import { judgeWeb } from './judge.ts'
import { hashesOf } from './networks.ts'
import type { Taker } from './taking.ts'

/** The terms of a possible web booking. */
export type WebSale = {
  proof: BookingProof
  provenByStay: boolean
  /** True if it waits for the mailed link. */
  isAsked: boolean
  /** The count that its rooms join on each night; undefined: none. */
  as: WebCount | undefined
  /** Room-nights that the brake counts once it is confirmed. */
  brakeNights: number
  mailbox: string | null
}

/** Terms of bookings by the hotel, its partners, agencies and sites that prove their guests. */
const PROVEN: Omit<WebSale, 'mailbox'> = {
  ...{ proof: 'hotel', provenByStay: false, isAsked: false },
  ...{ as: undefined, brakeNights: 0 },
}

type WebPlacement = {
  snapshot: HotelSnapshot
  taker: Taker | null
  email: string | null
  stay: Pick<Stay, 'roomCode' | 'rooms' | 'checkin' | 'checkout'>
  hold: boolean
  /** The reservation of several stays that it belongs to. */
  group?: PlacedGroup | undefined
}

/** A reservation of several stays, judged as one booking. */
type PlacedGroup = { groupCode: string; whole: GroupSize; isAsked: boolean }

/** Returns the flaws in the size of a web booking (`contract-access`, *One booking, made or changed*). */
export function webSizeFlaws(
  { webMaxRooms, webMaxNights }: WebRules,
  { rooms, checkin, checkout }: WebPlacement['stay'],
): Flaw[] {
  const of = (path: string, what: string, max: number) =>
    flaw(path, 'stay_too_large', `One booking on the web has at most ${max} ${what} here.`, { max })
  return [
    ...(rooms > webMaxRooms ? [of('/rooms', 'rooms', webMaxRooms)] : []),
    ...(daysBetween(checkin, checkout) > webMaxNights
      ? [of('/checkout', 'nights', webMaxNights)]
      : []),
  ]
}

/** Returns the flaws in the size of a reservation of several stays on the web, which is judged as one booking. */
export function webGroupFlaws({ webMaxRooms }: WebRules, stays: readonly SizedStay[]): Flaw[] {
  const { rooms } = sizeOf(stays)
  if (rooms <= webMaxRooms) return []
  const message = `One reservation on the web has at most ${webMaxRooms} rooms here.`
  return [flaw('/stays', 'stay_too_large', message, { max: webMaxRooms })]
}

/**
 * Judges a booking about to be made. Bookings by the hotel's staff or agencies (null) need no judgement.
 *
 * @throws AppError as `judgeWeb`
 */
export async function judgePlacing(tx: Tx, deps: Deps, placing: WebPlacement): Promise<WebSale> {
  const { taker, snapshot, email, stay, hold, group } = placing
  const mailbox = email === null ? null : mailboxOf(email)
  if (!taker) return { ...PROVEN, mailbox }
  const nights = nightsOf(stay)
  const roomNights = nights.length * stay.rooms
  const { isAsked, standing } = await judgeWeb(tx, deps, taker, {
    act: hold ? 'hold' : 'book',
    hotel: snapshot.hotel,
    rooms: snapshot.rooms,
    booking: { code: group?.groupCode ?? '', mailbox, own: undefined },
    isPressed: false,
    roomCode: stay.roomCode,
    roomNights,
    from: nights[0]!,
    to: nights.at(-1)!,
    whole: group?.whole ?? { rooms: stay.rooms, roomNights },
    stayRooms: stay.rooms,
    isAsked: group?.isAsked,
  })
  if (standing === 'hotel') return { ...PROVEN, mailbox }
  const isPending = hold || isAsked
  const proof = isAsked ? 'asked' : standing === 'stay' ? 'hotel' : standing
  return {
    ...{ proof, provenByStay: proof === 'hotel', isAsked },
    as: webCountOf(proof, isPending),
    ...{ brakeNights: roomNights, mailbox },
  }
}

function webCountOf(proof: BookingProof, isPending: boolean): WebCount | undefined {
  if (proof === 'hotel') return undefined
  if (isPending) return 'heldByStrangers'
  return proof === 'mail' ? undefined : 'unproven'
}

/** Records the room-nights of a booking or of its change for its network and its site; none for exempt callers. */
export async function noteTake(
  tx: Tx,
  deps: Deps,
  taker: Pick<Taker, 'address' | 'site'> | null,
  take: {
    hotelId: number
    roomNights: number
    sale: Pick<WebSale, 'proof'>
    /** The code of a pending booking, which may still be released. */
    holdCode?: string
  },
): Promise<void> {
  if (!taker || deps.strangerLimits === 'none') return
  const { hotelId, roomNights, sale, holdCode = '' } = take
  const { network, wideNetwork } = hashesOf(deps.tokens, taker)
  const isOfNetwork = deps.strangerLimits === 'all' && network !== ''
  const isCounted = isOfNetwork && sale.proof !== 'hotel'
  if (!isCounted && !taker.site) return
  await insertTake(tx, {
    ...{ hotelId, bookingCode: holdCode, roomNights, released: false, atMs: deps.nowMs() },
    network: isCounted ? network : null,
    wideNetwork: isCounted ? wideNetwork : null,
    siteId: taker.site?.id ?? null,
  })
}
