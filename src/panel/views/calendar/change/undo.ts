import { session } from '../../../lib/session.ts'
import { createStore } from '../../../lib/store.ts'
import type { Update } from '../model/step.ts'

/** A change that was made: what takes it back, the place of the feed that its days were shown at, and its pushes. */
export type Done = {
  /** Whose: the account and the hotel. */
  of: string
  updates: Update[]
  cursor: string
  pushIds: string[]
  /** Takes away what offers to undo it. */
  dismiss: () => void
}

/** So many changes can be taken back one after another, of so many days together. */
const CHANGES_MAX = 50
const DAYS_MAX = 100_000

/** Changes made from this page that can be taken back, oldest first; they stay while other views are shown. */
export const madeHere = createStore<readonly Done[]>([])

/** Pushes that came to nothing, for they were taken back as a whole, and those that did it. */
export const nothing = new Set<string>()

/** Whose changes are taken back here: nobody takes back what another did before in this browser. */
export function ownerOf(hotel: string): string {
  const now = session.get()
  return now.status === 'in' || now.status === 'expired' ? `${now.user.id} ${hotel}` : hotel
}

/** Keeps a change to be taken back before those made earlier; the oldest are forgotten. */
export function keep(done: Done): void {
  const all = [...madeHere.get(), done].slice(-CHANGES_MAX)
  let days = 0
  const first = all.findLastIndex(({ updates }) => {
    days += updates.length
    return days > DAYS_MAX
  })
  // The newest can be taken back however large it is.
  madeHere.set(all.slice(Math.min(first + 1, all.length - 1)))
}

/** Forgets one change, or all of somebody. */
export const forget = (which: Done | string): void =>
  madeHere.set(madeHere.get().filter((each) => each !== which && each.of !== which))
