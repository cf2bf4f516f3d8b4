import type { NameChanges, Names } from '../kernel/content.ts'
import { type Flaw, flaw } from '../kernel/errors.ts'

// The catalogue of extras that a hotel sells with its rooms (contract-groups, *What a PMS needs of a booking*).

/** Extras of a hotel, on sale or not: none is ever deleted, so that its code is never used for another. */
export const EXTRAS_MAX = 50

/** Highest price of one piece, in minor units. */
export const EXTRA_PRICE_CENTS_MAX = 1_000_000_000

/** Most pieces of one extra in one booking. */
export const EXTRA_QUANTITY_MAX = 99

/** What the price of one piece is for: the whole stay, each night, each guest, or each guest and night. */
export const EXTRA_UNITS = ['stay', 'night', 'guest', 'guest_night'] as const
export type ExtraUnit = (typeof EXTRA_UNITS)[number]

/** An extra of a hotel: breakfast, a transfer, parking. */
export type Extra = Names & {
  code: string
  name: string
  per: ExtraUnit
  priceCents: number
  /** Most pieces in one booking. */
  max: number
  /** Taxes inside its price, by code; null: all of the hotel. Codes that the hotel no longer has count for nothing. */
  taxCodes: string[] | null
  /** True if it is on sale; bookings keep an extra that is switched off. */
  active: boolean
}

/** A requested extra. */
export type NewExtra = Omit<Extra, 'translations'> & NameChanges

/** Changeable fields of an extra; an absent one stays. */
export type ExtraChanges = Partial<Omit<NewExtra, 'code'>>

/** Finds a hotel's extra by code; undefined: none. */
export const extraOf = (extras: readonly Extra[], code: string): Extra | undefined =>
  extras.find((extra) => extra.code === code)

/** Returns the flaws in the taxes that an extra names; empty if there are none, or if it names no taxes. */
export function checkExtra({ taxCodes }: ExtraChanges, taxes: readonly { code: string }[]): Flaw[] {
  const known = taxes.map(({ code }) => code)
  return (taxCodes ?? []).flatMap((code, index, all) => {
    const path = `/taxCodes/${index}`
    if (!known.includes(code))
      return [flaw(path, 'unknown_value', `The hotel's taxes are ${known.join(', ') || 'none'}.`)]
    const isRepeated = all.indexOf(code) < index
    return isRepeated ? [flaw(path, 'repeated', 'A tax may appear only once.')] : []
  })
}
