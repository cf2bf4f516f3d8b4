import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Answer } from './matchers.ts'

/** An OpenAPI document as JSON. */
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    parameters: Record<string, Parameter>
    securitySchemes: Record<string, unknown>
  }
  tags: { name: string; description: string }[]
  openapi: string
  servers: { url: string }[]
  info: { version: string }
}

export type Operation = {
  operationId: string
  'x-scope'?: string[]
  'x-member-role'?: string[]
  'x-agency-role'?: string[]
  description?: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}

type Parameter = { name: string; in: string; $ref?: string }

type Response = { description: string; content?: Content; headers?: Record<string, unknown> }

type Content = Record<
  string,
  { schema: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> }
>

type JsonSchema = Record<string, any>

const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  email: /^\S+@\S+$/,
  identifier: /\S/,
  line: /\S/,
  binary: /^/,
  text: /^/,
  'written-text': /\S/,
  uri: /^https?:\/\/\S+$/,
}

/**
 * Every operation of a document, by `METHOD path` with the path as OpenAPI writes it, its answers and parameters in full
 * where it refers to those of the components.
 */
export function operationsOf({ paths, components }: Document): Map<string, Operation> {
  const operations = new Map<string, Operation>()
  const nameOf = ($ref: string) => $ref.split('/').at(-1)!
  const inFull = ([status, answer]: [string, Response & { $ref?: string }]) => [
    status,
    answer.$ref ? components.responses[nameOf(answer.$ref)] : answer,
  ]
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const responses = Object.fromEntries(Object.entries(operation.responses).map(inFull))
      const parameters = operation.parameters?.map((each) =>
        each.$ref ? components.parameters[nameOf(each.$ref)]! : each,
      )
      const full = { ...operation, responses, ...(parameters && { parameters }) }
      if (full.requestBody) full.requestBody = inlineRefs(full.requestBody, components.schemas)
      operations.set(`${method.toUpperCase()} ${path}`, full)
    }
  return operations
}

/** A part of a document in which what it refers to of the schemas stands in full. */
function inlineRefs<Part>(part: Part, schemas: Document['components']['schemas']): Part {
  return JSON.parse(JSON.stringify(part), (_, value) => {
    const { $ref } = value ?? {}
    return $ref === undefined ? value : inlineRefs(schemas[$ref.split('/').at(-1)], schemas)
  })
}

/** The examples of every body in some content. */
export const examplesOf = (content: Content = {}): { schema: JsonSchema; values: unknown[] }[] =>
  Object.values(content).map(({ schema, example, examples = {} }) => ({
    schema,
    values: [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples).map(({ value }) => value),
    ],
  }))

/**
 * Where a value breaks a schema of the document, in words; empty when it keeps it. A member that the schema does not
 * name breaks it.
 */
export function breaches(document: Document, schema: JsonSchema, value: unknown): string[] {
  const errors = Value.Errors(toTypeBox(document, schema), value)
  return [...errors].slice(0, 5).map(({ path, message }) => `${path || '/'}: ${message}`)
}

/** Where an answer breaks what its operation documents; empty when it keeps it. */
export function breachesOf(document: Document, operation: Operation, answer: Answer): string[] {
  const documented = operation.responses[answer.status]
  if (!documented) return [`${answer.status} is not documented`]
  if (!documented.content) return answer.text === '' ? [] : ['there is a body, but none documented']
  const type = answer.headers.get('content-type')?.split(';')[0] ?? 'none'
  const content = documented.content[type] ?? documented.content[type.replace(/\/.*/, '/*')]
  if (!content) return [`the content type ${type} is not documented for ${answer.status}`]
  return breaches(document, content.schema, /json/.test(type) ? answer.body : answer.text)
}

/** A schema of OpenAPI 3.0 as one of TypeBox. @throws Error for a keyword it does not know */
function toTypeBox(document: Document, schema: JsonSchema): TSchema {
  if (schema.nullable) {
    const { nullable, ...rest } = schema
    return Type.Union([toTypeBox(document, rest), Type.Null()])
  }
  const convert = (each: JsonSchema) => toTypeBox(document, each)
  if (schema.$ref) return convert(document.components.schemas[schema.$ref.split('/').at(-1)]!)
  if (schema.allOf) return convert(mergedOf(document, schema.allOf))
  if (schema.oneOf) return Type.Union(schema.oneOf.map(convert))
  if (schema.anyOf) return Type.Union(schema.anyOf.map(convert))
  if (schema.enum) return Type.Union(schema.enum.map(toLiteral))
  if (schema.type === 'object') return objectOf(schema, convert)
  if (schema.type === 'array') return Type.Array(convert(schema.items), limits(schema))
  if (schema.type === 'string') return Type.String(limits(schema))
  if (schema.type === 'integer') return Type.Integer(limits(schema))
  if (schema.type === 'number') return Type.Number(limits(schema))
  if (schema.type === 'boolean') return Type.Boolean()
  throw new Error(`this schema is not understood: ${JSON.stringify(schema)}`)
}

/** Objects that a value is all of, as one. */
function mergedOf({ components }: Document, all: JsonSchema[]): JsonSchema {
  const objects = all.map(({ $ref, ...each }) =>
    $ref ? components.schemas[$ref.split('/').at(-1)]! : each,
  )
  return {
    type: 'object',
    properties: Object.assign({}, ...objects.map(({ properties }) => properties)),
    required: objects.flatMap(({ required = [] }) => required),
  }
}

const toLiteral = (value: string | null) => (value === null ? Type.Null() : Type.Literal(value))

function objectOf(
  { properties = {}, required = [], additionalProperties: others }: JsonSchema,
  convert: (schema: JsonSchema) => TSchema,
): TSchema {
  const members = Object.entries<JsonSchema>(properties).map(([name, schema]) => [
    name,
    required.includes(name) ? convert(schema) : Type.Optional(convert(schema)),
  ])
  // Names that are data (`true`, or a schema of their values) are no members that the schema forgot.
  const additionalProperties = typeof others === 'object' ? convert(others) : (others ?? false)
  return Type.Object(Object.fromEntries(members), { additionalProperties })
}

/** What a schema says of length, size and form; formats become patterns, for TypeBox knows none by itself. */
function limits({ type, items, description, format, ...rest }: JsonSchema): JsonSchema {
  if (format === undefined) return rest
  const pattern = FORMATS[format]
  if (!pattern) throw new Error(`this format is not understood: ${format}`)
  return { ...rest, pattern: pattern.source }
}
