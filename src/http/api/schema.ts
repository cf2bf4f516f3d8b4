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

/** The named schemas of the OpenAPI document, by name. */
export const NAMED = new Map<string, TSchema>()

/** Names a schema for the OpenAPI document, which defines it once and refers to it elsewhere. */
export function named<T extends TSchema>(name: string, schema: T): T {
  if (NAMED.has(name)) throw new Error(`two schemas are named ${name}`)
  const made = { ...schema, $id: name }
  NAMED.set(name, made)
  return made
}

/** Creates a named object schema of the OpenAPI document. */
export const namedObject = <T extends TProperties>(
  name: string,
  properties: T,
  options: { example?: unknown } = {},
): TObject<T> => named(name, Type.Object(properties, options))

/** Makes a schema nullable; OpenAPI 3.0 has no null type. */
export const nullable = <T extends TSchema>(
  schema: T,
  description?: string,
): TUnsafe<Static<T> | null> =>
  Type.Unsafe({ ...Type.Union([Type.Null(), schema]), ...(description && { description }) })

/** Marks answers and events of a sandbox (contract §2, *Sandbox*). */
export const TestMark = Type.Optional(
  named(
    'TestMark',
    Type.Boolean({
      description: '`true`: from a sandbox, or a requested example; else absent.',
    }),
  ),
)

const TestMarked = namedObject('Tested', { test: TestMark })

/** Adds the test mark to an answer schema: as a member, or by `allOf` if the schema is named. */
export function withTestMark(answer: TSchema): TSchema {
  if (answer.anyOf) return { ...answer, anyOf: answer.anyOf.map(withTestMark) }
  if (answer.type !== 'object' || 'test' in answer.properties) return answer
  if (answer.$id) return Type.Unsafe({ allOf: [answer, TestMarked] })
  return { ...answer, properties: { ...answer.properties, test: TestMark } }
}

/** A string schema with a fixed set of words. */
export const words = <const T extends string>(...values: readonly T[]): TUnsafe<T> =>
  Type.Unsafe({ type: 'string', enum: values })

/** Formats a whole number for sentences of the document: `50,000`. Loading locales for that would slow the start. */
export const groupDigits = (number: number): string =>
  number < 1_000
    ? String(number)
    : `${groupDigits(Math.floor(number / 1_000))},${String(number % 1_000).padStart(3, '0')}`

/** A calendar date `YYYY-MM-DD`. */
export const DateText = Type.String({ format: 'date' })
/** An instant, RFC 3339 with milliseconds in UTC. */
export const Instant = Type.String({ format: 'date-time' })

type Instants<Answer> = Extract<
  keyof Answer,
  'at' | `${string}At` | `${string}Since` | `${string}Until`
>
/** The row of an answer: the same members, but instants (`createdAt`) are epoch milliseconds (`createdAtMs`). */
type AnswerRow<Answer> = Omit<Answer, Instants<Answer>> & {
  [Name in Instants<Answer> as `${Name}Ms`]: null extends Answer[Name] ? number | null : number
}

/** Formats a row as an answer: exactly the members of the schema, in its order; other fields of the row are dropped. */
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

/** The schema of a page of a list (contract §5). */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), nextCursor: nullable(Type.String()) })

const SearchedUntil = named(
  'SearchedUntil',
  Type.String({
    format: 'date-time',
    description: `Only if the search stopped after ${groupDigits(ROWS_SEARCHED_MAX)} entries: the creation time it reached. Such a page may be short or even empty; \`nextCursor\` continues the search.`,
  }),
)

/** The schema of a page of search results; the search may be unfinished. */
export const searchPageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    ...pageOf(item).properties,
    searchedUntil: Type.Optional(SearchedUntil),
  })

/**
 * Creates a discriminated union: each variant has its own word in one member.
 *
 * @param variants the schemas by that word
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

/** Null alone, in OpenAPI 3.0. Named because orval 7 writes no type for it inline in a union. */
const Null = named('Null', Type.Unsafe({ type: 'object', nullable: true, enum: [null] }))

/**
 * Translates a schema to OpenAPI 3.0: a named schema becomes a reference, a union with null `nullable`, and a constant
 * an enum of one value.
 *
 * @param isDefinition true to define a named schema itself instead of referring to it
 */
export function toOpenApi(schema: TSchema, isDefinition = false): Record<string, unknown> {
  const { $id, allOf, anyOf, oneOf, items, properties, additionalProperties, ...more } = schema
  const { const: constant, pattern, ...rest } = more
  if ($id && !isDefinition) return { $ref: `#/components/schemas/${$id}` }
  const [first, other, ...others] = (anyOf ?? []) as TSchema[]
  if (first?.type === 'null' && other && others.length === 0) {
    const meant = toOpenApi(other)
    // OpenAPI 3.0 ignores `nullable` next to a reference.
    if ('$ref' in meant) return { oneOf: [meant, toOpenApi(Null)], ...rest }
    const orNull = Array.isArray(meant.enum) && { enum: [...meant.enum, null] }
    return { ...meant, ...rest, ...orNull, nullable: true }
  }
  return {
    ...rest,
    ...(constant !== undefined && { enum: [constant] }),
    // The pattern adds nothing to an enum or a date.
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

/** Maps the values of a record. */
export const mapValues = <From, To>(record: Record<string, From>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
