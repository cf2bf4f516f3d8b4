import { LRUCache } from 'lru-cache'
import {
  FormatRegistry,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from 'typebox'
import { TypeCompiler } from 'typebox/compiler'
import { type CalendarDate, parseDate } from '../../domain/kernel/date.ts'
import { AppError, type Fault, type Flaw } from '../../domain/kernel/errors.ts'
import { explainErrors } from '../../domain/kernel/explain.ts'

// TypeBox has no formats of its own; dates use the domain's parser.
FormatRegistry.Set('date', (text) => parseDate(text) !== undefined)

/** Cached queries per operation; there are a hundred operations, so the caches stay small. */
const QUERIES_KEPT = 1_000
const QUERY_KEPT_LENGTH_MAX = 500

/** A date parameter; dates that are not in the calendar are refused. */
export const DateParameter = Type.String({ format: 'date' }) as unknown as TUnsafe<CalendarDate>

/** The search text of a list. */
export const SearchParameter = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }))

const WHOLE_TEXT = /^-?\d+$/
const NUMBER_TEXT = /^-?\d+(\.\d+)?$/

/**
 * Creates a cached reader of queries: each distinct query string is parsed once. The schema decides on numbers, booleans
 * and lists (parameters that may repeat); a parameter with a default is always present.
 *
 * @returns a reader that throws AppError `validation_failed` naming every wrong parameter; its result must not be
 *   changed
 */
export function createQueryReader<P extends TProperties>(properties: P) {
  // Created at the first request: a hundred readers would take half of the start-up time.
  let read: ReturnType<typeof makeQueryReader<P>> | undefined
  return (request: Request) => {
    read ??= makeQueryReader(properties)
    return read(request)
  }
}

function makeQueryReader<P extends TProperties>(properties: P) {
  const check = TypeCompiler.Compile(
    Type.Object(properties as TProperties, { additionalProperties: false }),
  )
  const cache = new LRUCache<string, object>({ max: QUERIES_KEPT })
  const defaults = Object.entries(properties).filter(([, each]) => 'default' in each)
  return ({ url }: Request): Static<TObject<P>> => {
    const start = url.indexOf('?')
    const text = start < 0 ? '' : url.slice(start + 1)
    const known = cache.get(text)
    if (known) return known as Static<TObject<P>>
    const { query, flaws } = readParameters(properties, text)
    for (const [name, each] of defaults) query[name] ??= each.default
    const isRead = check.Check(query)
    if (!isRead) flaws.push(...explainErrors(check.Errors(query)))
    if (flaws.length > 0) throw queryFlaws(flaws.filter(isFirstOfPath))
    if (text.length <= QUERY_KEPT_LENGTH_MAX) cache.set(text, query)
    return query as Static<TObject<P>>
  }
}

const isFirstOfPath = ({ path }: Flaw, index: number, all: Flaw[]) =>
  all.findIndex((each) => each.path === path) === index

/** Parses the parameters of a query string by their schemas; a wrong one gets a flaw and keeps its text. */
function readParameters(properties: TProperties, text: string) {
  // Without a prototype: `__proto__` is a name like any other.
  const values: Record<string, string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    values[name] ??= []
    values[name].push(addressText(value))
  }
  const query: Record<string, unknown> = Object.create(null)
  const flaws: Flaw[] = []
  for (const [name, given] of Object.entries(values)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const flaw = flawOf(property, given)
    if (flaw) flaws.push({ path: `/${name.slice(0, 100)}`, ...flaw })
    query[name] = property?.type === 'array' ? given : readText(property, given[0]!)
  }
  return { query, flaws }
}

function flawOf(property: TSchema | undefined, given: string[]): Fault | undefined {
  const type = property?.type
  if (given.length > 1 && type !== 'array')
    return { code: 'repeated', message: 'This parameter appears twice.' }
  const [text = ''] = given
  if (type === 'integer' && !WHOLE_TEXT.test(text))
    return { code: 'wrong_type', message: 'Must be an integer.' }
  if (type === 'number' && !NUMBER_TEXT.test(text))
    return { code: 'wrong_type', message: 'Must be a number.' }
  if (type === 'boolean' && text !== 'true' && text !== 'false')
    return { code: 'unknown_value', message: 'Must be one of "true", "false".' }
  return undefined
}

function readText(property: TSchema | undefined, text: string): unknown {
  if (property?.type === 'integer' || property?.type === 'number') return Number(text)
  if (property?.type === 'boolean') return text === 'true'
  return text
}

/**
 * Replaces NULs in text of a URL: no stored text has one (`readBody`), and PostgreSQL refuses to search for it. A path
 * parameter with broken encoding, which Elysia gives as null, is such a text, too.
 */
export const addressText = (text: string | null) =>
  text === null ? REPLACEMENT : text.replaceAll('\0', REPLACEMENT)

const REPLACEMENT = '\u{FFFD}'

/** The error for wrong query parameters, each named as `?parameter`. */
export function queryFlaws(flaws: readonly Flaw[]): AppError {
  const errors = flaws.map(({ path, ...flaw }) => ({ path: `?${path.split('/')[1]}`, ...flaw }))
  return new AppError('validation_failed', errors[0]?.message ?? 'The query is not valid.', {
    errors,
  })
}

/** A parameter with a fixed set of words. */
export function oneOf<const T extends string>(...values: T[]): TUnsafe<T> {
  const pattern = `^(${values.join('|').replaceAll('.', '\\.')})$`
  return Type.String({ pattern, enum: values }) as unknown as TUnsafe<T>
}
