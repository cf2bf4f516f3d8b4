import type { Params } from '../../../client/call.ts'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import { t } from '../../lib/i18n.ts'
import type { Days, StayAsk } from '../bookings/new/ask.ts'
import { listText, partyText } from '../bookings/parts/model.ts'

/** The party of one room as it is typed. */
export type PartyDraft = { adults: string; ages: string }

/** An agency's search as it is typed; `boardCode` is empty for any board. */
export type SellAsk = Days & {
  /** Words of a city or hotel. */
  where: string
  parties: PartyDraft[]
  boardCode: string
  /** True for rates that are cancelled without a fee today. */
  isFree: boolean
  /** True for hotels of four and five stars. */
  isStarred: boolean
  /** True for hotels at which rooms of the own allotment are left. */
  isOwn: boolean
  sort: (typeof SELL_SORTS)[number]
}

/** The orders of the results. */
export const SELL_SORTS = ['allotment', 'price', '-price', 'stars', 'rating'] as const

/** A stay of one room, as the service reads it. */
export type Party = Pick<StayAsk, 'adults' | 'children' | 'childAges'>

/** Days until the check-in that is proposed. */
const AHEAD_DAYS = 14

/** Two nights for two adults, in two weeks. */
export const newSellAsk = (today: CalendarDate): SellAsk => ({
  ...{ from: addDays(today, AHEAD_DAYS), to: addDays(today, AHEAD_DAYS + 2) },
  ...{
    where: '',
    parties: [TWO_ADULTS],
    boardCode: '',
    isFree: false,
    isStarred: false,
    isOwn: false,
    sort: 'allotment',
  },
})

export const TWO_ADULTS: PartyDraft = { adults: '2', ages: '' }

/** The query of a search; a text that is no number is 0, which the service refuses at its field. */
export const queryOf = (ask: SellAsk): Params<'searchAgencyHotels'> => ({
  ...{ ...stayQueryOf(ask), ...placeQueryOf(ask), limit: 20 },
  ...(ask.isOwn && { ownAllotment: true }),
  // The kept search may be from before there were orders.
  sort: ask.sort ?? 'allotment',
})

/** The query of the hotels that cannot take the parties. */
export const refusalQueryOf = (ask: SellAsk): Params<'listAgencyRefusals'> => {
  const { freeCancellation: _, ...stay } = stayQueryOf(ask)
  return { ...stay, ...placeQueryOf(ask) }
}

const placeQueryOf = ({ where, isStarred }: SellAsk) => ({
  ...(where.trim() && { q: where }),
  ...(isStarred && { stars: ['4' as const, '5' as const] }),
})

/** The same for one hotel. */
export const stayQueryOf = (ask: SellAsk) => ({
  ...{ checkin: ask.from, checkout: ask.to, party: ask.parties.map(partyWord) },
  ...(ask.boardCode && { board: ask.boardCode }),
  ...(ask.isFree && { freeCancellation: true }),
})

/** A party as a parameter: adults, then the age of each child. */
export const partyWord = ({ adults, ages }: PartyDraft): string =>
  [Number(adults) || 0, ...agesIn(ages)].join()

/** A party of the service's answer, as a stay has it. */
export const partyOf = ({ adults, childAges }: { adults: number; childAges: number[] }): Party => ({
  ...{ adults, children: childAges.length },
  ...(childAges.length > 0 && { childAges }),
})

/** All parties together in words: `3 adults, 1 child, 2 rooms`. */
export function partiesText(parties: readonly PartyDraft[]): string {
  const sum = (of: (party: PartyDraft) => number) =>
    parties.reduce((count, party) => count + of(party), 0)
  const adults = sum((party) => Number(party.adults) || 0)
  const children = sum(({ ages }) => agesIn(ages).length)
  return listText([partyText({ adults, children }), t('bookings.rooms', { count: parties.length })])
}

const agesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
