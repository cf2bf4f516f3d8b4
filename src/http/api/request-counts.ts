import type { AppError, ErrorCode } from '../../domain/kernel/errors.ts'
import {
  LIMIT_KINDS,
  type LimitKind,
  LOGIN_BOUNDS,
  type LoginBound,
} from '../../domain/kernel/limit-kinds.ts'
import {
  createHistogram,
  createTally,
  type Histogram,
  type Tally,
} from '../../domain/kernel/tally.ts'
import { MAIL_RESULTS, type MailResult } from '../../domain/mails/mail.ts'
import { ATTEMPT_ERRORS, type AttemptError } from '../../domain/webhooks/webhook.ts'
import { PROBLEMS } from './problem-table.ts'
import { toAppError } from './public-error.ts'
import type { AnswerSpan, TraceAnswer } from './trace.ts'

/** Problem codes of the limits on unproven guests. */
const STRANGER_CODES = ['proof_required', 'ask_the_hotel'] as const satisfies ErrorCode[]

/** Upper bounds of the time of an answer, in seconds. */
const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Upper bounds of the lateness of the event loop, in seconds. */
const LAG_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Counters since the start, for the metrics. */
export type RequestCounts = {
  requests: number
  /** Problems by status class. */
  problems: { '4xx': number; '5xx': number }
  /** Refusals of unproven guests by code. */
  strangers: Tally<ErrorCode>
  /** Refusals of log-ins by the limit that refused. */
  logins: Tally<LoginBound>
  /** Answers `rate_limited` by the limit. */
  limits: Tally<LimitKind | 'other'>
  /** Answers of each operation by status; an operation that has answered nothing has no status. */
  answers: Map<string, Map<number, number>>
  /** The time of answers by the tag of their operation. */
  times: Map<string, Histogram>
  /** Attempts at deliveries by result, and at mails. */
  deliveries: Tally<AttemptError | 'delivered'>
  mails: Tally<MailResult>
  /** How late the event loop came to a timer. */
  lag: Histogram
  /** The moment at which the journal beside the backups was last up to date; undefined where there is none. */
  journalAtMs?: number
  /** Traces answers, where that is switched on. */
  trace?: TraceAnswer | undefined
}

/** Creates counters at zero. */
export const createRequestCounts = (): RequestCounts => ({
  requests: 0,
  problems: { '4xx': 0, '5xx': 0 },
  strangers: createTally<ErrorCode>(STRANGER_CODES),
  logins: createTally(LOGIN_BOUNDS),
  limits: createTally<LimitKind | 'other'>(LIMIT_KINDS),
  answers: new Map(),
  times: new Map(),
  deliveries: createTally<AttemptError | 'delivered'>(['delivered', ...ATTEMPT_ERRORS]),
  mails: createTally(MAIL_RESULTS),
  lag: createHistogram(LAG_SECONDS),
})

/** Counts the problem that answered a request. */
export function countProblem(
  { problems, strangers, logins, limits }: RequestCounts,
  { code, facts: { loginBound, limit } }: AppError,
  status: number,
): void {
  problems[status < 500 ? '4xx' : '5xx']++
  if (strangers.has(code)) strangers.add(code)
  if (loginBound) logins.add(loginBound)
  if (code === 'rate_limited') limits.add(limit ?? 'other')
}

/** Counts the answers of one operation; times are of the monotonic clock. */
export type AnswerCounter = ReturnType<typeof answerCounter>

/** Returns the counter of an operation's answers. @param area the tag, by which times are told */
export function answerCounter({ answers, times }: RequestCounts, operation: string, area: string) {
  const statuses = new Map<number, number>()
  answers.set(operation, statuses)
  const time = times.get(area) ?? createHistogram(ANSWER_SECONDS)
  times.set(area, time)
  const count = (status: number, sinceMs: number) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    time.add((performance.now() - sinceMs) / 1_000)
  }
  return {
    answer(
      answer: unknown,
      set: number | string | undefined,
      sinceMs: number,
      span?: AnswerSpan,
    ): void {
      const usual = typeof set === 'number' ? set : 200
      const status = answer instanceof Response ? answer.status : usual
      count(status, sinceMs)
      span?.end(status)
    },
    failure(error: unknown, sinceMs: number, span?: AnswerSpan): void {
      const { code } = toAppError(error)
      count(PROBLEMS[code].status, sinceMs)
      span?.end(PROBLEMS[code].status, code)
    },
  }
}
