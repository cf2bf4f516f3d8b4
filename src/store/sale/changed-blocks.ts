import type { NightPlace } from '../../domain/kernel/availability.ts'
import { placeOfDate } from '../../domain/sale/day-block.ts'
import type { Store } from '../open.ts'

// Log of changed blocks of days, for caches of what was worked out from blocks.

/** The log of changed blocks of all hotels; its places count from 0. */
export type ChangedBlocks = {
  /** The place of the next change. */
  place: () => number
  /**
   * Calls a function with each change from a place on; `block` is undefined if all of the hotel's may have changed.
   *
   * @returns false if changes since the place are no longer known
   */
  since: (place: number, each: (hotelId: number, block: number | undefined) => void) => boolean
}

/** Changes that are known: some minutes of hundreds of writes a second. 16 bytes each. */
const CHANGES_MAX = 65_536
/** A block that stands for all of a hotel. */
const ALL = -1

/** Creates the log: a ring of the last changes of this process's commits, and of hotels that others have changed. */
export function createChangedBlocks(store: Store): ChangedBlocks {
  const hotels = new Float64Array(CHANGES_MAX)
  const blocks = new Float64Array(CHANGES_MAX)
  let end = 0

  function note(hotelId: number, block: number): void {
    hotels[end % CHANGES_MAX] = hotelId
    blocks[end % CHANGES_MAX] = block
    end++
  }

  function noteDays(hotelId: number, changes: readonly NightPlace[]): void {
    let last = ALL
    if (changes.length === 0) note(hotelId, ALL)
    for (const { date } of changes) {
      const { block } = placeOfDate(date)
      // The days of a push follow each other.
      if (block !== last) note(hotelId, block)
      last = block
    }
  }

  store.subscribeHotels((hotelId) => note(hotelId, ALL))
  store.subscribeDays(({ hotelId, changes }) => noteDays(hotelId, changes))
  store.subscribeRateDays(({ hotelId, rows }) => noteDays(hotelId, rows))

  return {
    place: () => end,
    since(place, each) {
      if (end - place > CHANGES_MAX) return false
      for (let at = place; at < end; at++) {
        const block = blocks[at % CHANGES_MAX]!
        each(hotels[at % CHANGES_MAX]!, block === ALL ? undefined : block)
      }
      return true
    },
  }
}
