import type { DocumentDecoration } from 'elysia'
import type { Static, TProperties, TSchema } from 'typebox'
import { type NeededRole, rolesOf } from '../../domain/accounts/membership.ts'
import { type NeededScope, scopesOf } from '../../domain/accounts/scope.ts'
import type { StepUp } from '../../domain/accounts/step-up.ts'
import type { ErrorCode } from '../../domain/kernel/errors.ts'
import { type HeaderName, refer } from './headers.ts'
import { describeProblems } from './problem-answers.ts'
import { mapValues, toOpenApi, withTestMark } from './schema.ts'

/** What the document says of a door. */
export type DoorWords = {
  /** OpenAPI's security requirements: alternatives, none for what is public. */
  security: readonly Record<string, string[]>[]
  errors: readonly ErrorCode[]
  /** Callers have scopes, and each operation says which it needs. */
  isScoped?: true
  /** Callers hold a test key. */
  isTest?: true
  /** Callers have roles in hotels, and each operation says which it needs. */
  hasMembers?: true
  /** Callers have sessions, and each operation that lasts says what it is. */
  hasSessions?: true
  /** Headers of every answer to a caller who was let in. */
  headers?: readonly HeaderName[]
}

/** Another answer of an operation when all is well. */
type AnswerWords = {
  description: string
  schema?: TSchema | undefined
  media?: string | undefined
  example?: unknown
  /** Headers of this answer, beside those that the door gives every answer. */
  headers?: readonly HeaderName[] | undefined
}

/** One operation: what it is asked with, what it answers, in words and schemas. */
export type Operation<Query extends TProperties, Body extends TSchema, Answer extends TSchema> = {
  /** `operationId` of the document; each stands once. */
  id: string
  summary: string
  /** Only where it says more than the summary. */
  description?: string
  /** What a caller with scopes needs; behind any other door it says nothing. */
  scope?: NeededScope
  /** What a member of the hotel needs to be; behind any other door it says nothing. */
  memberRole?: NeededRole
  /** What a session is asked a step-up for; an API key is never asked. */
  stepUp?: StepUp
  /** The same where its handler says whether (`needStepUp`). */
  stepUpIf?: StepUp
  /** Where it is not the tag of its `routes()`. */
  tag?: Tag
  query?: Query
  /** What the names in its path are, and an example of each. */
  params?: Record<string, { description: string; example?: string }>
  /** Headers that a request may have, with what they are for. */
  asks?: Record<string, string>
  body?: Body
  /** `optional`: no bytes are `{}`. `own`: the route reads the body itself, which is only documented. */
  bodyIs?: 'optional' | 'own'
  /** What the body may be, where that is not JSON. */
  bodyMedia?: readonly string[]
  /** Bodies by a few words of what they do. */
  examples?: Record<string, Static<Body>>
  /** What is sent afterwards to an address of the body, as references. */
  callbacks?: Record<string, { $ref: string }>
  /** Where it is neither 200 nor, without `answer`, 204. */
  status?: 201 | 202
  answer?: Answer
  /** What the answer is, in words. */
  says: string
  /** An example of the answer. */
  example?: unknown
  /** Headers of the good answer, beside those that the door gives every answer. */
  headers?: readonly HeaderName[]
  /** What the answer is written as, where that is not JSON. */
  media?: string
  /** An admin who is answered leaves a visit in the hotel's history, though the answer's schema names no guest. */
  isVisit?: true
  /** Other good answers, by status. */
  also?: Record<number, AnswerWords>
  /** Beside those of the door, of a body and of a path with names, which are derived. */
  errors?: readonly ErrorCode[]
  /** The name of the schema of its 422, where that is not `Problem`. */
  refusal?: string
}

export type AnyOperation = Omit<Operation<TProperties, TSchema, TSchema>, 'status'>

/** An operation in its place; its query has the parameters of its door, too. */
type RoutedOperation = AnyOperation & {
  /** As it is routed: `/:slug/reviews`. */
  path: string
  tag: Tag
  query: TProperties
  status: number
}

