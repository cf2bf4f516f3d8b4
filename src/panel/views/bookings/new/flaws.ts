import type { Flaw } from '../../../../domain/kernel/errors.ts'
import { Problem } from '../../../lib/api.ts'
import { flawText, problemText } from '../../../lib/i18n.ts'
import { isAgainst, saleErrorOf } from '../parts/against.ts'

/** Fields of a stay in the body of a lone booking. */
const OF_STAY =
  /^\/(roomCode|rateCode|boardCode|checkin|checkout|rooms|adults|children|childAges|extras|guestNames|manualPrice)\b/

/** Flaws that have a field of their own in a stay. */
const SHOWN = /^\/(guestNames|manualPrice)\b/

/** A refusal of a lone booking, as the same refusal of a reservation of one stay. */
export function asOfGroup(problem: Problem | undefined): Problem | undefined {
  if (!problem) return problem
  const errors = isAgainst(problem)
    ? [{ path: '/stays/0/checkin', code: problem.code, message: problem.detail }]
    : problem.errors.map((flaw) =>
        OF_STAY.test(flaw.path) ? { ...flaw, path: `/stays/0${flaw.path}` } : flaw,
      )
  return new Problem(problem.status, { ...problem.body, errors }, problem.retryAfterSeconds)
}

/** The refusal of one stay of a reservation, with paths from that stay on; undefined if it is not refused. */
export function problemOfStay(problem: Problem | undefined, index: number): Problem | undefined {
  const place = `/stays/${index}/`
  const errors = (problem?.errors ?? [])
    .filter(({ path }) => path.startsWith(place))
    .map((flaw) => ({ ...flaw, path: flaw.path.slice(place.length - 1) }))
  if (!problem || errors.length === 0) return undefined
  const { dates, ...body } = problem.body
  // The dates are those of the first stay that is refused.
  const isFirst =
    problem.errors.findIndex(({ path }) => path.startsWith('/stays/')) ===
    problem.errors.findIndex(({ path }) => path.startsWith(place))
  return new Problem(problem.status, { ...body, errors, ...(isFirst && { dates }) })
}

/** The reasons why a stay is refused that no field of its own shows. */
export const refusalText = (problem: Problem | undefined): string | undefined =>
  problem?.errors
    .filter(({ path }) => !SHOWN.test(path))
    .map((flaw) => reasonOf(problem, flaw))
    .join(' ') || undefined

/** The flaws of a reservation as a whole, which no field shows. */
export const wholeText = (problem: Problem | undefined): string | undefined =>
  problem?.errors
    .filter(({ path }) => path === '/stays' || path === '')
    .map(flawText)
    .join(' ') || undefined

function reasonOf({ status, body }: Problem, flaw: Flaw): string {
  const { code, message } = flaw
  if (!isAgainst({ code })) return flawText(flaw)
  const { dates } = body
  const problem = new Problem(status, { code, detail: message, ...(dates ? { dates } : {}) })
  return (dates ? saleErrorOf(problem) : undefined) ?? problemText(problem)
}
