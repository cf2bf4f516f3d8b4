import type { Day } from '../kernel/availability.ts'
import {
  ADVANCE_DAYS_MAX,
  type DayParts,
  derivedPrice,
  NO_RESTRICTION,
  type Rate,
  type RateDay,
  type Restrictions,
} from './rate.ts'

/** A day as a rate sells it: price (null: none), closed flag, and restrictions. */
export type EffectiveDay = {
  available: number
  priceCents: number | null
  closed: boolean
} & Restrictions

/** Returns a day as a rate sells it (contract-rates): a derived rate's unset restrictions are those of `STD`. */
export function effectiveDay(
  rate: Pick<Rate, 'pricing'>,
  { day, std, own }: DayParts,
): EffectiveDay {
  const isStd = rate.pricing === null
  const set = isStd ? std : own
  const inherited = rate.pricing?.type === 'derived' ? std : undefined
  const available = day?.available ?? 0
  const priceCents = priceOn(rate, day, own)
  const closed = !day || day.closed || (!isStd && own?.closed === true)
  // Most days have no restriction: this shortcut saves a fifth on a hotel's page.
  if (!set && !inherited) return freeDay(available, priceCents, closed)
  const value = <Name extends keyof Restrictions>(name: Name): Restrictions[Name] =>
    (set?.[name] ?? inherited?.[name] ?? NO_RESTRICTION[name]) as Restrictions[Name]
  return {
    available,
    priceCents,
    closed,
    minStay: value('minStay'),
    minStayThrough: value('minStayThrough'),
    maxStay: value('maxStay'),
    minAdvanceDays: value('minAdvanceDays'),
    maxAdvanceDays: value('maxAdvanceDays'),
    closedToArrival: value('closedToArrival'),
    closedToDeparture: value('closedToDeparture'),
  }
}

/** Returns a day without restrictions; written out, because spreading `NO_RESTRICTION` takes four times as long. */
const freeDay = (available: number, priceCents: number | null, closed: boolean): EffectiveDay => ({
  available,
  priceCents,
  closed,
  minStay: 1,
  minStayThrough: 1,
  maxStay: 0,
  minAdvanceDays: 0,
  maxAdvanceDays: ADVANCE_DAYS_MAX,
  closedToArrival: false,
  closedToDeparture: false,
})

/** Returns a rate's price on a day, for its standard party; null: none. */
function priceOn(
  { pricing }: Pick<Rate, 'pricing'>,
  day: Day | undefined,
  own: RateDay | undefined,
): number | null {
  if (pricing?.type === 'own') return own?.priceCents || null
  const std = day?.priceCents || null
  return pricing === null || std === null ? std : derivedPrice(std, pricing)
}
