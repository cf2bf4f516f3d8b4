import { addDays, type CalendarDate, daysBetween } from '../../../../domain/kernel/date.ts'

/** The days of a stay as they are typed: its first day and the day of departure. */
export type Days = { from: string; to: string }

/** The fields of a stay as they are typed: its days and the party of one room. `boardCode` is empty for any board. */
export type Ask = Days & {
  adults: string
  children: string
  childAges: string
  boardCode: string
}

/** A stay of one room, as the service reads it. */
export type StayAsk = {
  checkin: string
  checkout: string
  adults: number
  children: number
  childAges?: number[]
}

/** One night from today on, for two adults. */
export const newAsk = (today: CalendarDate): Ask => ({
  ...{ from: today, to: addDays(today, 1) },
  ...{ adults: '2', children: '0', childAges: '', boardCode: '' },
})

/** The numbers of what was typed; any other text counts as 0, which the service refuses at its field. */
export function readAsk({ from, to, adults, children, childAges }: Ask): StayAsk {
  const count = Number(children) || 0
  const ages = childAges.split(/[\s,;]+/).filter(Boolean)
  return {
    ...{ checkin: from, checkout: to, adults: Number(adults) || 0, children: count },
    ...(ages.length > 0 && count > 0 && { childAges: ages.map(Number) }),
  }
}

/** The number of nights between two days. */
export const nightsOf = ({ checkin, checkout }: Pick<StayAsk, 'checkin' | 'checkout'>): number =>
  daysBetween(checkin as CalendarDate, checkout as CalendarDate)

/** The stay with another first day and as many nights as before. */
export function withArrival<Of extends Days>(ask: Of, from: string): Of {
  const nights = Math.max(1, daysBetween(ask.from as CalendarDate, ask.to as CalendarDate))
  return { ...ask, from, to: addDays(from as CalendarDate, nights) }
}

/** The stay with another number of nights. */
export const withNights = <Of extends Days>(ask: Of, nights: number): Of => ({
  ...ask,
  to: addDays(ask.from as CalendarDate, nights),
})
