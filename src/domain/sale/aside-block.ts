import { leftFor, type OwnLeft, takeableRooms } from '../agencies/allotment.ts'
import { closedCount, type DayBlock } from './day-block.ts'

// Days of a hotel with allotments, as somebody sees them who may not take all rooms that are left.

/** The viewer of days: an agency by its id, or null for everybody else. */
export type Viewer = number | null

/** Rooms that agencies have left of their own, by the cell of a block; cells without allotments are absent. */
export type AsideCells = ReadonlyMap<number, readonly OwnLeft[]>

/**
 * Returns the counts of a block with the rooms that somebody may take in place of the rooms left
 * (contract-agencies, *Allotment*). The block stays as it is.
 */
export function takeableCounts(
  { available, rates }: Pick<DayBlock, 'available' | 'rates'>,
  aside: AsideCells,
  viewer: Viewer,
): Int16Array {
  const counts = Int16Array.from(available)
  for (const [cell, own] of aside) {
    const count = available[cell]!
    // With rates, a negative count is that of a closed day.
    const isClosed = rates !== null && count < 0
    const left = takeableRooms(isClosed ? closedCount(count) : count, own, viewer)
    counts[cell] = isClosed ? closedCount(left) : left
  }
  return counts
}

/** Returns what an agency has left of its own, by the cell of a block of so many cells. */
export function ownCounts(aside: AsideCells, agencyId: number, cells: number): Int16Array {
  const counts = new Int16Array(cells)
  for (const [cell, own] of aside) counts[cell] = leftFor(own, agencyId)
  return counts
}
