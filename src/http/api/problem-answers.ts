import type { ErrorCode } from '../../domain/kernel/errors.ts'
import { type HeaderName, refer } from './headers.ts'
import { ProblemSchema } from './problem-shape.ts'
import { PROBLEMS } from './problem-table.ts'

/** Problem answers among the document's components; operations refer to them. */
export const PROBLEM_ANSWERS: Record<string, ReturnType<typeof describeAnswer>> = {}

const HEADERS_BY_STATUS: Record<string, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}
const ORDER = Object.keys(PROBLEMS)
const PROBLEM = ProblemSchema.$id!
/** The request id in every example of a problem. */
const REQUEST_ID = '0198c0de-…'

/**
 * Describes the possible problems of an operation, by status, each as a reference.
 *
 * @param refusal the schema name of its 422
 * @param headers headers of every answer to an admitted caller
 */
export function describeProblems(
  codes: readonly ErrorCode[],
  { refusal = PROBLEM, headers }: { refusal?: string | undefined; headers: readonly HeaderName[] },
) {
  const sorted = codes.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
  const byStatus = Map.groupBy(sorted, (code) => PROBLEMS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => {
      const schema = status === 422 ? refusal : PROBLEM
      const extra = status === 401 ? [] : headers
      const name = answerName(those, schema, extra)
      PROBLEM_ANSWERS[name] ??= describeAnswer(status, those, schema, extra)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/**
 * Names an answer by everything that makes it different: `NotFound`, `SoldOutOrMinStay`, `RateLimitedWithRateLimit`. All
 * operations have the same 503, called `Unavailable` for short.
 */
function answerName(codes: ErrorCode[], schema: string, headers: readonly HeaderName[]): string {
  const telling = PROBLEMS[codes[0]!].status === 503 ? codes.slice(0, 1) : codes
  const words = telling.map((code) =>
    code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
  )
  return [
    words.join('Or'),
    ...(schema === PROBLEM ? [] : ['As', schema]),
    ...(headers.includes('RateLimit') ? ['WithRateLimit'] : []),
  ].join('')
}

function describeAnswer(
  status: number,
  codes: ErrorCode[],
  schema: string,
  headers: readonly HeaderName[],
) {
  // Several codes show their titles: the full help, as in `GET /problems/{code}`, was a fiftieth of the document.
  const wordsOf = (code: ErrorCode) => PROBLEMS[code][codes.length > 1 ? 'title' : 'help']
  return {
    description: codes.map((code) => `\`${code}\`: ${wordsOf(code)}`).join('\n\n'),
    headers: refer(['x-request-id', ...(HEADERS_BY_STATUS[status] ?? []), ...headers]),
    content: {
      'application/problem+json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: { example: { value: exampleOf(codes[0]!) } },
      },
    },
  }
}

function exampleOf(code: ErrorCode) {
  const { status, title } = PROBLEMS[code]
  return { type: `/problems/${code}`, title, status, code, detail: '…', requestId: REQUEST_ID }
}
