import { BOOKINGS } from './bookings.ts'
import { DAY_HISTORY } from './day-history.ts'
import { GROUPS } from './groups.ts'
import type { Invariant } from './invariant.ts'
import { OUTBOX } from './outbox.ts'
import { PACKED } from './packed.ts'
import { SOLD } from './sold.ts'
import { SUMS } from './sums.ts'

/** All invariants of the stored data, in the order in which they are checked. */
export const INVARIANTS: readonly Invariant[] = [
  ...[SOLD, BOOKINGS, DAY_HISTORY, OUTBOX, GROUPS, PACKED, SUMS],
]
