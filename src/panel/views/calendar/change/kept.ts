import { session } from '../../../lib/session.ts'
import { createStore } from '../../../lib/store.ts'
import { type DayName, dayKey, type Move, movesOf, type Step, type Update } from '../model/step.ts'

/** The owner of what is kept here, an account and a hotel: another person in this browser sees none of it. */
export function ownerOf(hotel: string): string {
  const now = session.get()
  return now.status === 'in' || now.status === 'expired' ? `${now.user.id} ${hotel}` : hotel
}

/** A change that was made: its undo, the place of the feed at which its days were shown, and its pushes. */
export type Done = {
  /** The owner. */
  of: string
  updates: Update[]
  cursor: string
  pushIds: string[]
  /** Removes the offer to undo it. */
  dismiss: () => void
}

/** Limits of the undo: so many changes, of so many days together. */
const CHANGES_MAX = 50
const DAYS_MAX = 100_000

/** Changes made from this page that can be undone, oldest first; they stay while other views are shown. */
export const madeHere = createStore<readonly Done[]>([])

/** Pushes without effect: those that were undone as a whole, and those that undid them. */
export const voidPushes = new Set<string>()

/** Keeps a change to be undone before the earlier ones; the oldest are forgotten. */
export function keep(done: Done): void {
  const all = [...madeHere.get(), done].slice(-CHANGES_MAX)
  let days = 0
  const first = all.findLastIndex(({ updates }) => {
    days += updates.length
    return days > DAYS_MAX
  })
  // The newest can be undone however large it is.
  madeHere.set(all.slice(Math.min(first + 1, all.length - 1)))
}

/** Forgets one change, or all of an owner. */
export const forget = (which: Done | string): void =>
  madeHere.set(madeHere.get().filter((each) => each !== which && each.of !== which))

/** An update that was typed into a cell and not saved. */
type Unsaved = {
  /** The owner. */
  of: string
  step: Step
  update: Update
  back: Update | undefined
  /** True if it was warned of: only Enter in its cell sends it. */
  isAsked: boolean
}

/** Updates that were typed here and not saved, by cell, oldest first; they stay while other views are shown. */
export const unsaved = createStore<ReadonlyMap<string, Unsaved>>(new Map())

/** Keeps the unsaved updates of a step, in the place of earlier ones of their cells. @param isAsked it was warned of */
export function hold(
  of: string,
  step: Step,
  isSaved: (update: Update) => boolean,
  isAsked = false,
): void {
  const next = new Map(unsaved.get())
  for (const [at, update] of step.updates.entries()) {
    // A day keeps a price and a count apart.
    const key = `${of} ${dayKey(update)} ${update.priceCents === undefined}`
    next.delete(key)
    if (!isSaved(update)) next.set(key, { of, step, update, back: step.undo?.[at], isAsked })
  }
  unsaved.set(next)
}

/** The steps of unsaved updates, without their saved parts. */
export const stepsOf = (left: readonly Unsaved[]): Step[] =>
  [...Map.groupBy(left, ({ step }) => step)].map(([step, parts]) => ({
    ...step,
    updates: parts.map(({ update }) => update),
    undo: step.undo && parts.flatMap(({ back }) => back ?? []),
  }))

/** Prices that were moved by more than half from here, by owner and cell; they stay while other views are shown. */
export const jumps = createStore<ReadonlyMap<string, Move>>(new Map())

/** The limit of remembered jumps; the oldest are forgotten. */
const JUMPS_MAX = 20_000

/** Remembers the prices of a change that moved by more than half, and forgets the others of its cells. */
export function markJumps(of: string, updates: Update[]): void {
  const next = new Map(jumps.get())
  for (const update of updates)
    if (update.priceCents !== undefined) next.delete(`${of} ${dayKey(update)}`)
  for (const move of movesOf({ updates })) next.set(`${of} ${dayKey(move)}`, move)
  jumps.set(new Map([...next].slice(-JUMPS_MAX)))
}

/** A mark of a cell: its value was not saved, waits for an Enter, or moved by more than half. */
export type Mark = { look: 'refused' | 'asked' | 'jumped'; before?: number; after?: number }

/** Marks of cells, by `dayKey`. */
export type Marks = ReadonlyMap<string, Mark>

type MarkedCells = {
  owner: string
  refused: readonly DayName[]
  asked: readonly Update[]
  moved: ReadonlyMap<string, Move>
}

/** The marks of an owner's cells; of several the more urgent one. */
export function marksOf({ owner, refused, asked, moved }: MarkedCells): Marks {
  const marks = new Map<string, Mark>()
  for (const [key, { before, after, ...cell }] of moved)
    if (key.startsWith(`${owner} `)) marks.set(dayKey(cell), { look: 'jumped', before, after })
  for (const cell of refused) marks.set(dayKey(cell), { look: 'refused' })
  for (const cell of asked) marks.set(dayKey(cell), { look: 'asked', after: cell.priceCents ?? 0 })
  return marks
}
