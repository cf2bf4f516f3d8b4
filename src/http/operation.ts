import type { DocumentDecoration } from 'elysia'
import type { TProperties, TSchema } from 'typebox'
import type { ErrorCode } from '../domain/errors.ts'
import { type HeaderName, refer } from './headers.ts'
import { describeProblems } from './problem-answers.ts'
import { toOpenApi } from './shapes/schema.ts'

/** What an operation answers when all is well. */
export type AnswerWords = {
  description: string
  schema?: TSchema | undefined
  example?: unknown
  /** Headers of this answer, beside those that the door gives every answer. */
  headers?: readonly HeaderName[] | undefined
}

/** Components by a name that an operation gives them. */
export type Callbacks = Record<string, { $ref: string }>

/** One operation in words, schemas and examples, from which its place in the OpenAPI document is made. */
type OperationWords = {
  method: string
  /** As it is routed: `/v1/hotels/:slug`. */
  path: string
  id: string
  tag: Tag
  summary: string
  description?: string | undefined
  query: TProperties
  /** What the names in its path are, and an example of each. */
  params?: Record<string, { description: string; example?: string }> | undefined
  /** Headers that a request may have, with what they are for. */
  asks?: Record<string, string> | undefined
  body?: TSchema | undefined
  isBodyOptional: boolean
  /** Bodies by a few words of what they do. */
  examples?: Record<string, unknown> | undefined
  /** What is sent afterwards to an address of the body, as references. */
  callbacks?: Callbacks | undefined
  answers: Record<number, AnswerWords>
  errors: readonly ErrorCode[]
  /** The name of the schema of its 422; `Problem` unless said otherwise. */
  refusal?: string | undefined
  /** Headers of every answer to a caller who was let in. */
  headers: readonly HeaderName[]
  security: readonly Record<string, string[]>[]
}

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

export type Tag = keyof typeof TAGS

const EVERY_ANSWER: HeaderName[] = ['x-request-id']
/** What any operation can end in; `validation_failed`, because an unknown query parameter is refused everywhere. */
const EVERYWHERE: ErrorCode[] = ['validation_failed', 'internal', 'unavailable', 'outcome_unknown']
const BODY_ERRORS: ErrorCode[] = ['malformed_json', 'too_large', 'unsupported_media_type']

/** An operation as OpenAPI has it, with an answer for each problem that it can end in. */
export function describeOperation(operation: OperationWords): DocumentDecoration {
  const { id, tag, summary, description = `${summary}.`, body, errors, headers } = operation
  const pathNames = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const codes = new Set([
    ...errors,
    ...(body ? BODY_ERRORS : []),
    ...(pathNames.length > 0 ? (['not_found'] as const) : []),
    ...EVERYWHERE,
  ])
  const parameters = [
    ...pathNames.map((name) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' as const },
      ...operation.params?.[name],
    })),
    ...Object.entries(operation.query).map(([name, schema]) => queryParameter(name, schema)),
    ...Object.entries(operation.asks ?? {}).map(([name, words]) => headerParameter(name, words)),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: operation.security as Record<string, string[]>[],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: describeBody(operation) }),
    ...(operation.callbacks && { callbacks: operation.callbacks }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [
          status,
          describeAnswer(answer, headers),
        ]),
      ),
      ...describeProblems([...codes], operation),
    },
  } as DocumentDecoration
}

function queryParameter(name: string, { description, example, ...schema }: TSchema) {
  const isOptional = optionalKind in schema || schema.default !== undefined
  return {
    name,
    in: 'query' as const,
    required: !isOptional,
    schema: toOpenApi(schema as TSchema),
    ...(description && { description }),
    ...(example !== undefined && { example }),
  }
}

/** TypeBox's mark of what may be absent. */
const optionalKind = Symbol.for('TypeBox.Optional')

const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: false,
  description,
  schema: { type: 'string' as const, ...(name === 'Idempotency-Key' && KEY_LENGTH) },
})
const KEY_LENGTH = { minLength: 1, maxLength: 255 }

function describeBody({ body, isBodyOptional, examples = {} }: OperationWords) {
  const called = Object.entries(examples).map(([summary, value], index) => [
    `example${index + 1}`,
    { summary, value },
  ])
  return {
    required: !isBodyOptional,
    content: {
      'application/json': { schema: toOpenApi(body!), examples: Object.fromEntries(called) },
    },
  }
}

function describeAnswer(answer: AnswerWords, headers: readonly HeaderName[]) {
  const { description, schema, example, headers: own = [] } = answer
  const head = { description, headers: refer([...EVERY_ANSWER, ...own, ...headers]) }
  if (!schema) return head
  const content = { schema: toOpenApi(schema), ...(example !== undefined && { example }) }
  return { ...head, content: { 'application/json': content } }
}
