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

// TypeBox knows no formats by itself; dates are those of the domain.
FormatRegistry.Set('date', (text) => parseDate(text) !== undefined)

/** Of each operation: there are a hundred of them, and what they keep together is to be small. */
const QUERIES_KEPT = 1_000
const QUERY_KEPT_LENGTH_MAX = 500

/** A date as a parameter: one that is not in the calendar is refused. */
export const DateParameter = Type.String({ format: 'date' }) as unknown as TUnsafe<CalendarDate>

/** What a list is searched for. */
export const SearchParameter = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }))

const WHOLE_TEXT = /^-?\d+$/
const NUMBER_TEXT = /^-?\d+(\.\d+)?$/

/**
 * Reads queries by their schema, each distinct query string once. Numbers, booleans and lists (a parameter that may
 * stand more than once) are what the schema says they are; a parameter with a default is there always.
 *
 * @returns a reader that throws AppError `validation_failed` naming every parameter that is wrong; what it answers must
 *   not be changed
 */
export function createQueryReader<P extends TProperties>(properties: P) {
  // Made when the route is first asked: a hundred of them would be half of what a start waits for.
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

/** The parameters of a query string as their schemas say; of one that is wrong there is a flaw, and its text. */
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
    return { code: 'repeated', message: 'This parameter is given twice.' }
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

/** Text of an address. No stored text has a NUL (`readBody`), and PostgreSQL refuses to look for one. */
export const addressText = (text: string) => text.replaceAll('\0', '\u{FFFD}')

/** The error for flaws of a query, each named as `?parameter`. */
export function queryFlaws(flaws: readonly Flaw[]): AppError {
  const errors = flaws.map(({ path, ...flaw }) => ({ path: `?${path.split('/')[1]}`, ...flaw }))
  return new AppError('validation_failed', errors[0]?.message ?? 'The query is not valid.', {
    errors,
  })
}

/** A parameter that is one of some words. */
export function oneOf<const T extends string>(...values: T[]): TUnsafe<T> {
  const pattern = `^(${values.join('|').replaceAll('.', '\\.')})$`
  return Type.String({ pattern, enum: values }) as unknown as TUnsafe<T>
}
