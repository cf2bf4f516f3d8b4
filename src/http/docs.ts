import type { DocumentDecoration } from 'elysia'
import { type TObject, type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../domain/errors.ts'
import { PROBLEMS } from './problem.ts'

/** A problem as OpenAPI describes it (RFC 9457, contract §6). */
export const ProblemSchema = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String(),
  detail: Type.String(),
  requestId: Type.String(),
  errors: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() })),
  ),
})

/** One operation in words and examples. */
type Operation = {
  id: string
  tag: Tag
  summary: string
  description?: string
  /** Named examples of the JSON body, by summary. */
  body?: { schema: TSchema; examples: Record<string, unknown> }
  answers: Record<number, Answer>
  errors: ErrorCode[]
}

type Answer = {
  description: string
  schema?: TSchema
  example?: unknown
  /** Headers that this answer has beside those of every answer. */
  headers?: HeaderName[]
}

const header = (description: string, type: 'string' | 'integer' = 'string') => ({
  description,
  schema: { type },
})

/** Headers of answers, for the document's components. */
export const HEADERS = {
  'x-request-id': header('Names the request: the one that was sent, else a new one.'),
  'RateLimit-Policy': header('The limit: `q` requests in `w` seconds (IETF draft).'),
  RateLimit: header('What is left: `r` requests, all of them again in `t` seconds (IETF draft).'),
  'Retry-After': header('Whole seconds; a client that waits them gets through.', 'integer'),
  'WWW-Authenticate': header('`Bearer`.'),
  ETag: header('Strong; send it back as `If-None-Match`.'),
  Location: header('Where what was made can be read.'),
} as const

type HeaderName = keyof typeof HEADERS

const EVERY_ANSWER: HeaderName[] = ['x-request-id']
const PARTNER_ANSWER: HeaderName[] = ['RateLimit-Policy', 'RateLimit']
const BY_STATUS: Record<string, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const refer = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

type Described = NonNullable<DocumentDecoration['responses']>[string]

export const TAGS = {
  Availability: 'For partners: rooms left to sell, prices and closed days, pulled and pushed.',
  Reservations: 'For partners: reservations pulled and acknowledged.',
  Changes: 'For partners: a durable feed of everything that happened, in its order.',
  Webhooks: 'For partners: events sent to an address of yours, signed, in order, at least once.',
  Mapping: 'For partners: the hotel, its room types and boards, and the limits of the key.',
  Search: 'For everybody: cities, hotels, what a stay costs.',
  Bookings: 'For guests and agencies: book, change, cancel, with code and e-mail or signed in.',
  Panel:
    'For hotel managers: figures, bookings, rooms, days, reviews and API keys of their hotels.',
  Agencies: 'For agency users: their bookings and what they earned.',
  Administration: 'For admins: the catalogue, accounts, agencies, limits and who changed what.',
  Accounts: 'For everybody: register, log in and out, the own account.',
  Service: 'For everybody: what this service is and whether it is well.',
} as const

type Tag = keyof typeof TAGS

const PARTNER_ERRORS: ErrorCode[] = ['unauthenticated', 'rate_limited']
const EVERYWHERE: ErrorCode[] = ['internal', 'unavailable']

/** An operation of the partner interface: needs an API key and counts against its limit. */
export function partnerOperation(operation: Operation): DocumentDecoration {
  const detail = describeOperation({
    ...operation,
    errors: [...operation.errors, ...PARTNER_ERRORS],
  })
  const responses = Object.entries(detail.responses as Record<string, Described>)
  return {
    ...detail,
    responses: Object.fromEntries(
      responses.map(([status, answer]) => {
        if (status === '401') return [status, answer]
        const headers = 'headers' in answer ? answer.headers : {}
        return [status, { ...answer, headers: { ...headers, ...refer(PARTNER_ANSWER) } }]
      }),
    ),
    security: [{ apiKey: [] }],
  }
}

/** The parameters of a query that a handler reads by itself (`queryReader`), as OpenAPI describes them. */
export function queryParameters({ properties, required = [] }: TObject) {
  return Object.entries(properties).map(([name, { description, example, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(description && { description }),
    ...(example !== undefined && { example }),
  }))
}

/** Text or a whole number that may be null; OpenAPI 3.0 has no type for null. */
export const nullable = <T extends TSchema>(schema: T): T => ({ ...schema, nullable: true })

/** One of some words; OpenAPI 3.0 has no constants. */
export const words = (...values: string[]) => Type.Unsafe({ type: 'string', enum: values })

/** The OpenAPI form of an operation, with an answer for each problem it can end in. */
export function describeOperation(operation: Operation): DocumentDecoration {
  const { id, tag, summary, description, body, answers, errors } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(body && { requestBody: describeBody(body) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, describeAnswer(answer)]),
      ),
      ...describeProblems([...errors, ...EVERYWHERE]),
    },
  }
}

function describeBody({ schema, examples }: NonNullable<Operation['body']>) {
  const named = Object.entries(examples).map(([summary, value], index) => [
    `example${index + 1}`,
    { summary, value },
  ])
  return {
    required: true,
    content: { 'application/json': { schema, examples: Object.fromEntries(named) } },
  }
}

function describeAnswer({ description, schema, example, headers = [] }: Answer) {
  const head = { description, headers: refer([...EVERY_ANSWER, ...headers]) }
  if (!schema) return head
  return { ...head, content: { 'application/json': { schema, example } } }
}

function describeProblems(codes: ErrorCode[]): Record<string, Described> {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, [code]]) => [
      status,
      {
        description: byStatus
          .get(status)!
          .map((each) => `\`${each}\`: ${PROBLEMS[each].help}`)
          .join('\n\n'),
        headers: refer([...EVERY_ANSWER, ...(BY_STATUS[status] ?? [])]),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            example: {
              type: `/problems/${code}`,
              title: PROBLEMS[code!].title,
              status,
              code,
              detail: PROBLEMS[code!].title,
              requestId: '0198c0de-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
            },
          },
        },
      },
    ]),
  )
}
