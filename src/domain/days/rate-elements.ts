import type { Remark } from '../kernel/availability.ts'
import type { Fault } from '../kernel/errors.ts'
import { PRICE_CENTS_MAX } from '../kernel/limits.ts'
import { isSoldWith, type Rate, RESTRICTIONS } from '../rates/rate.ts'
import type { PatchElement } from './expand.ts'
import { COUNTS, isOfStandard } from './update.ts'

type FieldFault = Omit<Remark, 'index' | 'roomCode' | 'date'>

/** The lookup of an element's rate: codes of room types, rates by code, and the reader of unknown codes. */
export type RateContext = {
  rooms: { has: (roomCode: string) => boolean }
  rates: ReadonlyMap<string, Rate>
  unknownRates: (rateCode: string) => Fault
}

/**
 * Returns the faults in the rate fields of a `PATCH` element (contract-rates); its rate decides the fields that it may
 * have.
 */
export function rateFlaws(
  { rooms, rates, unknownRates }: RateContext,
  element: PatchElement,
): FieldFault[] {
  const { roomCode, rateCode } = element
  if (isOfStandard(element)) return standardFlaws(element)
  const rate = rates.get(rateCode!)
  if (!rate) return [{ field: 'rateCode', ...unknownRates(rateCode!) }]
  if (rooms.has(roomCode) && !isSoldWith(rate, roomCode))
    return [{ field: 'rateCode', ...notSold(rate, roomCode) }]
  const counts = COUNTS.filter((name) => element[name] !== undefined).map(countOfRate)
  if (rate.pricing?.type === 'derived')
    return element.priceCents === undefined ? counts : [...counts, DERIVED]
  const nulls = nullFlaws(element, RESTRICTIONS)
  return element.priceCents === 0 ? [...counts, NO_PRICE, ...nulls] : [...counts, ...nulls]
}

const OF_STANDARD = ['priceCents', ...RESTRICTIONS] as const
/** `STD` inherits nothing and always has a price. */
const standardFlaws = (element: PatchElement) => nullFlaws(element, OF_STANDARD)

const nullFlaws = (
  element: PatchElement,
  fields: readonly ('priceCents' | (typeof RESTRICTIONS)[number])[],
): FieldFault[] =>
  fields
    .filter((field) => element[field] === null)
    .map((field) => ({ field, code: 'null_not_allowed', message: nullMessage(field) }))

const nullMessage = (field: string) =>
  field === 'priceCents'
    ? 'null takes the price of a rate that has prices of its own; to sell nothing of a day, close it.'
    : 'null is for derived rates, which inherit from STD: send the value that restricts nothing.'

const DERIVED: FieldFault = {
  field: 'priceCents',
  code: 'price_derived',
  message: 'The price of this rate follows that of STD: leave it out.',
}

const NO_PRICE: FieldFault = {
  field: 'priceCents',
  code: 'out_of_range',
  message: `Must be 1 to ${PRICE_CENTS_MAX}, or null for no price.`,
  values: { min: 1, max: PRICE_CENTS_MAX },
}

const countOfRate = (field: string): FieldFault => ({
  field,
  code: 'conflicting_fields',
  message: `The rooms left are those of the room type: leave out rateCode with ${field}.`,
  values: { other: 'rateCode' },
})

const notSold = ({ rateCode }: Rate, roomCode: string): Fault => ({
  code: 'unknown_rate',
  message: `Rate ${JSON.stringify(rateCode)} is not sold with room type ${JSON.stringify(roomCode)}.`,
  values: { given: rateCode },
})
