import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '../../domain/kernel/date.ts'
import { placeOfDate } from '../../domain/sale/day-block.ts'
import {
  type BlockSpan,
  listPackCandidates,
  readPackStep,
  writePackStep,
} from '../../store/sale/pack-days.ts'
import type { Deps } from '../deps.ts'

/** Days from today on that are packed; a search of later ones reads the days themselves. */
const PACKED_DAYS = 400
/** The rest by which the pass takes a tenth of a processor; and the longest rest. */
const REST = 9
const REST_MS_MAX = 250

/**
 * Creates the pass that packs the days of all hotels on sale for search: what was not packed yet, and what has changed
 * since. It works in steps of some 5 ms. A hotel that was not changed since the previous pass of this process costs
 * nothing; what a pass that was ended has packed stays.
 *
 * @param rest how many times as long as it worked the pass rests
 */
export function createPackPass(rest = REST) {
  /** The packed state of each hotel; bounded by the number of hotels on sale. */
  const done = new Map<number, string>()

  return async ({ store, today }: Pick<Deps, 'store' | 'today'>, stopping: AbortSignal) => {
    let afterId = 0
    for (;;) {
      const hotels = await listPackCandidates(store, afterId)
      for (const { hotelId, timezone, state } of hotels) {
        const from = today(timezone)
        const name = `${state} ${from}`
        if (done.get(hotelId) === name) continue
        const first = placeOfDate(from).block
        const span = { hotelId, first, last: placeOfDate(addDays(from, PACKED_DAYS)).block }
        let next: number | undefined = first
        while (next !== undefined) {
          next = await packNext(store, span, { from: next, rest })
          if (stopping.aborted) return
        }
        done.set(hotelId, name)
      }
      const last = hotels.at(-1)
      if (!last) return
      afterId = last.hotelId
    }
  }
}

/** Packs blocks of a hotel from one on, and rests. @returns the block from which to go on; undefined: none */
async function packNext(
  store: Deps['store'],
  span: BlockSpan,
  { from, rest }: { from: number; rest: number },
): Promise<number | undefined> {
  const startMs = performance.now()
  const step = await store.snapshot((handle) => readPackStep(handle, span, from))
  if (step) await store.tx((tx) => writePackStep(tx, step))
  await sleep(Math.min(REST_MS_MAX, rest * (performance.now() - startMs)))
  return step?.next
}
