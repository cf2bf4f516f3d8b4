import {
  type AnyElysia,
  type DocumentDecoration,
  Elysia,
  type Context as ElysiaContext,
} from 'elysia'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { StepUp } from '../../domain/accounts/step-up.ts'
import { readBody, readOptionalBody } from './body.ts'
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
import { answerTest, isTestRequest } from './test-mode.ts'
import { runWatched, type Watch, watchOf } from './watch.ts'

/** What a request comes with before anything of it is read. */
export type Call = {
  request: Request
  /** Headers and status of the answer. */
  set: ElysiaContext['set']
  server: ElysiaContext['server']
}

/**
 * Who is let in to some routes, and what these know of the caller. Of each of them it must be said what is in `Needs`, as
 * a scope.
 */
export type Door<
  Caller extends object,
  Query extends TProperties = Record<never, never>,
  Needs extends object = object,
> = DoorWords & {
  /** Told of each operation behind it. */
  added?: (operation: string) => void
  /** Parameters that it reads itself. */
  query?: Query
  /** Called when a body was read. @throws AppError for who is not let in any more */
  hasRead?: (call: Call) => Promise<void>
  /** @throws AppError for who is not let in */
  enter: (
    call: Call,
    readQuery: () => Static<TObject<Query>>,
    ...needs: DoorArguments<Needs>
  ) => Caller | Promise<Caller>
}

/** A caller who may be asked to show again who they are. */
export type Accountable = {
  /** @throws AppError `step_up_required` unless the session, if it is one, was stepped up lately */
  needStepUp: (act: StepUp) => void
}

/** Nothing where a door asks nothing to be said. */
type DoorArguments<Needs> = object extends Needs ? [] : [Needs]

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Names of the parameters in a path. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Where an operation's `detail` keeps what describes it. */
export const DESCRIBE = 'x-describe'

/** What adds a route behind a door; see `routes`. */
export type AddRoute<
  Caller extends object,
  DoorQuery extends TProperties = Record<never, never>,
  Needs extends object = object,
> = ReturnType<typeof routes<Caller, DoorQuery, Needs>>['route']

declare const writtenBrand: unique symbol
/** What `rawJson` makes: an answer that is text already, which no schema is checked against. */
export type RawJson = { [writtenBrand]: true }

/**
 * An answer that is JSON text already, packed maybe, or has no body. A route of a hot path sets its headers and status itself: with
 * those of a `Response` Elysia takes half as long again.
 */
export const rawJson = (json?: string | Uint8Array) => json as unknown as RawJson

/** What a handler may return. Of an operation without `answer` only a `Response` is sent, anything else is dropped. */
type HandlerResult<Answer extends TSchema> = Response | RawJson | Static<Answer>

/** What a handler is given of a request, beside its caller. */
type Input<Path extends string, Query extends TProperties, Body extends TSchema> = Call & {
  params: Record<Names<Path>, string>
  query: Static<TObject<Query>>
  body: Static<Body>
}

/** An operation with what does it. */
type RouteSpec<
  HandlerInput,
  Query extends TProperties,
  Body extends TSchema,
  Answer extends TSchema,
> = Operation<Query, Body, Answer> & {
  handle: (input: HandlerInput) => HandlerResult<Answer> | Promise<HandlerResult<Answer>>
}

/**
 * Routes behind one door: each is read, answered and described from one place, in this order: its door, its query, its
 * body. An unknown or repeated parameter and an unknown field are refused.
 *
 * @param prefix of the path of each
 * @returns `app` for `use`, and `route`, which adds one
 */
export function routes<
  Caller extends object,
  DoorQuery extends TProperties,
  Needs extends object = object,
>(prefix: string, door: Door<Caller, DoorQuery, Needs>, tag: Tag) {
  const app: AnyElysia = new Elysia({ prefix })

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
    const { handle, ...operation }: RouteSpec<never, Query, Body, Answer> = spec
    const needs = [spec] as unknown as DoorArguments<Needs>
    door.added?.(operation.id)
    const properties = { ...door.query, ...operation.query } as DoorQuery & Query
    const readQuery = createQueryReader(properties)
    const readItsBody = createBodyReader(operation)
    const { answer, status = answer ? 200 : 204 } = operation
    // Looked at when an admin asks, for a start would wait for all of them.
    let isShowing: boolean | undefined
    function watchIn({ request }: Call): Watch | undefined {
      const watch = watchOf(request)
      if (watch) isShowing ??= showsGuests(operation)
      return isShowing ? watch : undefined
    }
    async function answerCall(call: Call, params: Record<string, string>) {
      // What is broken is null.
      for (const name in params) if (params[name]) params[name] = addressText(params[name])
      const caller = await door.enter(call, () => readQuery(call.request) as never, ...needs)
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
        // Not awaited: each wait is a tenth of what a pull from memory takes.
        return answer ? answered : onlyResponse(answered)
      }
      if (!readItsBody) return work()
      const body = readItsBody(call.request)
      const { hasRead } = door
      return hasRead ? body.then((read) => hasRead(call).then(() => work(read))) : body.then(work)
    }
    const about = { tag, ...operation, method, path, status, query: properties }
    // Described when the document is requested: describing every operation takes a third of building the app.
    const detail = { [DESCRIBE]: () => describeOperation(about, door) } as DocumentDecoration

    app.route(
      method,
      path,
      ({ request, set, server, params }) => answerCall({ request, set, server }, params),
      // Bodies are read by `readBody`.
      { parse: 'none', detail },
    )
  }

  return { app, route }
}

/** What is sent of an answer that has no schema. */
async function onlyResponse(answered: unknown): Promise<Response | undefined> {
  const response = await answered
  return response instanceof Response ? response : undefined
}

/** Undefined for an operation without a body, and for one that reads it itself. */
function createBodyReader({ body, bodyIs }: Pick<AnyOperation, 'body' | 'bodyIs'>) {
  if (!body || bodyIs === 'own') return undefined
  const read = bodyIs === 'optional' ? readOptionalBody : readBody
  return (request: Request) => read(body, request)
}
