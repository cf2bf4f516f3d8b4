import type { Body } from '../../../../client/call.ts'
import type { Row } from './days.ts'

/** Element of a push: of a room type's day, or with a `rateCode` of a rate's day. */
export type Update = Omit<PatchElement, 'dateFrom' | 'dateTo' | 'weekdays' | 'allotment'> & {
  date: string
}
type PatchElement = Body<'patchPanelAvailability'>['updates'][number]

/** Names a day of a room type, or of a rate. */
export type DayName = Pick<Update, 'roomCode' | 'date' | 'rateCode'>

/** The fields that an update sets; a price of null is none, a restriction of null is the standard rate's. */
export type DayFields = Omit<Update, keyof DayName>

/** A change to send, and the updates that undo it; one without them cannot be undone. */
export type Step = {
  updates: Update[]
  undo?: Update[] | undefined
  /** The place of the feed at which its counts were seen; only where counts are set. */
  seenThrough?: string | undefined
}

/** The name of a day as one word. */
export function dayKey({ roomCode, date, rateCode }: DayName): string {
  const key = `${roomCode} ${date}`
  return rateCode === undefined ? key : `${key} ${rateCode}`
}

/** The `dayKey` of a cell's updates: the standard rate has the prices of its room type. */
export const cellKey = ({ room: { roomCode }, rate }: Row, date: string): string =>
  dayKey({ roomCode, date, rateCode: rate?.pricing ? rate.rateCode : undefined })

/** True if a price becomes 0: a discount never means that, and no room is sold for nothing. */
export const isForNothing = ({ updates }: Step): boolean =>
  updates.some(({ priceCents, expectedPriceCents: was }) => priceCents === 0 && was)

/** A price of a day before and after. */
export type Move = DayName & { before: number; after: number }

/** The number of prices that move by more than half, and the widest move. */
export type BigMoves = { count: number; widest: Move }

/** The prices that a step moves by more than half; undefined if there are none. */
export function bigMovesOf(step: Step): BigMoves | undefined {
  const moves = movesOf(step)
  const shareOf = ({ before, after }: Move) => Math.abs(after - before) / before
  const [widest] = moves.toSorted((a, b) => shareOf(b) - shareOf(a))
  return widest && { count: moves.length, widest }
}

/** The prices that a step moves by more than half. */
export const movesOf = ({ updates }: Pick<Step, 'updates'>): Move[] =>
  updates.flatMap(({ priceCents, expectedPriceCents: before = 0, ...cell }) => {
    const after = priceCents ?? before
    return isBigMove(before, after) ? [{ ...cell, before, after }] : []
  })

/** True if a price moves by more than half: a digit too few or too many is a common slip. */
export const isBigMove = (before: number, after: number): boolean =>
  before > 0 && Math.abs(after - before) * 2 > before
