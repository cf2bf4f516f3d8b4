import type { Random } from '../support/sim/random.ts'
import type { Answer, Connection } from './client.ts'
import type { IsOver } from './waits.ts'

/** What is sent in an open loop, and what is done with its answer and with how long it was waited for. */
export type TimedRequest = { request: Uint8Array; done: (answer: Answer, ms: number) => void }

/** How often it is looked what is due. */
const TIMER_MS = 1

/**
 * Sends at a mean rate whatever the answers take, at random times as independent callers do. A wait counts from when a
 * request was due, with what it stood in line for a connection and up to a millisecond of this process's timer.
 *
 * @returns when all is answered
 */
export async function sendAtRate(
  connections: readonly Connection[],
  { perSecond, random }: { perSecond: number; random: Random },
  next: () => TimedRequest,
  isOver: IsOver,
): Promise<void> {
  const idle = [...connections]
  const line: { sent: TimedRequest; dueMs: number }[] = []
  const under: Set<Promise<void>> = new Set()
  let failure: unknown

  async function work(connection: Connection): Promise<void> {
    for (let due = line.shift(); due; due = line.shift()) {
      const { sent, dueMs } = due
      sent.done(await connection.send(sent.request), performance.now() - dueMs)
    }
    idle.push(connection)
  }

  function begin(connection: Connection): void {
    const working = work(connection)
      .catch((error) => {
        failure ??= error
      })
      .finally(() => under.delete(working))
    under.add(working)
  }

  let dueMs = performance.now()
  while (!isOver() && !failure) {
    while (dueMs <= performance.now()) {
      line.push({ sent: next(), dueMs })
      dueMs += (-Math.log(1 - random.next()) * 1_000) / perSecond
      const connection = idle.pop()
      if (connection) begin(connection)
    }
    await Bun.sleep(TIMER_MS)
  }
  await Promise.all(under)
  if (failure) throw failure
}
