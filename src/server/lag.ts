import type { Histogram } from '../domain/kernel/tally.ts'

/** Ten timers a second cost nothing that a profile shows, and see each pause of 100 ms. */
const EVERY_MS = 100

/** Measures how late the event loop comes to a timer, until the service stops. */
export function watchLag(lag: Histogram, stopping: AbortSignal): void {
  let dueMs = performance.now() + EVERY_MS
  const timer = setInterval(() => {
    const nowMs = performance.now()
    lag.add(Math.max(0, nowMs - dueMs) / 1_000)
    dueMs = nowMs + EVERY_MS
  }, EVERY_MS)
  stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
}
