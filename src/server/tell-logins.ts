import type { LoginBound } from '../domain/kernel/limit-kinds.ts'
import type { Context } from '../http/api/context.ts'

/**
 * Logs the number of log-ins that were refused before hashing, since the last call.
 *
 * @returns the pass; it logs nothing if there were none
 */
export function createLoginWatch({ log, counts }: Pick<Context, 'log' | 'counts'>) {
  let before = new Map<LoginBound, number>()
  return async (): Promise<void> => {
    const now = new Map(counts.logins)
    const more = [...now].map(([bound, n]) => [bound, n - (before.get(bound) ?? 0)] as const)
    before = now
    if (more.some(([, n]) => n > 0)) log.warn('logins_refused', Object.fromEntries(more))
  }
}
