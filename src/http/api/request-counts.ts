import {
  type AppError,
  type ErrorCode,
  LOGIN_BOUNDS,
  type LoginBound,
} from '../../domain/kernel/errors.ts'

/** Problems by which what strangers take is bounded. */
const STRANGER_CODES = ['proof_required', 'ask_the_hotel'] as const satisfies ErrorCode[]

/** Requests since the start, and problems they were answered with, by status class; of strangers' bounds by code, of log-ins' by what refused. */
export type RequestCounts = {
  requests: number
  problems: { '4xx': number; '5xx': number }
  strangers: Map<ErrorCode, number>
  logins: Map<LoginBound, number>
}

/** Counts that begin at nothing. */
export const createRequestCounts = (): RequestCounts => ({
  requests: 0,
  problems: { '4xx': 0, '5xx': 0 },
  strangers: new Map(STRANGER_CODES.map((code) => [code, 0])),
  logins: new Map(LOGIN_BOUNDS.map((bound) => [bound, 0])),
})

/** Counts the problem a request was answered with. */
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
