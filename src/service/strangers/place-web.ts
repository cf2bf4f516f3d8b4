import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import type { BookingProof } from '../../domain/bookings/booking.ts'
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

/** A booking on the web as it may be made. */
export type WebSale = {
  proof: BookingProof
  provenByStay: boolean
  /** It waits for the mailed link. */
  isAsked: boolean
  /** What its rooms count as on each night; undefined: as nothing. */
  as: WebCount | undefined
  /** Room-nights that the brake counts once it is confirmed. */
  brakeNights: number
  mailbox: string | null
}

/** What is made by the hotel, its partners, agencies and sites that prove. */
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
}

/** What is wrong with the size of one booking on the web (`contract-access`, *One booking, made or changed*). */
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

/**
 * Judges a booking that is about to be made, by whom nobody has to be asked for: the hotel's people, agencies.
 *
 * @throws AppError as `judgeWeb`
 */
export async function judgePlacing(tx: Tx, deps: Deps, placing: WebPlacement): Promise<WebSale> {
  const { taker, snapshot, email, stay, hold } = placing
  const mailbox = email === null ? null : mailboxOf(email)
  if (!taker) return { ...PROVEN, mailbox }
  const nights = nightsOf(stay)
  const roomNights = nights.length * stay.rooms
  const { isAsked, standing } = await judgeWeb(tx, deps, taker, {
    act: hold ? 'hold' : 'book',
    ...{
      hotel: snapshot.hotel,
      rooms: snapshot.rooms,
      booking: { code: '', mailbox, own: undefined },
    },
    ...{ isPressed: false, roomCode: stay.roomCode, roomNights },
    ...{ from: nights[0]!, to: nights.at(-1)!, whole: { rooms: stay.rooms, roomNights } },
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

/** Counts what a booking, or a change of it, has made for its network and its site; nothing of whom nobody counts. */
export async function noteTake(
  tx: Tx,
  deps: Deps,
  taker: Pick<Taker, 'address' | 'site'> | null,
  take: {
    hotelId: number
    roomNights: number
    sale: Pick<WebSale, 'proof'>
    /** Its code, where it is pending: it may be let go. */
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
