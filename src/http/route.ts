import {
  type AnyElysia,
  type DocumentDecoration,
  Elysia,
  type Context as ElysiaContext,
} from 'elysia'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import {
  type AnyOperation,
  type DoorWords,
  describeOperation,
  type Operation,
  type Tag,
} from './operation.ts'
import { readBody, readOptionalBody } from './request/body.ts'
import { createQueryReader } from './request/query.ts'

/** What a request comes with before anything of it is read. */
export type Call = {
  request: Request
  /** Headers and status of the answer. */
  set: ElysiaContext['set']
  server: ElysiaContext['server']
}

/** Who is let in to some routes, and what these know of the caller. */
export type Door<
  Caller extends object,
  Query extends TProperties = Record<never, never>,
> = DoorWords & {
  /** Parameters that it reads itself. */
  query?: Query
  /** @throws AppError for who is not let in */
  enter: (call: Call, readQuery: () => Static<TObject<Query>>) => Caller | Promise<Caller>
}

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
> = ReturnType<typeof routes<Caller, DoorQuery>>['route']

declare const writtenBrand: unique symbol
/** What `written` makes: an answer that is text already, which no schema is checked against. */
export type Written = { [writtenBrand]: true }

/**
 * An answer that is JSON text already, or has no body. A route of a hot path sets its headers and status itself: with
 * those of a `Response` Elysia takes half as long again.
 */
export const written = (json?: string) => json as unknown as Written

/** What a handler may return. Of an operation without `answer` only a `Response` is sent, anything else is dropped. */
type Answered<Answer extends TSchema> = Response | Written | Static<Answer>

/**
 * Routes behind one door: each is read, answered and described from one place, in this order: its door, its query, its
 * body. An unknown or repeated parameter and an unknown field are refused.
 *
 * @param prefix of the path of each
 * @returns `app` for `use`, and `route`, which adds one
 */
export function routes<Caller extends object, DoorQuery extends TProperties>(
  prefix: string,
  door: Door<Caller, DoorQuery>,
  tag: Tag,
) {
  const app: AnyElysia = new Elysia({ prefix })

  function route<
    const Path extends string,
    Query extends TProperties = Record<never, never>,
    Body extends TSchema = TSchema,
    Answer extends TSchema = TSchema,
  >(
    method: Method,
    path: Path,
    {
      handle,
      ...operation
    }: Operation<Query, Body, Answer> & {
      handle: (
        input: Caller &
          Call & {
            params: Record<Names<Path>, string>
            query: Static<TObject<DoorQuery & Query>>
            body: Static<Body>
          },
      ) => Answered<Answer> | Promise<Answered<Answer>>
    },
  ): void {
    const properties = { ...door.query, ...operation.query } as DoorQuery & Query
    const readQuery = createQueryReader(properties)
    const readItsBody = createBodyReader(operation)
    const { answer, status = answer ? 200 : 204 } = operation
    async function answerCall(call: Call, params: Record<string, string>) {
      const caller = await door.enter(call, () => readQuery(call.request) as never)
      const query = readQuery(call.request)
      const body = readItsBody && (await readItsBody(call.request))
      if (status !== 200) call.set.status = status
      const answered = handle({ ...caller, ...call, params, query, body } as never)
      // Not awaited: each wait is a tenth of what a pull from memory takes.
      if (answer) return answered
      const response = await answered
      return response instanceof Response ? response : undefined
    }
    const about = { tag, ...operation, method, path, status, query: properties }
    // Said when the document is asked for: to say all of them takes a third of making the app.
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

/** Undefined for an operation without a body, and for one that reads it itself. */
function createBodyReader({ body, bodyIs }: Pick<AnyOperation, 'body' | 'bodyIs'>) {
  if (!body || bodyIs === 'own') return undefined
  const read = bodyIs === 'optional' ? readOptionalBody : readBody
  return (request: Request) => read(body, request)
}
