import type { RoomType } from '../catalog/catalog.ts'
import { AppError, type Flaw, flaw, type UnsoldCode } from '../kernel/errors.ts'
import type { Rate } from '../rates/rate.ts'
import type { Reason, ReasonCode } from './quote.ts'
import { partyTooLarge } from './stay.ts'

/** Reasons that concern the request, not the days. */
type PartyReason = 'unknown_board' | 'board_not_in_rate' | 'party_too_large' | 'party_uneven'

/** Texts of the reasons that concern days. */
const REASON_TEXTS: Record<UnsoldCode, string> = {
  closed_for_sale: 'Not for sale: {dates}.',
  no_price: 'The rate has no price for this party on {dates}.',
  sold_out: 'Not enough rooms on {dates}.',
  set_aside: 'Set aside for agencies: {dates}.',
  too_many_options: 'The agency has too many rooms in options on {dates}.',
  min_stay: 'A stay that begins on {dates} needs more nights at this rate.',
  min_stay_through: 'Sold in longer stays only at this rate: {dates}.',
  max_stay: 'A stay that begins on {dates} has fewer nights at this rate.',
  min_advance: 'Too late for a stay that begins on {dates}: this rate is booked longer before.',
  max_advance: 'Too early for a stay that begins on {dates}: this rate is booked closer to it.',
  closed_to_arrival: 'This rate takes no arrivals on {dates}.',
  closed_to_departure: 'This rate takes no departures on {dates}.',
}

/** Reasons that are problem codes of their own. */
export const UNSOLD = Object.keys(REASON_TEXTS) as UnsoldCode[]

/** True for the code of a reason of days. */
export const isUnsold = (code: string): code is UnsoldCode => code in REASON_TEXTS

/** Returns the error for a refused stay: 422 for a wrong party or board, else 409 naming the days. */
export function refusal(
  { code, dates }: Reason,
  sold: { room: RoomType; rate: Pick<Rate, 'rateCode' | 'boardCode'> },
): AppError {
  if (!isOfParty(code))
    return new AppError(code, REASON_TEXTS[code].replace('{dates}', dates.join(', ')), {
      members: { dates },
    })
  const wrong = partyFlaw(code, sold)
  return new AppError('validation_failed', wrong.message, { errors: [wrong] })
}

/** Returns the flaw in the party or the board of a stay. */
export function partyFlaw(
  code: PartyReason,
  { room, rate }: { room: RoomType; rate: Pick<Rate, 'rateCode' | 'boardCode'> },
): Flaw {
  if (code === 'party_too_large') return partyTooLarge(room)
  if (code === 'party_uneven') {
    const message = 'This party would pay differently from room to room: book the rooms one by one.'
    return flaw('/adults', code, message)
  }
  const message =
    code === 'unknown_board'
      ? `This room type is sold with ${room.boards.join(', ') || 'no board'}.`
      : `The rate ${rate.rateCode} is sold with ${rate.boardCode}.`
  return flaw('/boardCode', code, message)
}

function isOfParty(code: ReasonCode): code is PartyReason {
  return !isUnsold(code)
}
