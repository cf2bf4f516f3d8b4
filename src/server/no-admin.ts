import type { Log } from '../log.ts'
import { hasAdmin } from '../store/accounts/users.ts'
import type { Store } from '../store/open.ts'

/** From the start to the question: until then the processor belongs to the first requests. */
const AFTER_MS = 1_000

/** Warns if the service has no administrator. */
export function warnOfNoAdmin(
  { store, log }: { store: Store; log: Log },
  stopping: AbortSignal,
): void {
  const ask = async () => {
    if (!(await hasAdmin(store)))
      log.warn('no_admin', { hint: 'make one with: roomwire create-admin <email>' })
  }
  // A store that fails has a line of its own.
  const timer = setTimeout(() => void ask().catch(() => {}), AFTER_MS)
  stopping.addEventListener('abort', () => clearTimeout(timer), { once: true })
}