export const TAGS = {
  Availability: 'For partners: rooms left to sell, prices and closed days, pulled and pushed.',
  Reservations:
    'For partners: reservations pulled and acknowledged, and what the hotel itself does to them.',
  Changes: 'For partners: a durable feed of everything that happened, in its order.',
  Webhooks: 'For partners: events sent to an address of yours, signed, in order, at least once.',
  Sandbox:
    'For partners with a test key: bookings as guests and the hotel make them, faults on purpose, a new beginning, and what its software has shown that it can do. Whatever a test key is answered, by any operation, has the member `test: true`.',
  Mapping: 'For partners: the hotel, its room types and boards, and the limits of the key.',
  Search: 'For everybody: cities, hotels, what a stay costs.',
  Bookings: 'For guests and agencies: book, change, cancel, with the booking’s token or signed in.',
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
const EVERYWHERE: ErrorCode[] = [
  ...(['validation_failed', 'internal', 'unavailable', 'migrating', 'outcome_unknown'] as const),
]
const BODY_ERRORS: ErrorCode[] = ['malformed_json', 'too_large', 'unsupported_media_type']

/** An operation as OpenAPI has it, with an answer for each problem that it can end in. */
export function describeOperation(operation: RoutedOperation, door: DoorWords): DocumentDecoration {
  const { id, tag, summary, path, body, callbacks } = operation
  const { words, scopes } = describeScope(operation, door)
  const role = describeRole(operation, door)
  const act = door.hasSessions && (operation.stepUp ?? operation.stepUpIf)
  const headers = door.headers ?? []
  const pathNames = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const codes = new Set([
    ...(operation.errors ?? []),
    ...door.errors,
    ...(scopes?.length ? (['scope_missing'] as const) : []),
    ...(role.roles?.length ? (['role_missing'] as const) : []),
    ...(act ? (['step_up_required'] as const) : []),
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
  const { status, says, answer: schema, media, example, headers: own, also } = operation
  const answers = { [status]: { description: says, schema, media, example, headers: own }, ...also }
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [operation.description ?? `${summary}.`, ...words, ...role.words].join('\n\n'),
    security: door.security as Record<string, string[]>[],
    ...(scopes && { 'x-scope': scopes }),
    ...(role.roles && { 'x-member-role': role.roles }),
    ...(act && { 'x-step-up': act }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: describeBody(operation) }),
    ...(callbacks && { callbacks }),
    responses: {
      ...mapValues(answers, (answer) => describeAnswer(answer, headers, door)),
      ...describeProblems([...codes], { refusal: operation.refusal, headers }),
    },
  } as DocumentDecoration
}

/** The scopes of which an operation needs one, and how that is said; nothing of what anybody else may call. */
function describeScope({ scope }: AnyOperation, { isScoped, isTest }: DoorWords) {
  if (!isScoped || scope === undefined) return { words: [] }
  const scopes = scopesOf(scope)
  const named = scopes.map((each) => `\`${each}\``).join(' or ')
  const any = isTest ? 'With a test key.' : 'Any key will do.'
  return { words: [scopes.length > 0 ? `Scope: ${named}.` : any], scopes }
}

/** The same of the roles of a hotel's members. */
function describeRole({ memberRole }: AnyOperation, { hasMembers }: DoorWords) {
  if (!hasMembers || memberRole === undefined) return { words: [] }
  const roles = rolesOf(memberRole)
  const named = roles.map((each) => `\`${each}\``).join(' or ')
  return { words: roles.length > 0 ? [`Role in the hotel: ${named}.`] : [], roles }
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

function describeBody({ body, bodyIs, bodyMedia, examples = {} }: AnyOperation) {
  if (bodyMedia) {
    const file = { schema: toOpenApi(body!) }
    return { required: true, content: Object.fromEntries(bodyMedia.map((media) => [media, file])) }
  }
  const called = Object.entries(examples).map(([summary, value], index) => [
    `example${index + 1}`,
    { summary, value },
  ])
  return {
    required: bodyIs !== 'optional',
    content: {
      'application/json': { schema: toOpenApi(body!), examples: Object.fromEntries(called) },
    },
  }
}

function describeAnswer(
  answer: AnswerWords,
  headers: readonly HeaderName[],
  { isScoped }: DoorWords,
) {
  const { description, schema, media = 'application/json', example, headers: own = [] } = answer
  const head = { description, headers: refer([...EVERY_ANSWER, ...own, ...headers]) }
  if (!schema) return head
  // As `examples`, which generators of types leave out: as `example` they were a sixth of a client's types.
  const examples = example === undefined ? {} : { examples: { example: { value: example } } }
  // Who has scopes may hold a test key.
  const content = { schema: toOpenApi(isScoped ? withTestMark(schema) : schema), ...examples }
  return { ...head, content: { [media]: content } }
}
