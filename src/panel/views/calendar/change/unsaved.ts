import { createStore } from '../../../lib/store.ts'
import { type Move, movesOf } from '../model/edit.ts'
import { type AnyUpdate, dayKey, type Step } from '../model/step.ts'

/** What was typed into a cell and the service has not answered, of a change; of whom, as in `Done`. */
type Unsaved = {
  of: string
  step: Step
  update: AnyUpdate
  back: AnyUpdate | undefined
  /** It was warned of: nothing but Enter in its cell sends it. */
  isAsked: boolean
}

/** What was typed here and is not saved, by its cell, oldest first; it stays while other views are shown. */
export const unsaved = createStore<ReadonlyMap<string, Unsaved>>(new Map())

/** Prices that were moved by more than half from here, by owner and cell: they stay as long as what takes them back. */
export const jumps = createStore<ReadonlyMap<string, Move>>(new Map())

/** So many jumps are remembered; the oldest are forgotten. */
const JUMPS_MAX = 20_000

/** Keeps what of a change was not saved, in the place of what was typed there before. */
export function hold(of: string, step: Step, isSaved: (update: AnyUpdate) => boolean): void {
  const next = new Map(unsaved.get())
  for (const [at, update] of step.updates.entries()) {
    const key = typedKey(of, update)
    next.delete(key)
    if (!isSaved(update)) next.set(key, { of, step, update, back: step.undo?.[at], isAsked: false })
  }
  unsaved.set(next)
}

/** Keeps a price that was warned of, in its cell, until it is confirmed or dropped there. */
export function holdAsked(of: string, step: Step): void {
  dropAsked(of, step.updates)
  const next = new Map(unsaved.get())
  for (const update of step.updates) {
    next.delete(typedKey(of, update))
    next.set(askedKey(of, update), { of, step, update, back: undefined, isAsked: true })
  }
  unsaved.set(next)
}

/** Drops what was warned of in cells. */
export function dropAsked(of: string, cells: readonly Parameters<typeof dayKey>[0][]): void {
  const next = new Map(unsaved.get())
  for (const cell of cells) next.delete(askedKey(of, cell))
  if (next.size < unsaved.get().size) unsaved.set(next)
}

/** A price and a count of one day are two things. */
const typedKey = (of: string, update: AnyUpdate) => `${of} ${dayKey(update)} ${Object.keys(update)}`

const askedKey = (of: string, cell: Parameters<typeof dayKey>[0]) => `${of} ${dayKey(cell)} asked`

/** Remembers which of the prices that were changed moved by more than half; the others did not. */
export function markJumps(of: string, step: Step, done: readonly AnyUpdate[]): void {
  const next = new Map(jumps.get())
  const isDone = new Set(done.map(dayKey))
  for (const update of done)
    if (update.priceCents !== undefined) next.delete(`${of} ${dayKey(update)}`)
  for (const move of movesOf(step))
    if (isDone.has(dayKey(move))) next.set(`${of} ${dayKey(move)}`, move)
  jumps.set(new Map([...next].slice(-JUMPS_MAX)))
}

/** The changes again, as far as they were not saved. */
export const stepsOf = (left: readonly Unsaved[]): Step[] =>
  [...Map.groupBy(left, ({ step }) => step)].map(([step, parts]) => ({
    ...step,
    updates: parts.map(({ update }) => update),
    undo: step.undo && parts.flatMap(({ back }) => back ?? []),
  }))
