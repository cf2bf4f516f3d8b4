import type { Day, Rate, RateDay } from '../../../../client/call.ts'
import type { DayFields, Restrictions } from './step.ts'

type Ground = { rate: Pick<Rate, 'rateCode' | 'pricing'>; day: Day }

/**
 * What takes an edit of a day of a rate back: the values before, as the rate was sold. Where these do not tell what was
 * the rate's own (a derived one inherits restrictions, and is closed with its room type) there is no way back.
 *
 * @param before undefined where it was not read
 */
export function backOfRate(
  edit: DayFields,
  before: RateDay | undefined,
  { rate: { pricing }, day }: Ground,
): DayFields | undefined {
  if (!before) return undefined
  const { priceCents, expectedPriceCents: _, closed, ...restrictions } = edit
  const names = Object.keys(restrictions) as (keyof Restrictions)[]
  if (pricing?.type === 'derived' && names.length > 0) return undefined
  // The room type's own flag, or that there is no price, closes it, too.
  const isOwnFlag = !before.closed || (!day.closed && before.priceCents > 0)
  if (closed !== undefined && !isOwnFlag) return undefined
  return {
    ...Object.fromEntries(names.map((name) => [name, before[name]])),
    // Typed a moment ago, the price that is shown is not read yet.
    ...(priceCents !== undefined && { priceCents: day.priceCents || null }),
    ...(closed !== undefined && { closed: before.closed }),
  }
}
