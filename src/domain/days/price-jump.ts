import type { Fault } from '../kernel/errors.ts'

/** A price may be so many times the one that it replaces, or that so many times it, without a word. */
const JUMP_FACTOR = 5

/** Tells if a price is more than five times another, or less than a fifth of it (contract §2). */
const isJump = (was: number, priceCents: number): boolean =>
  was > 0 && priceCents > 0 && (priceCents > JUMP_FACTOR * was || JUMP_FACTOR * priceCents < was)

/**
 * What the sender of a price should know (contract §2, `price_jump`): a slip of the decimal point, or another currency,
 * shows as one. A price of 0 is no price on either side.
 *
 * @param was the price that it replaces
 */
export function jumpFault(was: number | null, priceCents: number | null = null): Fault | undefined {
  if (was === null || priceCents === null || !isJump(was, priceCents)) return undefined
  const far = priceCents > was ? 'more than five times' : 'less than a fifth of'
  return {
    code: 'price_jump',
    message: `The price ${priceCents} is ${far} the one that it replaces, ${was}.`,
    values: { before: was, after: priceCents },
  }
}
