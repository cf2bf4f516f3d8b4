import type { Call } from '../api/route.ts'
import type { Access } from './booking-access.ts'

/**
 * Deprecation of acting by code and e-mail (RFC 9745), and the sunset of `MANAGE_BY_EMAIL` 90 days later (RFC 8594).
 */
const DEPRECATED_AT_MS = Date.parse('2026-11-30T00:00:00Z')
const SUNSET_AT_MS = Date.parse('2027-02-28T00:00:00Z')

/** Headers of an answer to a caller who acted by code and e-mail. */
export const MANAGE_BY_EMAIL_HEADERS = ['Deprecation', 'Sunset'] as const

/** Sets the sunset headers on an answer to a caller who acted by code and e-mail. */
export function setSunsetHeaders({ set }: Pick<Call, 'set'>, { opener }: Access): void {
  if (opener !== 'email') return
  set.headers.deprecation = `@${DEPRECATED_AT_MS / 1_000}`
  set.headers.sunset = new Date(SUNSET_AT_MS).toUTCString()
}
