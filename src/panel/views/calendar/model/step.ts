import type { RateDay } from '../../../../client/call.ts'
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

/** What a stay is held to; null: what the standard rate holds it to, of a derived rate alone. */
export type Restrictions = {
  minStay?: number | null
  minStayThrough?: number | null
  maxStay?: number | null
  closedToArrival?: boolean | null
  closedToDeparture?: boolean | null
}

/** What is done to the days selected; what is absent stays. */
export type Edit = {
  rooms?: RoomsChange | undefined
  price?: PriceChange | undefined
  closed?: boolean | undefined
  restrictions?: Restrictions | undefined
}

/** Element of a push in the panel (`PUT /v1/panel/availability`). */
export type Update = {
  roomCode: string
  date: string
  available?: number
  availableBy?: number
  priceCents?: number
  expectedPriceCents?: number
  closed?: boolean
}

/** What is set of a day of a rate (an element of `PATCH /v1/panel/availability`); null is none, or no own one. */
export type RateEdit = {
  priceCents?: number | null
  expectedPriceCents?: number
  closed?: boolean
} & Restrictions
export type RateUpdate = { roomCode: string; date: string; rateCode: string } & RateEdit
export type AnyUpdate = Update | RateUpdate

/** What to send, and what takes it back; without that it cannot be taken back. */
export type Step = {
  updates: AnyUpdate[]
  undo?: AnyUpdate[] | undefined
  /** The place of the feed that its counts were made at, if any are set. */
  seenThrough?: string | undefined
}

/** A cell that is meant, and what is done to it. */
export type Target = Place & { edit: Edit }

/** Days of rates as they are sold now, by room type, date and rate (`dayKey`). */
export type Terms = ReadonlyMap<string, RateDay>

/** A day of a room type, or one of a rate, as one word. */
export function dayKey(day: { roomCode: string; date: string; rateCode?: string }): string {
  const key = `${day.roomCode} ${day.date}`
  return day.rateCode === undefined ? key : `${key} ${day.rateCode}`
}

/** A cell of a row as one word, as `dayKey` of its update: the standard rate has the prices of its room type. */
export const cellKey = ({ room: { roomCode }, rate }: Row, date: string): string =>
  dayKey({ roomCode, date, ...(rate?.pricing && { rateCode: rate.rateCode }) })
