import { createStore } from '../../../lib/store.ts'
import { type Move, movesOf } from '../model/edit.ts'
import { dayKey, type Step, type Update } from '../model/step.ts'

/** What was typed into a cell and the service has not answered, of a change; of whom, as in `Done`. */
type Unsaved = {
  of: string
  step: Step
  update: Update
  back: Update | undefined
  /** It was warned of: nothing but Enter in its cell sends it. */
  isAsked: boolean
}

/** What was typed here and is not saved, by its cell, oldest first; it stays while other views are shown. */
export const unsaved = createStore<ReadonlyMap<string, Unsaved>>(new Map())

/** Prices that were moved by more than half from here, by owner and cell: they stay as long as what takes them back. */
export const jumps = createStore<ReadonlyMap<string, Move>>(new Map())

/** So many jumps are remembered; the oldest are forgotten. */
const JUMPS_MAX = 20_000

/** Keeps what of a change was not saved, in the place of what was typed there before. @param isAsked it was warned of */
export function hold(
  of: string,
  step: Step,
  isSaved: (update: Update) => boolean,
  isAsked = false,
): void {
  const next = new Map(unsaved.get())
  for (const [at, update] of step.updates.entries()) {
    // A price and a count of one day are two things.
    const key = `${of} ${dayKey(update)} ${update.priceCents === undefined}`
    next.delete(key)
    if (!isSaved(update)) next.set(key, { of, step, update, back: step.undo?.[at], isAsked })
  }
  unsaved.set(next)
}

/** Remembers which of the prices that were changed moved by more than half; the others did not. */
export function markJumps(of: string, updates: Update[]): void {
  const next = new Map(jumps.get())
  for (const update of updates)
    if (update.priceCents !== undefined) next.delete(`${of} ${dayKey(update)}`)
  for (const move of movesOf({ updates })) next.set(`${of} ${dayKey(move)}`, move)
  jumps.set(new Map([...next].slice(-JUMPS_MAX)))
}

/** The changes again, as far as they were not saved. */
export const stepsOf = (left: readonly Unsaved[]): Step[] =>
  [...Map.groupBy(left, ({ step }) => step)].map(([step, parts]) => ({
    ...step,
    updates: parts.map(({ update }) => update),
    undo: step.undo && parts.flatMap(({ back }) => back ?? []),
  }))
