import { t } from 'elysia'
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
import { type CalendarDate, parseDate } from '../../domain/date.ts'
import { AppError, type Fault, type Flaw, refused } from '../../domain/errors.ts'
import { explainErrors } from '../../domain/explain.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../domain/limits.ts'

// TypeBox knows no formats by itself; dates are those of the domain.
FormatRegistry.Set('date', (text) => parseDate(text) !== undefined)

/** Parameters that are numbers, whole ones and others; a name means the same wherever it stands. */
const WHOLE = [
  'adults',
  'children',
  'rooms',
  'minPriceCents',
  'maxPriceCents',
  'limit',
  'waitSeconds',
]
const NUMBERS = ['lat', 'lng', 'radiusKm']
const QUERIES_KEPT = 10_000
const QUERY_KEPT_LENGTH_MAX = 500

/** A date as a parameter: one that is not in the calendar is refused. */
export const DateParameter = Type.String({ format: 'date' }) as unknown as TUnsafe<CalendarDate>

/** What a list is searched for. */
export const SearchParameter = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }))

/** A date of the query string. @throws AppError `validation_failed` */
export function queryDate(name: string, text: string): CalendarDate {
  const date = parseDate(text)
  if (!date) throw refused(`?${name}`, 'invalid_date', 'Must be a real calendar date YYYY-MM-DD.')
  return date
}

/**
 * A whole number of the query, published as the integer it is: of `t.Integer` the document would say that it is text or
 * a number, and its page fill in 0. Its bounds are words, for of what the schema refuses Elysia forgets the name.
 */
export const whole = (about: { description?: string; default?: number }) => ({
  ...t.Number({ multipleOf: 1, ...about }),
  type: 'integer' as 'number',
})

/** The size of a page; `pageSize` holds it to its bounds. */
export const PageSize = whole({
  description: `1 to ${PAGE_SIZE_MAX}`,
  default: PAGE_SIZE_DEFAULT,
})

/** How many entries to list. @throws AppError `validation_failed` */
export function pageSize(limit: number = PAGE_SIZE_DEFAULT, max: number = PAGE_SIZE_MAX): number {
  if (limit < 1 || limit > max)
    throw refused('?limit', 'out_of_range', `Must be 1 to ${max}.`, { min: 1, max })
  return limit
}

/**
 * A hook for `transform` that refuses a parameter given twice, of which Elysia would take the last without a word, and
 * what only looks like a number: to Elysia a space is 0, `0x10` is 16, and of `Infinity` it forgets the name.
 *
 * @param repeatable names that may stand more than once
 * @throws AppError `validation_failed`
 */
export function onceEach(...repeatable: string[]) {
  return ({ request: { url } }: { request: Request }): void => {
    const names = new Set<string>()
    for (const pair of url.slice(url.indexOf('?') + 1).split('&')) {
      const name = nameOf(pair)
      if (name === '') continue
      if (names.has(name) && !repeatable.includes(name))
        throw refused(`?${name.slice(0, 100)}`, 'repeated', 'This parameter is given twice.')
      names.add(name)
      refuseOddNumber(name, pair)
    }
  }
}

function refuseOddNumber(name: string, pair: string): void {
  const isWhole = WHOLE.includes(name)
  if (!isWhole && !NUMBERS.includes(name)) return
  const value = [...new URLSearchParams(pair).values()][0] ?? ''
  if (isWhole && !/^-?\d+$/.test(value))
    throw refused(`?${name}`, 'wrong_type', 'Must be an integer.')
  if (!isWhole && !/^-?\d+(\.\d+)?$/.test(value))
    throw refused(`?${name}`, 'wrong_type', 'Must be a number.')
}

function nameOf(pair: string): string {
  const end = pair.indexOf('=')
  const name = end < 0 ? pair : pair.slice(0, end)
  // Decoded only where there is something to decode: every pull passes here.
  return /[%+]/.test(name) ? ([...new URLSearchParams(pair).keys()][0] ?? '') : name
}

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
    values[name].push(value)
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

/** The error for flaws of a query, each named as `?parameter`. */
export function queryFlaws(flaws: readonly Flaw[]): AppError {
  const errors = flaws.map(({ path, ...flaw }) => ({ path: `?${path.split('/')[1]}`, ...flaw }))
  return new AppError('validation_failed', errors[0]?.message ?? 'The query is not valid.', {
    errors,
  })
}

/** Every value of a parameter, as it was sent: where Elysia sees a list it splits values at their commas. */
function queryAll(name: string, { url }: Request): string[] {
  return new URLSearchParams(url.slice(url.indexOf('?') + 1)).getAll(name)
}

/** Every value of a parameter, each one of some words. @throws AppError `validation_failed` */
export function queryWords<const T extends string>(
  name: string,
  request: Request,
  words: readonly T[],
): T[] {
  const values = queryAll(name, request)
  const unknown = values.find((value) => !(words as readonly string[]).includes(value))
  if (unknown !== undefined)
    throw refused(`?${name}`, 'unknown_value', `Must be one of ${words.join(', ')}.`)
  return values as T[]
}

/** One of some words. (Elysia's `t.UnionEnum` fills in the first one when the parameter is absent.) */
export function oneOf<const T extends string>(...values: T[]): TUnsafe<T> {
  const pattern = `^(${values.join('|').replaceAll('.', '\\.')})$`
  return Type.String({ pattern, enum: values }) as unknown as TUnsafe<T>
}
