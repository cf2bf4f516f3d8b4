import { admin } from './row-admin.ts'
import { searchAllotments } from './row-allotments.ts'
import { backup } from './row-backup.ts'
import { booking } from './row-booking.ts'
import { calendar } from './row-calendar.ts'
import { changedPull } from './row-changed-pull.ts'
import { measureGuardedPushes, range } from './row-counts.ts'
import { deliveries } from './row-deliveries.ts'
import { fair } from './row-fair.ts'
import { firstAnswer } from './row-first-answer.ts'
import { group } from './row-group.ts'
import { hot } from './row-hot.ts'
import { memory } from './row-memory.ts'
import { mix } from './row-mix.ts'
import { page } from './row-page.ts'
import { panel } from './row-panel.ts'
import { postgres } from './row-postgres.ts'
import { push } from './row-push.ts'
import { pushedSearch } from './row-pushed-search.ts'
import { ratesPull, ratesPush } from './row-rates.ts'
import { reservations } from './row-reservations.ts'
import { retention } from './row-retention.ts'
import { rush } from './row-rush.ts'
import { search } from './row-search.ts'
import { quoteRates, searchRates } from './row-search-rates.ts'
import { searchWarm } from './row-search-warm.ts'
import { storm } from './row-storm.ts'
import { unchangedPull } from './row-unchanged-pull.ts'
import type { Line } from './stats.ts'

/** How much is measured. */
export type Plan = {
  /** Rounds of each contender. */
  rounds: number
  /** A quick look: less of everything, so more noise. */
  isQuick: boolean
  /** Requests a second of the mix, if others than usual. */
  rates?: readonly number[] | undefined
  /** Tells what is worth knowing beside the table. */
  note: (text: string) => void
}

type Row = (plan: Plan) => Promise<Line[]>

/** Rows that measure the peer as well. */
export const PEER_ROWS: Record<string, Row> = {
  unchanged: unchangedPull,
  changed: changedPull,
  push,
  booking,
  search,
  page,
  reservations,
}

/** Every row. */
export const ROWS: Record<string, Row> = {
  ...PEER_ROWS,
  group,
  measureGuardedPushes,
  range,
  'rates-push': ratesPush,
  'rates-pull': ratesPull,
  storm,
  rush,
  fair,
  mix,
  'pushed-search': pushedSearch,
  'search-rates': searchRates,
  'search-warm': searchWarm,
  'search-allotments': searchAllotments,
  'quote-rates': quoteRates,
  admin,
  panel,
  backup,
  retention,
  start: firstAnswer,
  memory,
  deliveries,
  postgres,
  hot,
  calendar,
}
