import type { Day, Rate, RateDay, RateDays } from '../../lib/types.ts'
import { boundsOf, type Row, type Selection, weekdayOf } from './days.ts'
import type { RateEdit, RateUpdate, Step } from './edit.ts'

/** The days of one rate by room type and date. */
export const placesOf = ({ rooms }: RateDays): Map<string, RateDay> =>
  new Map(
    rooms.flatMap(({ roomCode, rates }) =>
      rates.flatMap(({ days }) => days.map((day) => [`${roomCode} ${day.date}`, day] as const)),
    ),
  )

/** The room types and days selected that are meant and that the rate is sold with. */
export function meantDays(
  rows: readonly Row[],
  selection: Selection,
  weekdays: ReadonlySet<number>,
  { roomCodes }: Pick<Rate, 'roomCodes'>,
): { roomCode: string; day: Day }[] {
  const { top, bottom, left, right } = boundsOf(selection)
  return rows
    .slice(top, bottom + 1)
    .filter(({ room }) => roomCodes.includes(room.roomCode))
    .flatMap(({ room: { roomCode }, days }) =>
      days
        .slice(left, right + 1)
        .filter(({ date }) => weekdays.has(weekdayOf(date)))
        .map((day) => ({ roomCode, day })),
    )
}

/**
 * The updates that an edit of a rate comes to, and what takes them back: the values before, as the rate was sold. Where
 * these do not tell what was the rate's own (a derived one inherits restrictions, and is closed with its room type) there
 * is no way back.
 */
export function rateStepOf(
  meant: readonly { roomCode: string; day: Day }[],
  { rateCode, pricing }: Pick<Rate, 'rateCode' | 'pricing'>,
  edit: RateEdit,
  before: ReadonlyMap<string, RateDay>,
): Step<RateUpdate> {
  const places = meant.map(({ roomCode, day }) => ({ roomCode, date: day.date, rateCode }))
  const backs = meant.map(({ roomCode, day }) => {
    const known = before.get(`${roomCode} ${day.date}`)
    return known && takeBack(edit, known, { isDerived: pricing?.type === 'derived', day })
  })
  const isKnown = backs.every((back) => back !== undefined)
  return {
    updates: places.map((place) => ({ ...place, ...edit })),
    ...(isKnown && { undo: places.map((place, at) => ({ ...place, ...backs[at] })) }),
  }
}

function takeBack(
  edit: RateEdit,
  before: RateDay,
  { isDerived, day }: { isDerived: boolean; day: Day },
): RateEdit | undefined {
  const { priceCents, closed, ...restrictions } = edit
  if (isDerived && Object.keys(restrictions).length > 0) return undefined
  // The room type's own flag, or that there is no price, closes it, too.
  const isOwnFlag = !before.closed || (!day.closed && before.priceCents > 0)
  if (closed !== undefined && !isOwnFlag) return undefined
  const names = Object.keys(restrictions) as (keyof typeof restrictions)[]
  return {
    ...Object.fromEntries(names.map((name) => [name, before[name]])),
    ...(priceCents !== undefined && { priceCents: before.priceCents || null }),
    ...(closed !== undefined && { closed: before.closed }),
  }
}
