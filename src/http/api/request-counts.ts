import {
  type AppError,
  type ErrorCode,
  LOGIN_BOUNDS,
  type LoginBound,
} from '../../domain/kernel/errors.ts'

/** Problem codes of the limits on unproven guests. */
const STRANGER_CODES = ['proof_required', 'ask_the_hotel'] as const satisfies ErrorCode[]

/**
 * Counters since the start: requests, problems by status class, refusals of unproven guests by code, and of log-ins by
 * the limit that refused.
 */
export type RequestCounts = {
  requests: number
  problems: { '4xx': number; '5xx': number }
  strangers: Map<ErrorCode, number>
  logins: Map<LoginBound, number>
}

/** Creates counters at zero. */
export const createRequestCounts = (): RequestCounts => ({
  requests: 0,
  problems: { '4xx': 0, '5xx': 0 },
  strangers: new Map(STRANGER_CODES.map((code) => [code, 0])),
  logins: new Map(LOGIN_BOUNDS.map((bound) => [bound, 0])),
})

/** Counts the problem that answered a request. */
export function countProblem(
  { problems, strangers, logins }: RequestCounts,
  { code, facts: { loginBound } }: AppError,
  status: number,
): void {
  problems[status < 500 ? '4xx' : '5xx']++
  const before = strangers.get(code)
  if (before !== undefined) strangers.set(code, before + 1)
  if (loginBound) logins.set(loginBound, logins.get(loginBound)! + 1)
}
