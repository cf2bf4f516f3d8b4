import type { WebCount, WebCountRow } from '../../domain/strangers/web-counts.ts'
import { nextTurn } from '../../store/engine/loop-turns.ts'
import { chunks } from '../../store/engine/pace.ts'
import { addWebCounts } from '../../store/strangers/web-counts.ts'
import type { Deps } from '../deps.ts'

/**
 * Rows that memory collects between two writes: 4,000 hotels of which all five kinds happened within a minute. Past it
 * what is new is not counted until the next write.
 */
const ROWS_MAX = 20_000
/** Rows of one transaction: it takes 3 ms of the event loop on SQLite. */
const ROWS_AT_ONCE = 500

/** What happened on the hotels' pages since the last write. */
export type WebCounts = {
  /** Counts at once, in memory. */
  note: (hotel: { id: number; timezone: string }, kind: WebCount) => void
  /** Empties the memory into rows, sorted by key so that replicas which write at once cannot deadlock. */
  take: () => WebCountRow[]
  /** Gives rows back that could not be written. */
  giveBack: (rows: readonly WebCountRow[]) => void
}

/** Creates the collection of statistics, empty. */
export function createWebCounts({ today }: Pick<Deps, 'today'>): WebCounts {
  let rows = new Map<string, WebCountRow>()
  const add = ({ hotelId, date, kind, times }: WebCountRow) => {
    const key = `${hotelId} ${date} ${kind}`
    const known = rows.get(key)
    if (known) known.times += times
    else if (rows.size < ROWS_MAX) rows.set(key, { hotelId, date, kind, times })
  }
  return {
    note: ({ id, timezone }, kind) => add({ hotelId: id, date: today(timezone), kind, times: 1 }),
    take() {
      const taken = [...rows.values()]
      rows = new Map()
      return taken.sort(byKey)
    },
    giveBack: (taken) => taken.forEach(add),
  }
}

/** Writes what memory has collected, and forgets it; what could not be written waits for the next time. */
export async function writeWebCounts(
  { store }: Pick<Deps, 'store'>,
  counts: WebCounts,
): Promise<void> {
  const rows = counts.take()
  let written = 0
  try {
    for (const part of chunks(rows, ROWS_AT_ONCE)) {
      await store.tx((tx) => addWebCounts(tx, part))
      written += part.length
      await nextTurn()
    }
  } finally {
    counts.giveBack(rows.slice(written))
  }
}

const byKey = (a: WebCountRow, b: WebCountRow) =>
  a.hotelId - b.hotelId || compare(a.date, b.date) || compare(a.kind, b.kind)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
