import type { DocumentDecoration, Context as ElysiaContext } from 'elysia'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { StepUp } from '../../domain/accounts/step-up.ts'
import { LONG_BODY_BYTES_MAX } from '../../domain/kernel/limits.ts'
import { readBody, readOptionalBody } from './body.ts'
import { inTurn } from './call-turn.ts'
import type { Context } from './context.ts'
import { showsGuests } from './guest-data.ts'
import {
  type AnyOperation,
  type DoorWords,
  describeOperation,
  type Operation,
  type Tag,
} from './operation.ts'
import { packAnswer } from './packing.ts'
import { addressText, createQueryReader } from './query.ts'
import { type AnswerCounter, answerCounter } from './request-counts.ts'
import { addingAll, type RouteArguments } from './route-group.ts'
import { answerTest, isTestRequest } from './test-mode.ts'
import type { AnswerSpan, TraceAnswer } from './trace.ts'
import { runWatched, type Watch, watchOf } from './watch.ts'

/** An incoming request before anything is read. */
export type Call = {
  request: Request
  /** Headers and status of the answer. */
  set: ElysiaContext['set']
  /** Of the root app: where a handler names `server`, Elysia defines a property of each context, a 50th of a pull. */
  server: ElysiaContext['server']
  /** The span of a request that is traced. */
  span?: AnswerSpan
}

/**
 * A door: authentication and authorisation of a group of routes. Handlers get its `Caller`; each route must state its
 * `Needs`, such as a scope.
 */
export type Door<
  Caller extends object,
  Query extends TProperties = Record<never, never>,
  Needs extends object = object,
> = DoorWords & {
  /** Counts the answers of the operations behind the door, and tells the addresses of its callers. */
  context: Pick<Context, 'counts' | 'trustedProxies' | 'log'>
  /** Called for each operation behind the door. */
  added?: (operation: string) => void
  /** Query parameters of the door itself. */
  query?: Query
  /** Called after the body was read. @throws AppError if the caller is no longer admitted */
  hasRead?: (call: Call) => Promise<void>
  /** @throws AppError if the caller is not admitted */
  enter: (
    call: Call,
    readQuery: () => Static<TObject<Query>>,
    ...needs: DoorArguments<Needs>
  ) => Caller | Promise<Caller>
}

/** A caller whose session may need a step-up. */
export type Accountable = {
  /** @throws AppError `step_up_required` for a session without a recent step-up */
  needStepUp: (act: StepUp) => void
}

/** The extra arguments of `enter`: none if the door has no needs. */
type DoorArguments<Needs> = object extends Needs ? [] : [Needs]

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Names of the parameters in a path. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The key in a route's `detail` for the function that describes its operation. */
export const DESCRIBE = 'x-describe'

/** The function that adds a route behind a door; see `routes`. */
export type AddRoute<
  Caller extends object,
  DoorQuery extends TProperties = Record<never, never>,
  Needs extends object = object,
> = ReturnType<typeof routes<Caller, DoorQuery, Needs>>['route']

declare const writtenBrand: unique symbol
/** An answer that is already text, made by `rawJson`; no schema is checked. */
export type RawJson = { [writtenBrand]: true }

/**
 * Marks an answer that is already JSON text, perhaps compressed, or has no body. A hot path sets its headers and status
 * itself: a `Response` would make Elysia take half as long again.
 */
export const rawJson = (json?: string | Uint8Array) => json as unknown as RawJson

/** The result of a handler. Without an `answer` schema only a `Response` is sent; any other value is dropped. */
type HandlerResult<Answer extends TSchema> = Response | RawJson | Static<Answer>

/** The input of a handler, in addition to its caller. */
type Input<Path extends string, Query extends TProperties, Body extends TSchema> = Call & {
  params: Record<Names<Path>, string>
  query: Static<TObject<Query>>
  body: Static<Body>
}

/** An operation with its handler. */
type RouteSpec<
  HandlerInput,
  Query extends TProperties,
  Body extends TSchema,
  Answer extends TSchema,
> = Operation<Query, Body, Answer> & {
  handle: (input: HandlerInput) => HandlerResult<Answer> | Promise<HandlerResult<Answer>>
}

/**
 * Creates a group of routes behind one door. Each request passes the door, then the query, then the body, and one place
 * reads, answers and describes it. Unknown or repeated parameters and unknown fields are refused.
 *
 * @param prefix the prefix of every path
 * @returns `app` for `use`, and `route`, which adds a route to the group before that
 */
export function routes<
  Caller extends object,
  DoorQuery extends TProperties,
  Needs extends object = object,
