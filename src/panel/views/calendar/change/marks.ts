import type { Move } from '../model/edit.ts'
import { dayKey, type Update } from '../model/step.ts'
import type { Refusal } from './send.ts'

/** Something to be seen of a cell: its value was not saved, waits for an Enter, or moved by more than half. */
export type Mark = { look: 'refused' | 'asked' | 'jumped'; before?: number; after?: number }

/** What is to be seen of cells, by `dayKey`. */
export type Marks = ReadonlyMap<string, Mark>

type Marked = {
  owner: string
  refused: readonly (Refusal | Update)[]
  asked: readonly Update[]
  moved: ReadonlyMap<string, Move>
}

/** The marks of an owner's cells; of several the more urgent one. */
export function marksOf({ owner, refused, asked, moved }: Marked): Marks {
  const marks = new Map<string, Mark>()
  for (const [key, { before, after, ...cell }] of moved)
    if (key.startsWith(`${owner} `)) marks.set(dayKey(cell), { look: 'jumped', before, after })
  for (const cell of refused) marks.set(dayKey(cell), { look: 'refused' })
  for (const cell of asked) marks.set(dayKey(cell), { look: 'asked', after: cell.priceCents ?? 0 })
  return marks
}
