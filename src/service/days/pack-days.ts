import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { placeOfDate } from '../../domain/sale/day-block.ts'
import { chunks } from '../../store/engine/pace.ts'
import {
  type BlockSpan,
  listPackCandidates,
  listPackedWhole,
  readPackStep,
  writePackStep,
} from '../../store/sale/pack-days.ts'
import type { Deps } from '../deps.ts'
import { createPause } from '../pause.ts'

/** Days from today on that are packed; a search of later ones reads the days themselves. */
const PACKED_DAYS = 400
/** Hotels looked through at once for what is to be packed, some 5 ms. */
const HOTELS_AT_ONCE = 16
/** The rest by which the pass takes a tenth of a processor, and that by which it takes half of one. */
const REST = 9
const IDLE_REST = 1

/**
 * Creates the pass that packs the days of all hotels on sale for search: what was not packed yet, and what has changed
 * since. It works in steps of some 5 ms. A hotel that was not changed since the previous pass of this process costs
 * nothing; what a pass that was ended has packed stays.
 *
 * @param rest how many times as long as it worked the pass rests, if the process has other work: until the days are
 *   packed after an upgrade each search is dear, so a pass that nobody feels is not slow
 */
export function createPackPass(rest = REST) {
  /** The packed state of each hotel; bounded by the number of hotels on sale. */
  const done = new Map<number, string>()
  const pause = createPause(rest, IDLE_REST)

  return async ({ store, today }: Pick<Deps, 'store' | 'today'>, stopping: AbortSignal) => {
    let afterId = 0
    for (;;) {
      const hotels = await listPackCandidates(store, afterId)
      const found = hotels.map(({ hotelId, timezone, state }) => {
        const from = today(timezone)
        return { name: `${state} ${from}`, span: spanFrom(hotelId, from) }
      })
      const others = found.filter(({ name, span }) => done.get(span.hotelId) !== name)
      // After a start most are packed.
      const unknown = others.map(({ span }) => span).filter(({ hotelId }) => !done.has(hotelId))
      const whole = await passOver(store, unknown, { pause, stopping })
      for (const { name, span } of others) {
        let next = whole.has(span.hotelId) ? undefined : span.first
        while (next !== undefined) {
          if (stopping.aborted) return
          next = await packNext(store, span, { from: next, pause })
        }
        done.set(span.hotelId, name)
      }
      const last = hotels.at(-1)
      if (!last) return
      afterId = last.hotelId
    }
  }
}

const spanFrom = (hotelId: number, from: CalendarDate): BlockSpan => ({
  ...{ hotelId, first: placeOfDate(from).block },
  last: placeOfDate(addDays(from, PACKED_DAYS)).block,
})

type Pause = (workedMs: number) => Promise<void>

/** The hotels of spans that are packed. */
async function passOver(
  store: Deps['store'],
  spans: readonly BlockSpan[],
  { pause, stopping }: { pause: Pause; stopping: AbortSignal },
): Promise<Set<number>> {
  const whole = new Set<number>()
  for (const some of chunks(spans, HOTELS_AT_ONCE)) {
    if (stopping.aborted) break
    const startMs = performance.now()
    const found = await store.snapshot((handle) => listPackedWhole(handle, some))
    for (const hotelId of found) whole.add(hotelId)
    await pause(performance.now() - startMs)
  }
  return whole
}

/** Packs blocks of a hotel from one on, and rests. @returns the block from which to go on; undefined: none */
async function packNext(
  store: Deps['store'],
  span: BlockSpan,
  { from, pause }: { from: number; pause: Pause },
): Promise<number | undefined> {
  const startMs = performance.now()
  const step = await store.snapshot((handle) => readPackStep(handle, span, from))
  if (step) await store.tx((tx) => writePackStep(tx, step))
  await pause(performance.now() - startMs)
  return step?.next
}
