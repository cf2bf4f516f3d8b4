import type { DocumentDecoration } from 'elysia'
import { type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../domain/errors.ts'
import { sayNullable } from './nullable-schema.ts'
import type { HeaderName, Tag } from './operation.ts'
import { PROBLEMS } from './problem-table.ts'
import { toOpenApi } from './shapes/schema.ts'

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
  /** The schema of its `validation_failed`, by its name; `Problem` unless said otherwise. */
  refusal?: string
  /** Headers of the request. */
  asks?: RequestHeader[]
}

/** A header that a request may have. */
type RequestHeader = {
  name: string
  in: 'header'
  required: false
  description: string
  schema: { type: 'string'; minLength?: number; maxLength?: number }
}

type Answer = {
  description: string
  schema?: TSchema
  example?: unknown
  /** Headers that this answer has beside those of every answer. */
  headers?: HeaderName[]
}

const EVERY_ANSWER: HeaderName[] = ['x-request-id']
const BY_STATUS: Record<string, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const refer = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

type Described = NonNullable<DocumentDecoration['responses']>[string]

/** A parameter that there is none of is refused wherever it is sent. */
const EVERYWHERE: ErrorCode[] = ['validation_failed', 'internal', 'unavailable', 'outcome_unknown']

/** Text or a whole number that may be null; OpenAPI 3.0 has no type for null. */
export const nullable = <T extends TSchema>(schema: T): T => ({ ...schema, nullable: true })

/** One of some words; OpenAPI 3.0 has no constants. */
export const words = (...values: string[]) => Type.Unsafe({ type: 'string', enum: values })

/** The OpenAPI form of an operation, with an answer for each problem it can end in. */
export function describeOperation(operation: Operation): DocumentDecoration {
  const { id, tag, summary, description, body, answers, errors, asks, refusal } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(asks && { parameters: asks }),
    ...(body && { requestBody: describeBody(body) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, describeAnswer(answer)]),
      ),
      ...describeProblems([...new Set([...errors, ...EVERYWHERE])], refusal),
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
    content: {
      'application/json': { schema: sayNullable(schema), examples: Object.fromEntries(named) },
    },
  }
}

function describeAnswer({ description, schema, example, headers = [] }: Answer) {
  const head = { description, headers: refer([...EVERY_ANSWER, ...headers]) }
  if (!schema) return head
  return { ...head, content: { 'application/json': { schema: toOpenApi(schema), example } } }
}

function describeProblems(codes: ErrorCode[], refusal = 'Problem'): Record<string, Described> {
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
            schema: {
              $ref: `#/components/schemas/${status === 422 ? refusal : 'Problem'}`,
            },
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
