import {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from 'typebox'
import { instantOrNull } from '../../domain/kernel/date.ts'
import { ROWS_SEARCHED_MAX } from '../../domain/kernel/search-text.ts'

/** The schemas that have a name in the OpenAPI document, by it. */
export const NAMED = new Map<string, TSchema>()

/** Gives a schema its name in the OpenAPI document, where it stands once and is referred to. */
export function named<T extends TSchema>(name: string, schema: T): T {
  if (NAMED.has(name)) throw new Error(`two schemas are named ${name}`)
  const made = { ...schema, $id: name }
  NAMED.set(name, made)
  return made
}

/** An object of these members with a name in the OpenAPI document. */
export const namedObject = <T extends TProperties>(
  name: string,
  properties: T,
  options: { example?: unknown } = {},
): TObject<T> => named(name, Type.Object(properties, options))

/** A schema or null; OpenAPI 3.0 has no type for null. */
export const nullable = <T extends TSchema>(
  schema: T,
  description?: string,
): TUnsafe<Static<T> | null> =>
  Type.Unsafe({ ...Type.Union([Type.Null(), schema]), ...(description && { description }) })

/** Marks what is told of nothing that happened (contract §2, *Sandbox*). */
export const TestMark = Type.Optional(
  named(
    'TestMark',
    Type.Boolean({
      description: '`true`: of a sandbox, or an example that was asked for; else absent.',
    }),
  ),
)

const TestMarked = namedObject('Tested', { test: TestMark })

/** An answer as test keys get it, too: a member of its own, of a named one beside it. */
export function withTestMark(answer: TSchema): TSchema {
  if (answer.anyOf) return { ...answer, anyOf: answer.anyOf.map(withTestMark) }
  if (answer.type !== 'object' || 'test' in answer.properties) return answer
  if (answer.$id) return Type.Unsafe({ allOf: [answer, TestMarked] })
  return { ...answer, properties: { ...answer.properties, test: TestMark } }
}

/** One of some words. */
export const words = <const T extends string>(...values: readonly T[]): TUnsafe<T> =>
  Type.Unsafe({ type: 'string', enum: values })

/** A number as sentences of the document write it: `50,000`. */
export const groupDigits = (number: number) => number.toLocaleString('en')

/** A calendar date `YYYY-MM-DD`. */
export const DateText = Type.String({ format: 'date' })
/** An instant, RFC 3339 with milliseconds in UTC. */
export const Instant = Type.String({ format: 'date-time' })

type Instants<Answer> = Extract<
  keyof Answer,
  'at' | `${string}At` | `${string}Since` | `${string}Until`
>
/** What an answer is made of: its members, of which instants (`createdAt`) are epoch milliseconds (`createdAtMs`). */
type AnswerRow<Answer> = Omit<Answer, Instants<Answer>> & {
  [Name in Instants<Answer> as `${Name}Ms`]: null extends Answer[Name] ? number | null : number
}

/** The answer of a schema that a row makes, in the order of the schema; what else the row has is not told. */
export function show<T extends TObject>(schema: T, row: AnswerRow<Static<T>>): Static<T> {
  const given = row as Record<string, unknown>
  const shown: Record<string, unknown> = {}
  for (const name of Object.keys(schema.properties)) {
    const atMs = given[`${name}Ms`] as number | null | undefined
    const value = atMs === undefined ? given[name] : instantOrNull(atMs)
    if (value !== undefined) shown[name] = value
  }
  return shown as Static<T>
}

/** A page of a list (contract §5). */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), nextCursor: nullable(Type.String()) })

const SearchedUntil = named(
  'SearchedUntil',
  Type.String({
    format: 'date-time',
    description: `Only when the page ended because it had looked through ${groupDigits(ROWS_SEARCHED_MAX)} entries: how far it came, by the time they were made. Such a page may be short, empty even; \`nextCursor\` searches on.`,
  }),
)

/** A page of a list that is searched, and maybe not to its end. */
export const searchPageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    ...pageOf(item).properties,
    searchedUntil: Type.Optional(SearchedUntil),
  })

/**
 * One of several objects, told apart by a member that each of them has one word for.
 *
 * @param variants by that word
 */
export const discriminated = <
  const Member extends string,
  Variants extends Record<string, TSchema>,
>(
  propertyName: Member,
  variants: Variants,
): TUnsafe<Static<Variants[keyof Variants]>> =>
  Type.Unsafe({
    oneOf: Object.values(variants),
    discriminator: {
      propertyName,
      mapping: mapValues(variants, ({ $id }) => `#/components/schemas/${$id}`),
    },
  })

/** Null alone, in OpenAPI 3.0. By its name, for orval 7 writes no type at all where it stands in a choice itself. */
const Null = named('Null', Type.Unsafe({ type: 'object', nullable: true, enum: [null] }))

/**
 * A schema as OpenAPI 3.0 can say it: a named one is referred to, a union with null is `nullable`, a constant is the
 * only one of its values.
 *
 * @param isDefinition whether the schema is the named one itself, which is not referred to
 */
export function toOpenApi(schema: TSchema, isDefinition = false): Record<string, unknown> {
  const { $id, allOf, anyOf, oneOf, items, properties, additionalProperties, ...more } = schema
  const { const: constant, pattern, ...rest } = more
  if ($id && !isDefinition) return { $ref: `#/components/schemas/${$id}` }
  const [first, other, ...others] = (anyOf ?? []) as TSchema[]
  if (first?.type === 'null' && other && others.length === 0) {
    const meant = toOpenApi(other)
    // What is referred to cannot be null in OpenAPI 3.0, whatever stands beside the reference.
    if ('$ref' in meant) return { oneOf: [meant, toOpenApi(Null)], ...rest }
    const orNull = Array.isArray(meant.enum) && { enum: [...meant.enum, null] }
    return { ...meant, ...rest, ...orNull, nullable: true }
  }
  return {
    ...rest,
    ...(constant !== undefined && { enum: [constant] }),
    // Of what is one of some words, or a date, the pattern says nothing more.
    ...(pattern && !rest.enum && rest.format !== 'date' && { pattern }),
    ...(allOf && { allOf: allOf.map((each: TSchema) => toOpenApi(each)) }),
    ...(anyOf && { anyOf: anyOf.map((each: TSchema) => toOpenApi(each)) }),
    ...(oneOf && { oneOf: oneOf.map((each: TSchema) => toOpenApi(each)) }),
    ...(items && { items: toOpenApi(items) }),
    ...(properties && {
      properties: mapValues(properties as TProperties, (each) => toOpenApi(each)),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object'
          ? toOpenApi(additionalProperties)
          : additionalProperties,
    }),
  }
}

/** A record with each value changed. */
export const mapValues = <From, To>(record: Record<string, From>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
