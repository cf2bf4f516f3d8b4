import type { CalendarDate } from '../kernel/date.ts'
import { type Flaw, flaw, refused, refuseFlaws } from '../kernel/errors.ts'
import type { Stay } from '../kernel/night.ts'
import { splitTaxes, sumTaxes, type Tax, type TaxPart } from '../rates/tax.ts'
import { type Extra, type ExtraUnit, extraOf } from './extra.ts'

// Extras in a booking (contract-groups, *What a PMS needs of a booking*).

/** A line of extras in a booking; its unit price and taxes stay those of the day on which it was put in. */
export type ExtraLine = {
  code: string
  name: string
  per: ExtraUnit
  unitPriceCents: number
  quantity: number
  /** Unit price × quantity × (1, nights, guests, or nights × guests). */
  totalCents: number
  /** The taxes in it; never shown line by line. */
  taxes: Tax[]
}

/** Pieces of an extra that a booking is to have in all. */
export type ExtraOrder = { code: string; quantity: number }

/** What the total of a line depends on: nights, and guests (adults and children). Rooms are no factor. */
export type ExtraBasis = { nights: number; guests: number }

/** Returns the nights and guests of a stay. */
export const extraBasis = (
  { adults, children }: Pick<Stay, 'adults' | 'children'>,
  nights: number,
): ExtraBasis => ({ nights, guests: adults + children })

/** Returns the flaws of an order that `orderExtras` refuses; empty if there are none. */
export const orderFlaws = (
  lines: readonly ExtraLine[],
  order: readonly ExtraOrder[],
  extras: readonly Extra[],
): Flaw[] =>
  order.flatMap(({ code, quantity }, index) => {
    const isRepeated = order.findIndex((each) => each.code === code) < index
    if (isRepeated)
      return [flaw(`/extras/${index}/code`, 'repeated', 'An extra may appear only once.')]
    const isMore = quantity > countPieces(lines, code)
    return isMore ? moreFlaws(extraOf(extras, code), order[index]!, index) : []
  })

/**
 * Returns the lines of a booking that is to have the ordered pieces, and no others. More pieces than before are a line
 * of their own at the price of today; fewer leave the newest line first.
 *
 * @param lines what the booking has, the newest last
 * @param taxes of the hotel today
 * @throws AppError `validation_failed`: `unknown_extra` for a code unknown, or for more of one off sale; `out_of_range`
 *   for more than its maximum; `repeated`
 */
export function orderExtras(
  lines: readonly ExtraLine[],
  order: readonly ExtraOrder[],
  { extras, taxes }: { extras: readonly Extra[]; taxes: readonly Tax[] },
  basis: ExtraBasis,
): ExtraLine[] {
  refuseFlaws(orderFlaws(lines, order, extras))
  const left = new Map(order.map(({ code, quantity }) => [code, quantity]))
  const kept = lines.flatMap((line) => {
    const free = left.get(line.code) ?? 0
    const quantity = Math.min(line.quantity, free)
    left.set(line.code, free - quantity)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const added = order.flatMap(({ code }) => {
    const quantity = left.get(code)!
    return quantity > 0 ? [newLine(extraOf(extras, code)!, quantity, taxes)] : []
  })
  return retotal([...kept, ...added], basis)
}

/**
 * Returns the lines with the totals of a stay, each at its own unit price.
 *
 * @throws AppError `validation_failed` if they come to more than a safe integer
 */
export function retotal(lines: readonly ExtraLine[], basis: ExtraBasis): ExtraLine[] {
  const all = lines.map((line) => ({ ...line, totalCents: totalOf(line, basis) }))
  safeExtras(all, 0)
  return all
}

/**
 * Returns the sum of the lines.
 *
 * @param totalPriceCents of the booking's rooms, which are paid together with the extras
 * @throws AppError `validation_failed` if all together come to more than a safe integer
 */
export function safeExtras(lines: readonly ExtraLine[], totalPriceCents: number): number {
  const sum = lines.reduce((all, { totalCents }) => all + totalCents, 0)
  if (Number.isSafeInteger(sum + totalPriceCents)) return sum
  const max = Number.MAX_SAFE_INTEGER
  throw refused('/extras', 'out_of_range', 'The extras exceed the largest amount.', { min: 0, max })
}

/** Returns the taxes in the lines: those of each line by the rule of `splitTaxes`, added up. */
export const extrasTaxesOf = (lines: readonly ExtraLine[]): TaxPart[] =>
  sumTaxes(lines.map(({ totalCents, taxes }) => splitTaxes(totalCents, taxes).taxes))

/**
 * Returns what a stay that has begun owes of its extras when it is cancelled: those per night for its nights before
 * today, at least one; all others in full.
 *
 * @param today in the hotel's time zone
 */
export function owedExtras(
  lines: readonly ExtraLine[],
  {
    nightly,
    ...party
  }: { nightly: readonly { date: CalendarDate }[] } & Parameters<typeof extraBasis>[0],
  today: CalendarDate,
): number {
  const begun = nightly.filter(({ date }) => date < today).length
  const basis = extraBasis(party, Math.max(1, begun))
  return lines.reduce((sum, line) => sum + totalOf(line, basis), 0)
}

/** Returns the first extra of which an order leaves fewer pieces than a booking has; undefined: none. */
export const fewerExtras = (
  lines: readonly ExtraLine[],
  order: readonly ExtraOrder[],
): string | undefined =>
  lines.find(({ code }) => {
    const quantity = order.find((each) => each.code === code)?.quantity ?? 0
    return quantity < countPieces(lines, code)
  })?.code

/** Returns the flaws of an order that adds pieces of an extra. */
function moreFlaws(
  extra: Extra | undefined,
  { code, quantity }: ExtraOrder,
  index: number,
): Flaw[] {
  if (!extra?.active) {
    const message = `The hotel sells no extra ${JSON.stringify(code.slice(0, 64))} at present.`
    return [flaw(`/extras/${index}/code`, 'unknown_extra', message)]
  }
  const { max } = extra
  if (quantity <= max) return []
  const message = `A booking has at most ${max} of ${code}.`
  return [flaw(`/extras/${index}/quantity`, 'out_of_range', message, { min: 1, max })]
}

const countPieces = (lines: readonly ExtraLine[], code: string): number =>
  lines.reduce((sum, line) => sum + (line.code === code ? line.quantity : 0), 0)

function newLine(
  { code, name, per, priceCents, taxCodes }: Extra,
  quantity: number,
  taxes: readonly Tax[],
): ExtraLine {
  const inside = taxes.filter((tax) => taxCodes === null || taxCodes.includes(tax.code))
  return {
    ...{ code, name, per, unitPriceCents: priceCents, quantity, totalCents: 0 },
    taxes: inside.map(({ code, name, percentBp }) => ({ code, name, percentBp })),
  }
}

function totalOf(
  { per, unitPriceCents, quantity }: ExtraLine,
  { nights, guests }: ExtraBasis,
): number {
  const factor = { stay: 1, night: nights, guest: guests, guest_night: nights * guests }[per]
  return unitPriceCents * quantity * factor
}
