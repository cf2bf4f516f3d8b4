import type { Operations } from './operation-types.ts'
import type { PARTNERS } from './operations.ts'

export type * from './operation-types.ts'

/** Ids of operations that API keys call. */
export type PartnersId = keyof typeof PARTNERS
type Id = keyof Operations

/** The parameters of an operation, those of its path and its query together. */
export type Params<Of extends Id> = Operations[Of]['params']

/** The body that an operation takes; `undefined` where it takes none. */
export type Body<Of extends Id> = Operations[Of] extends { body?: infer B } ? B : undefined

/** The answer of a successful operation; `undefined` for an answer without a body, a Blob for a file. */
export type Answer<Of extends Id> = Operations[Of]['answer']

/** One element of the list in an operation's answer (contract §5). */
export type Item<Of extends Id> =
  Answer<Of> extends { items: readonly (infer Element)[] } ? Element : never

/** Values of a query; `undefined` is left out, and a list repeats its name. */
export type Query = Record<string, string | number | boolean | readonly string[] | undefined>

/** Splits an address and fills in its parameters; those that the path does not name go into the query. */
export function requestOf(
  address: string,
  params: object,
): { method: string; path: string; query: Query } {
  const [method = '', template = ''] = address.split(' ')
  const query = { ...params } as Query
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(query[name])
    delete query[name]
    return encodeURIComponent(value)
  })
  return { method, path, query }
}

/** Returns `?a=1&b=2`, or an empty text. */
export function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => [name, String(each)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
