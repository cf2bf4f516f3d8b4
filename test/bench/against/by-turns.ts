import { Connection } from '../client.ts'
import { sendTogether } from '../load.ts'
import type { Server } from '../servers.ts'
import type { NextRequests, Operation } from './operation.ts'
import { processorMicros } from './processor-time.ts'
import type { Side } from './side.ts'

/** A side, and what it is asked for next. */
export type Contender = { side: Side; next: NextRequests }

const CALLERS = 8
/** Processor seconds of one round: long beside a collection of garbage. */
const ROUND_SECONDS = 0.15
/** Requests that each side answers before it is measured, unless they take too long: then its code is compiled. */
const WARM_REQUESTS = 2_000
const WARM_SECONDS_MAX = 2
/** Parts of a round, by turns with the other side's: each takes some milliseconds. */
const SLICES = 40

/** Warms contenders up by the same requests, then measures. @returns processor microseconds a request, by round and contender */
export async function roundsOf(
  operation: Operation,
  contenders: readonly Contender[],
  rounds: number,
): Promise<number[][]> {
  const count = await warmUp(operation, contenders)
  const found: number[][] = []
  while (found.length < rounds) found.push(await microsOf(operation, contenders, count))
  return found
}

/** Sends requests until the compiler has done what it will. @returns how many make a round */
async function warmUp(operation: Operation, contenders: readonly Contender[]): Promise<number> {
  const { warmUp = WARM_REQUESTS } = operation
  let [sent, seconds] = [0, 0]
  for (let count = CALLERS; ; ) {
    const [micros] = await microsOf(operation, contenders, count)
    const took = (micros! * count) / 1_000_000
    sent += count
    seconds += took
    const round = Math.ceil((count * ROUND_SECONDS) / took)
    if (sent >= warmUp || seconds >= WARM_SECONDS_MAX) return round
    // The first are far dearer than those that follow.
    count = Math.min(2 * count, round)
  }
}

/**
 * Sends requests to each contender, a few to one, a few to the other, and so on: whatever else keeps the machine busy,
 * and makes the same work dearer, meets both.
 */
async function microsOf(
  operation: Operation,
  contenders: readonly Contender[],
  count: number,
): Promise<number[]> {
  const { callers = CALLERS, status } = operation
  const runs = []
  for (const { side, next } of contenders) {
    const requests = await next(count)
    runs.push({ requests, connections: await openConnections(side.server, callers) })
  }
  const usedBefore = contenders.map(processorMicrosOf)
  const atOnce = Math.max(callers, Math.ceil(count / SLICES))
  for (let first = 0; first < count; first += atOnce) {
    for (const { connections, requests } of runs)
      await sendTogether(connections, requests.slice(first, first + atOnce), status)
    // Who comes first finds the processor's caches colder.
    runs.reverse()
  }
  const micros = contenders.map(
    (each, index) => (processorMicrosOf(each) - usedBefore[index]!) / count,
  )
  for (const connection of runs.flatMap(({ connections }) => connections)) connection.close()
  return micros
}

const processorMicrosOf = ({ side }: Contender) => processorMicros(side.server.pid)

const openConnections = ({ port }: Server, count: number) =>
  Promise.all(Array.from({ length: count }, () => Connection.open(port)))
