import type { Body, RateDay } from '../../../../client/call.ts'
import type { RESTRICTIONS } from '../../../../domain/rates/rate.ts'
import type { Place, Row } from './days.ts'

/** How a number is changed. */
export type RoomsChange = { how: 'set' | 'add' | 'take'; value: number }
export type PriceChange = {
  how: 'set' | 'raise' | 'lower' | 'raisePercent' | 'lowerPercent'
  /** Minor units, or basis points of the price there is. */
  value: number
  /** What comes out is a multiple of it, in minor units; left out: it is exact. */
  roundCents?: number
}

/** What a stay is held to; null: as the standard rate, of a derived rate alone. */
export type Restrictions = Pick<Update, (typeof RESTRICTIONS)[number]>

/** What is done to the days selected; what is absent stays. */
export type Edit = {
  rooms?: RoomsChange | undefined
  price?: PriceChange | undefined
  closed?: boolean | undefined
  restrictions?: Restrictions | undefined
}

/** Element of a push: of a room type's day, or with a `rateCode` of a rate's day. */
export type Update = Omit<PatchElement, 'dateFrom' | 'dateTo' | 'weekdays' | 'allotment'> & {
  date: string
}
type PatchElement = Body<'patchPanelAvailability'>['updates'][number]

/** Fields of an update; a price of null is none, a restriction of null the standard rate's. */
export type DayFields = Omit<Update, 'roomCode' | 'date' | 'rateCode'>

/** What to send, and what takes it back; without that it cannot be taken back. */
export type Step = {
  updates: Update[]
  undo?: Update[] | undefined
  /** The place of the feed that its counts were made at, if any are set. */
  seenThrough?: string | undefined
}

/** A cell that is meant, and what is done to it. */
export type Target = Place & { edit: Edit }

/** Days of rates as they are sold now, by room type, date and rate (`dayKey`). */
export type Terms = ReadonlyMap<string, RateDay>

/** Names a day of a room type, or of a rate. */
export type DayName = Pick<Update, 'roomCode' | 'date' | 'rateCode'>

/** The name of a day as one word. */
export function dayKey({ roomCode, date, rateCode }: DayName): string {
  const key = `${roomCode} ${date}`
  return rateCode === undefined ? key : `${key} ${rateCode}`
}

/** A cell of a row as one word, as `dayKey` of its update: the standard rate has the prices of its room type. */
export const cellKey = ({ room: { roomCode }, rate }: Row, date: string): string =>
  dayKey({ roomCode, date, rateCode: rate?.pricing ? rate.rateCode : undefined })
