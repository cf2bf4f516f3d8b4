import type { Config } from '../config.ts'
import { openReader } from '../store/open-reader.ts'
import { INVARIANTS } from '../store/system/invariants/all.ts'
import type { Finding } from './finding.ts'

/** Differences of a kind that are printed. */
const PRINTED_MAX = 10
/** Differences of a kind that are looked for. */
const FOUND_MAX = 1_000
/** The part of a processor's time that the checks take, unless they are to be quick, and the work before the first rest. */
const SHARE = 0.1
const GRACE_MS = 2_000
const RESTS =
  'The checks go on with a tenth of a processor, for a service beside them; doctor --fast takes a whole one.\n'
/** Retention deletes events and deliveries after 30 days. */
const KEPT_MS = 29 * 86_400_000

/**
 * Checks all invariants of the stored data, with a connection that only reads: in slices, each of one moment, so that a
 * service that runs meanwhile raises no false alarm.
 */
export async function* checkInvariants(
  { database }: Pick<Config, 'database'>,
  { isFast, nowMs }: { isFast: boolean; nowMs: number },
): AsyncGenerator<Finding> {
  const reader = openReader(database)
  const look = {
    snapshot: reader.snapshot,
    rest: isFast ? async () => {} : createRests(typeof database === 'string' ? ownMs : wallMs),
    keptSinceMs: nowMs - KEPT_MS,
  }
  try {
    for (const { holds, find } of INVARIANTS) yield* tellOf(holds, find(look))
  } finally {
    await reader.close()
  }
}

/** Tells the first differences of a kind, and how many more there are; one line if there are none. */
async function* tellOf(holds: string, differences: AsyncIterable<string>): AsyncGenerator<Finding> {
  let count = 0
  for await (const line of differences) {
    if (++count <= PRINTED_MAX) yield { isWell: false, line }
    if (count === FOUND_MAX) break
  }
  if (count === 0) yield { isWell: true, line: holds }
  const more = count - PRINTED_MAX
  if (more <= 0) return
  const atLeast = count === FOUND_MAX ? 'at least ' : ''
  yield { isWell: false, line: `${atLeast}${more} more of this kind: not all ${holds}` }
}

/**
 * Creates the rest after each piece of work, long enough that work takes no more than its share of the time. The first one
 * is told, because the checks of a large database then take ten times as long.
 *
 * @param spentMs the time that work has taken so far
 */
function createRests(spentMs: () => number): () => Promise<void> {
  const graceMs = spentMs() + GRACE_MS
  let restedMs = graceMs
  return async () => {
    const tookMs = spentMs() - restedMs
    if (tookMs <= 0) return
    if (restedMs === graceMs) process.stderr.write(RESTS)
    await Bun.sleep(tookMs / SHARE - tookMs)
    restedMs = spentMs()
  }
}

/** The processor time of this process, which is all that work costs where it reads a file itself. */
function ownMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The time that passes: a server works elsewhere. */
const wallMs = () => performance.now()