>(prefix: string, door: Door<Caller, DoorQuery, Needs>, tag: Tag) {
  const group: RouteArguments[] = []

  function route<
    const Path extends string,
    Query extends TProperties = Record<never, never>,
    Body extends TSchema = TSchema,
    Answer extends TSchema = TSchema,
  >(
    method: Method,
    path: Path,
    spec: RouteSpec<Input<Path, DoorQuery & Query, Body> & Caller, Query, Body, Answer> & Needs,
  ): void {
    const operation: RouteSpec<never, Query, Body, Answer> = spec
    const needs = [spec] as unknown as DoorArguments<Needs>
    door.added?.(operation.id)
    const count = answerCounter(door.context.counts, operation.id, operation.tag ?? tag)
    const properties = { ...door.query, ...operation.query } as DoorQuery & Query
    const readQuery = createQueryReader(properties)
    const readItsBody = createBodyReader(operation)
    const { handle, answer, status = answer ? 200 : 204 } = operation
    const watchIn = createWatchIn(operation)
    async function answerCall(call: Call, params: Record<string, string>) {
      for (const name in params) params[name] = addressText(params[name]!)
      const caller = await door.enter(call, () => readQuery(call.request) as never, ...needs)
      call.span?.caller(caller)
      if (operation.stepUp) (caller as Partial<Accountable>).needStepUp?.(operation.stepUp)
      const work = () => answerCaller(caller, call, params)
      const answered = isTestRequest(call.request) ? answerTest(call, operation.id, work) : work()
      return answer && method === 'GET' ? packAnswer(call, answered) : answered
    }
    function answerCaller(caller: Caller, call: Call, params: Record<string, string>) {
      const query = readQuery(call.request)
      const watch = watchIn(call)
      const work = (body?: Static<Body>) => {
        if (status !== 200) call.set.status = status
        const done = () => handle({ ...caller, ...call, params, query, body } as never)
        const answered = watch ? runWatched(watch, done) : done()
        // Not awaited: each await costs a tenth of a pull from memory.
        return answer ? answered : onlyResponse(answered)
      }
      if (!readItsBody) return work()
      const body = readItsBody(call.request)
      const { hasRead } = door
      return hasRead ? body.then((read) => hasRead(call).then(() => work(read))) : body.then(work)
    }
    const about = () => ({ tag, ...operation, method, path, status, query: properties })
    // Described when the document is requested: describing every operation takes a third of building the app.
    const detail = { [DESCRIBE]: () => describeOperation(about(), door) } as DocumentDecoration
    const whole = () => ({ ...about(), path: prefix + path })
    const waits = (method === 'GET' || operation.isReading) && !operation.isPrompt
    const inItsTurn = waits ? inTurn(door.context, answerCall) : answerCall
    const run = answering(count, inItsTurn, whole, door.context.counts.trace)
    group.push([
      method,
      prefix + path,
      ({ request, set, root, params }) => run({ request, set, server: root.server }, params),
      // `readBody` reads the bodies.
      { parse: 'none', detail },
    ])
  }

  return { app: addingAll(group), route }
}

/** Returns what finds the watch of a request, if the operation shows guests. */
function createWatchIn(operation: AnyOperation) {
  // Computed when an admin first calls: computing it for every route would slow the start.
  let isShowing: boolean | undefined
  return ({ request }: Call): Watch | undefined => {
    const watch = watchOf(request)
    if (watch) isShowing ??= showsGuests(operation)
    return isShowing ? watch : undefined
  }
}

type AnswerCall = (call: Call, params: Record<string, string>) => Promise<unknown>

/** Returns what answers calls and counts them, each within a span that tells of the operation if they are traced. */
function answering(
  count: AnswerCounter,
  answerCall: AnswerCall,
  about: () => Parameters<TraceAnswer>[0],
  trace: TraceAnswer | undefined,
): AnswerCall {
  const answer: AnswerCall = (call, params) => counted(count, call, () => answerCall(call, params))
  if (!trace) return answer
  const operation = about()
  return (call, params) =>
    trace(operation, call.request, (span) => answer({ ...call, span }, params))
}

/** Answers a call and counts its answer with its time: 0.2 µs. */
async function counted<T>(
  count: AnswerCounter,
  { set, span }: Pick<Call, 'set' | 'span'>,
  answerCall: () => Promise<T>,
) {
  const sinceMs = performance.now()
  try {
    const answer = await answerCall()
    count.answer(answer, set.status, sinceMs, span)
    return answer
  } catch (error) {
    count.failure(error, sinceMs, span)
    throw error
  }
}

/** Drops every result but a `Response`, for an operation without an answer schema. */
async function onlyResponse(answered: unknown): Promise<Response | undefined> {
  const response = await answered
  return response instanceof Response ? response : undefined
}

/** Creates the reader of an operation's body; undefined without a body, or if the handler reads it. */
function createBodyReader({ body, bodyIs }: Pick<AnyOperation, 'body' | 'bodyIs'>) {
  if (!body || bodyIs === 'own') return undefined
  if (bodyIs === 'optional') return (request: Request) => readOptionalBody(body, request)
  const bytesMax = bodyIs === 'long' ? LONG_BODY_BYTES_MAX : undefined
  return (request: Request) => readBody(body, request, bytesMax)
}
