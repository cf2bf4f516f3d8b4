import { encodeRequest, NOBODY } from './client.ts'
import { expectOk, sendAll, withConnections } from './load.ts'
import type { Plan } from './rows.ts'
import type { SeededHotel } from './seed.ts'
import type { Server } from './servers.ts'
import { alternate, type Figure, type Line } from './stats.ts'

/** How long what goes on without end is looked at. */
const MEASURED_MS = 6_000
const QUICK_MS = 1_500
const PAUSE_MS = 2

/** Says whether what is measured, and what goes on beside it, is over. */
export type IsOver = () => boolean

/** What is shown of waits: what disturbs, what it is compared with, and what they may be at most in every round. */
export type WaitRow = {
  what: string
  against?: string
  p99MsMax?: number
  longestMsMax?: number
}

/**
 * The 99th percentile of some waits and the longest, disturbed and not, in alternating rounds.
 *
 * @param measure answers what was waited for, in milliseconds ascending
 */
export async function waitsBeside(
  { rounds, note }: Plan,
  { what, against = 'calm', p99MsMax, longestMsMax }: WaitRow,
  measure: (isDisturbed: boolean) => Promise<number[]>,
): Promise<Line[]> {
  // Nobody shall stand in the shade of a first round.
  await measure(false)
  const longest: [Figure[], Figure[]] = [[], []]
  const [calm, disturbed] = await alternate([false, true], rounds, async (isDisturbed) => {
    const waits = await measure(isDisturbed)
    longest[isDisturbed ? 1 : 0].push({ value: waits.at(-1)! })
    return { value: percentile(waits, 0.99) }
  })
  const worst = longest.map((figures) => Math.max(...figures.map(({ value }) => value)).toFixed(0))
  note(`${what}: the longest of all rounds ${worst[1]} ms, ${against} ${worst[0]} ms`)
  const line = { unit: 'ms', against }
  return [
    {
      ...line,
      what: `${what}: p99`,
      ours: disturbed!,
      theirs: calm!,
      ...(p99MsMax && { target: { most: p99MsMax } }),
    },
    {
      ...line,
      what: `${what}: longest`,
      ours: longest[1],
      theirs: longest[0],
      ...(longestMsMax && { target: { most: longestMsMax } }),
    },
  ]
}

/**
 * What one caller waits for whose every second request is a pull of one day and every other one health, in
 * milliseconds ascending. A request that is held up holds up the next: each stop counts once, in its full length.
 */
export async function smallWaits(
  server: Server,
  { id, key, day }: Pick<SeededHotel, 'id' | 'key'> & { day: string },
  isOver: IsOver,
): Promise<number[]> {
  const requests = [
    encodeRequest({ id, key }, 'GET', `/v1/partner/availability?from=${day}&to=${day}`),
    encodeRequest(NOBODY, 'GET', '/v1/health'),
  ]
  const waits: number[] = []
  await withConnections(server, 1, async ([connection]) => {
    // The first answers after a start wait for what is loaded.
    await sendAll(connection!, requests)
    for (let n = 0; !isOver(); n++) {
      const startMs = performance.now()
      expectOk(await connection!.send(requests[n % 2]!))
      waits.push(performance.now() - startMs)
      await Bun.sleep(PAUSE_MS)
    }
  })
  return waits.toSorted((a, b) => a - b)
}

/** Is over when a measurement has had its time, from now on. */
export function measuredTime({ isQuick }: Pick<Plan, 'isQuick'>): IsOver {
  const endMs = performance.now() + (isQuick ? QUICK_MS : MEASURED_MS)
  return () => performance.now() >= endMs
}

/** Is over when something has ended, well or not. */
export function endOf(work: Promise<unknown>): IsOver {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  work.then(end, end)
  return () => hasEnded
}

/** The value that a share of all does not exceed, of values ascending. @throws Error when there are none */
export function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('nothing was measured')
  return value
}
