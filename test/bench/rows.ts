import { booking } from './row-booking.ts'
import { calendar } from './row-calendar.ts'
import { changedPull } from './row-changed-pull.ts'
import { deliveries } from './row-deliveries.ts'
import { firstAnswer } from './row-first-answer.ts'
import { memory } from './row-memory.ts'
import { page } from './row-page.ts'
import { push } from './row-push.ts'
import { reservations } from './row-reservations.ts'
import { search } from './row-search.ts'
import { storm } from './row-storm.ts'
import { unchangedPull } from './row-unchanged-pull.ts'
import type { Line } from './stats.ts'

/** How much is measured. */
export type Plan = {
  /** Rounds of each contender. */
  rounds: number
  /** A quick look: less of everything, so more noise. */
  isQuick: boolean
  /** Tells what is worth knowing beside the table. */
  note: (text: string) => void
}

export const ROWS: Record<string, (plan: Plan) => Promise<Line[]>> = {
  unchanged: unchangedPull,
  changed: changedPull,
  push,
  storm,
  start: firstAnswer,
  memory,
  deliveries,
  booking,
  search,
  page,
  reservations,
  calendar,
}
