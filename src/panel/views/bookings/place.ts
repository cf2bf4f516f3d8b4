import { href } from '../../lib/router.ts'
import { createStore } from '../../lib/store.ts'
import type { Filter } from './filters.tsx'

/** The narrowest page, in CSS pixels, that has room for a booking beside its list. */
const WIDE = '(width >= 1200px)'

/** True while a booking opens beside its list; else it opens as a page. */
export const isWide = createStore(matchMedia(WIDE).matches)
matchMedia(WIDE).addEventListener('change', ({ matches }) => isWide.set(matches))

/** The codes of the list that was shown last, in its order, and the hotel. */
export const shownList = createStore<{ hotel: string; codes: readonly string[] }>({
  hotel: '',
  codes: [],
})

/** The place at which a booking is shown: beside its list or as a page, the one stay or its whole reservation. */
export type Place = { isBeside: boolean; filter: Filter; isWhole: boolean }

/** The address of a booking at a place. */
export function placeOf(code: string, { isBeside, filter, isWhole }: Place): string {
  const whole = isWhole || undefined
  return isBeside
    ? href({ query: { ...filter, beside: code, whole } })
    : href({ rest: [code], query: { ...filter, whole } })
}
