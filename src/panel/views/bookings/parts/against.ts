import type { HotelPage } from '../../../../client/call.ts'
import type { Fault } from '../../../../domain/kernel/errors.ts'
import type { Problem } from '../../../lib/api.ts'
import { flawText, t, type WordKey } from '../../../lib/i18n.ts'
import { nightsText } from './model.ts'

type Unsold = NonNullable<HotelPage['rooms'][number]['reason']>

/** The words for days that refuse a stay, by the problem's code. */
const AGAINST: Partial<Record<string, WordKey>> = {
  sold_out: 'booking.soldOut',
  set_aside: 'booking.setAside',
  closed_for_sale: 'booking.closed',
  no_price: 'booking.against.no_price',
  min_stay: 'booking.against.min_stay',
  min_stay_through: 'booking.against.min_stay_through',
  max_stay: 'booking.against.max_stay',
  min_advance: 'booking.against.min_advance',
  max_advance: 'booking.against.max_advance',
  closed_to_arrival: 'booking.against.closed_to_arrival',
  closed_to_departure: 'booking.against.closed_to_departure',
}

/** Refusals for an agency's sake, which the hotel's staff may override where they come. */
export const PASSABLE = ['set_aside', 'credit_exceeded']

/** Refusals that the hotel's staff may override. */
const WAIVABLE = [
  ...['min_stay', 'min_stay_through', 'max_stay', 'min_advance', 'max_advance'],
  ...['closed_to_arrival', 'closed_to_departure'],
  ...['party_too_large', 'party_uneven', 'night_passed'],
  ...PASSABLE,
]

/** True if the hotel's staff may override a refusal. */
export const isWaivable = (code: string | undefined): boolean => WAIVABLE.includes(code ?? '')

/** True if a problem names days that refuse a stay. */
export const isAgainst = ({ code }: Pick<Problem, 'code'>): boolean => code in AGAINST

/** The days that refuse a stay, and why; undefined for any other refusal. */
function againstText(code: string, dates: readonly string[]): string | undefined {
  const word = AGAINST[code]
  return word && t(word, { dates: nightsText(dates) })
}

/** The reason why a room type is not sold for a stay: its days, the party or the board. */
export const reasonText = (reason: Unsold): string =>
  againstText(reason.code, reason.dates) ?? flawText(reason as Fault)

/** The days that a problem names, and why. */
export const saleErrorOf = (problem: Problem | undefined): string | undefined =>
  problem && againstText(problem.code, (problem.body.dates as string[] | undefined) ?? [])
