import type { LoginBound } from '../domain/kernel/errors.ts'
import type { Context } from '../http/api/context.ts'

/**
 * Says in the log how many log-ins were refused before a hash was made for them, since it looked last.
 *
 * @returns looks; says nothing when there were none
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
