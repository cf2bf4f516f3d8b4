import type { Booking, Caller } from '../../domain/bookings/booking.ts'
import {
  type GroupSize,
  groupSizeFlaws,
  isLarger,
  isOpen,
  type SizedStay,
  sizeOf,
} from '../../domain/bookings/group.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { Flaw } from '../../domain/kernel/errors.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { webGroupFlaws } from '../strangers/place-web.ts'

// The bounds of a reservation as a whole, when its stays change (contract-groups, contract-access).

/** The stays of a reservation that stand, before and after a change. */
export type GroupResize = { before: readonly SizedStay[]; after: readonly SizedStay[] }

/** Returns the flaws in the size that a reservation comes to have; the size that it already had is allowed. */
export function resizeFlaws(
  { before, after }: GroupResize,
  {
    booking: { sourceType },
    hotel,
    caller,
  }: { booking: Pick<Booking, 'sourceType'>; hotel: Hotel; caller: Caller },
): Flaw[] {
  if (!isLarger(before, after)) return []
  const isOfWeb = caller === 'guest' && sourceType === 'web'
  return [...groupSizeFlaws(after), ...(isOfWeb ? webGroupFlaws(hotel, after) : [])]
}

/** Returns what one booking's own change makes of its reservation; null without one. */
export async function resizeByOne(
  tx: Tx,
  { code, groupCode }: Booking,
  next: SizedStay,
): Promise<GroupResize | null> {
  if (groupCode === null) return null
  const before = (await listGroup(tx, groupCode)).filter(({ status }) => isOpen(status))
  return { before, after: before.map((each) => (each.code === code ? next : each)) }
}

/** Returns the size of a reservation after a change. */
export const wholeOf = (resize: GroupResize | null): GroupSize | null =>
  resize && sizeOf(resize.after)
