import { CLOCK_WARN_MS } from '../domain/kernel/clock-limits.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/open.ts'

type World = { log: Log; store: Pick<Store, 'clock'> }

/**
 * Compares this machine's clock with the database's, and logs when it becomes wrong and when it is right again. Requests
 * go by the database's clock; the log, certificates and leases of the machine do not.
 */
export function createClockWatch({ log, store: { clock } }: World): () => Promise<void> {
  let isOff = false
  return async () => {
    const aheadMs = clock.aheadMs()
    // A clock near the bound is told once, not at each look.
    const boundMs = isOff ? CLOCK_WARN_MS / 2 : CLOCK_WARN_MS
    if (Math.abs(aheadMs) > boundMs === isOff) return
    isOff = !isOff
    if (!isOff) log.info('clock_right_again', { aheadMs })
    else
      log.warn('clock_off', {
        aheadMs,
        hint: "this machine's clock is not that of the database, which is the one used; set it right (NTP)",
      })
  }
}
