import type { NameChanges } from '../kernel/content.ts'
import { type Flaw, flaw } from '../kernel/errors.ts'
import { type GuestPrices, type Rate, type RatePricing, STD, type Terms } from './rate.ts'

/** Rates of a hotel in addition to `STD` (contract-rates). */
export const RATES_MAX = 50

/** A requested rate: other than `STD`, it has room types and its own price. */
export type NewRate = Omit<Rate, 'roomCodes' | 'pricing' | 'translations'> &
  NameChanges & { roomCodes: string[]; pricing: RatePricing }

/** Changeable fields of a rate; an absent one stays, and one with parts, except names, is replaced as a whole. */
export type RateChanges = Partial<Omit<NewRate, 'rateCode'>>

/**
 * Changeable fields of `STD`: its price is the day's, it includes no board, sells with every room type and stays on
 * sale.
 */
const OF_STD: (keyof RateChanges)[] = ['name', 'translations', 'public', 'guests', 'cancellation']

const MAX_AGE = 17

/** Returns the flaws in fields of a rate; empty if there are none. Absent fields are not checked. */
export function checkRate(
  { roomCodes = [], boardCode = null, pricing, guests, cancellation }: RateChanges,
  known: { roomCodes: readonly string[]; boards: readonly string[] },
): Flaw[] {
  return [
    ...checkRoomCodes(roomCodes, known.roomCodes),
    ...(boardCode !== null && !known.boards.includes(boardCode)
      ? [flaw('/boardCode', 'unknown_board', `Known are ${list(known.boards)}.`)]
      : []),
    ...(pricing ? checkPricing(pricing) : []),
    ...(guests ? checkBands(guests) : []),
    ...(cancellation ? checkTerms(cancellation) : []),
  ]
}

/** Returns a flaw for each field of a change that `STD` does not have. */
export const checkStandard = (changes: RateChanges): Flaw[] =>
  (Object.keys(changes) as (keyof RateChanges)[])
    .filter((name) => !OF_STD.includes(name))
    .map((name) =>
      flaw(
        `/${name}`,
        'conflicting_fields',
        `Of ${STD} only ${OF_STD.join(', ')} can change: its price is the day's, and it is always sold.`,
      ),
    )

function checkRoomCodes(codes: readonly string[], known: readonly string[]): Flaw[] {
  return codes.flatMap((code, index) => {
    const path = `/roomCodes/${index}`
    if (!known.includes(code))
      return [flaw(path, 'unknown_room', `The hotel's room types are ${list(known)}.`)]
    const isRepeated = codes.indexOf(code) < index
    return isRepeated ? [flaw(path, 'repeated', 'A room type may appear only once.')] : []
  })
}

function checkPricing(pricing: RatePricing): Flaw[] {
  if (pricing.type === 'derived') return []
  return (['percentBp', 'amountCents', 'roundTo'] as const)
    .filter((name) => name in pricing)
    .map((name) =>
      flaw(`/pricing/${name}`, 'conflicting_fields', 'Only a derived price has one; leave it out.'),
    )
}

function checkBands({ children = [] }: GuestPrices): Flaw[] {
  return children.flatMap((band, index) => {
    const path = `/guests/children/${index}`
    const flaws: Flaw[] = []
    const before = children[index - 1]?.toAge ?? -1
    if (band.toAge === before)
      flaws.push(
        flaw(`${path}/toAge`, 'repeated', 'An age may appear only once.', { toAge: band.toAge }),
      )
    else if (band.toAge < before) {
      const message = `Ages ascend: must be above ${before}.`
      flaws.push(
        flaw(`${path}/toAge`, 'out_of_range', message, {
          min: Math.min(before + 1, MAX_AGE),
          max: MAX_AGE,
        }),
      )
    }
    const prices = [band.amountCents, band.percentBp].filter((price) => price !== undefined)
    if (prices.length === 0)
      flaws.push(flaw(`${path}/amountCents`, 'required', 'Say this, or percentBp.'))
    if (prices.length === 2)
      flaws.push(flaw(path, 'conflicting_fields', 'Say either amountCents or percentBp.'))
    return flaws
  })
}

function checkTerms({ penalty, percentBp }: Terms): Flaw[] {
  const path = '/cancellation/percentBp'
  if (penalty === 'percent')
    return percentBp === undefined ? [flaw(path, 'required', 'Say how many, 1 to 10,000.')] : []
  if (percentBp === undefined) return []
  return [
    flaw(path, 'conflicting_fields', 'Only the penalty "percent" takes a share; leave it out.'),
  ]
}

const list = (codes: readonly string[]) => codes.join(', ') || 'none'
