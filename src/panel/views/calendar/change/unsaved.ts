import { createStore } from '../../../lib/store.ts'
import { type AnyUpdate, dayKey, type Step } from '../model/step.ts'

/** What was typed into a cell and the service has not answered, of a change; of whom, as in `Done`. */
type Unsaved = { of: string; step: Step; update: AnyUpdate; back: AnyUpdate | undefined }

/** What was typed here and is not saved, by its cell, oldest first; it stays while other views are shown. */
export const unsaved = createStore<ReadonlyMap<string, Unsaved>>(new Map())

/** Keeps what of a change was not saved, in the place of what was typed there before. */
export function hold(of: string, step: Step, isSaved: (update: AnyUpdate) => boolean): void {
  const next = new Map(unsaved.get())
  for (const [at, update] of step.updates.entries()) {
    // A price and a count of one day are two things.
    const key = `${of} ${dayKey(update)} ${Object.keys(update)}`
    next.delete(key)
    if (!isSaved(update)) next.set(key, { of, step, update, back: step.undo?.[at] })
  }
  unsaved.set(next)
}

/** The changes again, as far as they were not saved. */
export const stepsOf = (left: readonly Unsaved[]): Step[] =>
  [...Map.groupBy(left, ({ step }) => step)].map(([step, parts]) => ({
    ...step,
    updates: parts.map(({ update }) => update),
    undo: step.undo && parts.flatMap(({ back }) => back ?? []),
  }))
