// The line of bodies that wait for one hotel: who may share a transaction, and who goes first.

import type { Tx, TxOptions } from '../engine/engine.ts'

/**
 * The most bodies that share a transaction. Other replicas wait for all of them; beyond 64 savepoints the server would
 * note transactions on disk.
 */
const GROUP_MAX = 32
/** The most large bodies that do: guests who come meanwhile wait for all of them. */
const LARGE_MAX = 2
/** The most small bodies that come after a large one and begin before it: guests wait for a push that runs, for no other. */
const PASSING_MAX = 128

/** A body that has waited this long runs by itself: the connection of those before it may be dead. */
export const WAIT_MS_MAX = 1_000

/** A body that waits. */
export type Job = {
  body: (tx: Tx) => Promise<unknown>
  /** True if it shares its transaction with none but its like, and with no other if it reads nothing ahead. */
  isLarge: boolean
  /** The number of bodies that have passed it. */
  passed: number
  ahead: TxOptions['ahead']
  /** Settles the caller's promise. */
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /**
   * Runs the body in a transaction of its own, which is tried again as often as it makes sense.
   *
   * @param isRetry true if it has run in one that was undone
   */
  runAlone: (isRetry: boolean) => void
  alarm: ReturnType<typeof setTimeout>
}

/** The place of a new body in a queue: before the large ones, unless many have passed the first of them. */
export function placeOf({ isLarge }: Job, queue: readonly Job[]): number {
  const large = queue.findIndex((job) => job.isLarge)
  if (isLarge || large < 0 || queue[large]!.passed >= PASSING_MAX) return queue.length
  queue[large]!.passed++
  return large
}

/** The number of further changes whose numbers a transaction had better reserve with those of the body that runs. */
export function numbersAhead(group: readonly Job[], queue: readonly Job[]): number {
  const { isLarge, ahead } = group[0]!
  return isLarge && ahead ? LARGE_MAX - group.length : followersOf(group, queue)
}

/** The number of waiting bodies that may follow those of a transaction, or begin it. */
export function followersOf(group: readonly Job[], queue: readonly Job[]): number {
  const first = group[0] ?? queue[0]
  if (!first) return 0
  const max = !first.isLarge ? GROUP_MAX : first.ahead ? LARGE_MAX : 1
  const isOther = (job: Job) => job.isLarge !== first.isLarge || (job.isLarge && !job.ahead)
  const other = queue.findIndex((job) => job !== first && isOther(job))
  return Math.min(other < 0 ? queue.length : other, max - group.length)
}

/** The bodies that wait, by scope, and the scopes whose bodies wait for a place. */
export function createQueues() {
  const queues = new Map<string, Job[]>()
  const waiting = new Set<string>()

  /** Has a body leave those behind which it waits, unless all wait for a place: alone it would wait for the same one. */
  function goOn(scope: string, job: Job): void {
    if (waiting.has(scope)) job.alarm = setTimeout(() => goOn(scope, job), WAIT_MS_MAX)
    else leave(scope, job)
  }

  function leave(scope: string, job: Job): void {
    const queue = queues.get(scope)
    const place = queue?.indexOf(job) ?? -1
    if (place >= 0) queue!.splice(place, 1)
    clearTimeout(job.alarm)
    job.runAlone(false)
  }

  return { queues, waiting, goOn, leave }
}
