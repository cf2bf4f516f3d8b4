import type { Fault } from '../kernel/errors.ts'

/** A price jump is a price beyond this many times the old one, or below its reciprocal. */
const JUMP_FACTOR = 5

/** True if a price is more than five times another, or less than a fifth of it (contract §2). */
const isJump = (was: number, priceCents: number): boolean =>
  was > 0 && priceCents > 0 && (priceCents > JUMP_FACTOR * was || JUMP_FACTOR * priceCents < was)

/**
 * Returns the warning of a price jump (contract §2, `price_jump`), the sign of a misplaced decimal point or a wrong
 * currency. A price of 0 counts as no price on either side.
 *
 * @param was the replaced price
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
