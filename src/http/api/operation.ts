import type { DocumentDecoration } from 'elysia'
import type { Static, TProperties, TSchema } from 'typebox'
import type { AgencyRole } from '../../domain/accounts/agency-role.ts'
import type { NeededRole } from '../../domain/accounts/membership.ts'
import type { NeededScope } from '../../domain/accounts/scope.ts'
import type { StepUp } from '../../domain/accounts/step-up.ts'
import type { ErrorCode } from '../../domain/kernel/errors.ts'
import { type HeaderName, refer } from './headers.ts'
import { describeRole, describeScope } from './needs.ts'
import { describeProblems } from './problem-answers.ts'
import { mapValues, toOpenApi, withTestMark } from './schema.ts'

/** The description of a door in the OpenAPI document. */
export type DoorWords = {
  /** OpenAPI's security requirements as alternatives; none for public operations. */
  security: readonly Record<string, string[]>[]
  errors: readonly ErrorCode[]
  /** Callers have scopes; each operation names the ones it needs. */
  isScoped?: true
  /** Callers hold a test key. */
  isTest?: true
  /** Callers have roles in hotels; each operation names the ones it needs. */
  hasMembers?: true
  /** Callers have one of these roles in an agency; empty: any. */
  agencyRoles?: readonly AgencyRole[]
  /** Callers have sessions; each operation with lasting effect names its step-up act. */
  hasSessions?: true
  /** Headers of every answer to an admitted caller. */
  headers?: readonly HeaderName[]
}

/** Another successful answer of an operation. */
type AnswerWords = {
  description: string
  schema?: TSchema | undefined
  media?: string | undefined
  example?: unknown
  /** Headers of this answer, in addition to the door's. */
  headers?: readonly HeaderName[] | undefined
}

/** One operation of the API: its parameters, body and answers, as schemas and descriptions. */
export type Operation<Query extends TProperties, Body extends TSchema, Answer extends TSchema> = {
  /** The unique `operationId` of the document. */
  id: string
  summary: string
  /** Only if it says more than the summary. */
  description?: string
  /** The needed scope; ignored behind doors without scopes. */
  scope?: NeededScope
  /** The needed role in the hotel; ignored behind doors without members. */
  memberRole?: NeededRole
  /** The act that needs a step-up of the session; an API key needs none. */
  stepUp?: StepUp
  /** The same, if its handler decides when (`needStepUp`). */
  stepUpIf?: StepUp
  /** Only if it differs from the tag of its `routes()`. */
  tag?: Tag
  query?: Query
  /** Descriptions and examples of the path parameters. */
  params?: Record<string, { description: string; example?: string }>
  /** Optional request headers with their descriptions. */
  asks?: Record<string, string>
  body?: Body
  /** `optional`: an empty body counts as `{}`. `long`: up to 256 KiB. `own`: the handler reads the body. */
  bodyIs?: 'optional' | 'long' | 'own'
  /** Media types of the body, if it is not JSON. */
  bodyMedia?: readonly string[]
  /** Example bodies by a short title. */
  examples?: Record<string, Static<Body>>
  /** Callbacks to an address of the body, as references. */
  callbacks?: Record<string, { $ref: string }>
  /** Only if it is neither 200 nor, without `answer`, 204. */
  status?: 201 | 202
  answer?: Answer
  /** True for a POST that only reads: it waits for its turn in a crowd, as a GET does. */
  isReading?: true
  /** True for a GET that goes on at once, however many came with it: a cheap one, or one that takes turns itself. */
  isPrompt?: true
  /** Description of the answer. */
  says: string
  /** An example of the answer. */
  example?: unknown
  /** Headers of the successful answer, in addition to the door's. */
  headers?: readonly HeaderName[]
  /** Media type of the answer, if it is not JSON. */
  media?: string
  /** Audit: an admin's call is recorded in the hotel's history, though the answer's schema has no guest field. */
  isVisit?: true
  /** Other successful answers, by status. */
  also?: Record<number, AnswerWords>
  /** Error codes in addition to those derived from the door, the body and path parameters. */
  errors?: readonly ErrorCode[]
  /** The schema name of its 422, if it is not `Problem`. */
  refusal?: string
}

export type AnyOperation = Omit<Operation<TProperties, TSchema, TSchema>, 'status'>

/** An operation with its path and tag; its query includes the parameters of its door. */
type RoutedOperation = AnyOperation & {
  /** The path as the router has it: `/:slug/reviews`. */
  path: string
  tag: Tag
  query: TProperties
  status: number
}

export const TAGS = {
  Availability: 'For partners: pull and push availability, prices and stop sale by day.',
  Reservations: 'For partners: pull and acknowledge reservations, and act for the hotel on them.',
  Changes: 'For partners: a durable feed of all changes, in order.',
  Webhooks: 'For partners: signed events to your address, in order, at least once.',
  Sandbox:
    'For partners with a test key: bookings as guests and the hotel make them, simulated faults, a reset, and the certification of your software. Every answer to a test key has `test: true`.',
  Mapping: 'For partners: the hotel, its room types and boards, and the limits of the key.',
  'Set-up': 'For partners: rates, room types, texts and photos, under the rules of the panel.',
  Search: 'For everyone: cities, hotels and prices of a stay.',
  Bookings: 'For guests and agencies: book, change, cancel, with the booking’s token or signed in.',
  Panel:
    'For hotel managers: figures, bookings, rooms, days, reviews and API keys of their hotels.',
  Agencies: 'For agency users: their bookings and commission.',
  Administration: 'For admins: catalogue, accounts, agencies, limits and the audit log.',
  Accounts: 'For everyone: register, log in and out, manage your own account.',
  Service: 'For everyone: version and health of the service.',
} as const

export type Tag = keyof typeof TAGS

const EVERY_ANSWER: HeaderName[] = ['x-request-id']
/** Errors of every operation; `validation_failed` because unknown query parameters are refused everywhere. */
const EVERYWHERE: ErrorCode[] = [
  ...(['validation_failed', 'internal', 'unavailable', 'migrating', 'outcome_unknown'] as const),
]
const BODY_ERRORS: ErrorCode[] = ['malformed_json', 'too_large', 'unsupported_media_type']

/** Describes an operation for OpenAPI, with an answer for each possible problem. */
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
    ...(role.roles?.length || role.agencyRoles?.length ? (['role_missing'] as const) : []),
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
    ...(role.agencyRoles && { 'x-agency-role': role.agencyRoles }),
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

/** TypeBox's mark of optional schemas. */
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
  // Type generators skip `examples`; as `example` they were a sixth of a client's types.
  const examples = example === undefined ? {} : { examples: { example: { value: example } } }
  // A caller with scopes may have a test key.
  const content = { schema: toOpenApi(isScoped ? withTestMark(schema) : schema), ...examples }
  return { ...head, content: { [media]: content } }
}
