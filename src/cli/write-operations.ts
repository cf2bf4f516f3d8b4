/** The parts of an OpenAPI 3.0.3 document that the typed client needs. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, OpenApiOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    responses: Record<string, OpenApiResponse>
  }
}

type OpenApiOperation = {
  operationId: string
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, OpenApiResponse>
}
type Parameter = { $ref?: string; in: string; name: string; required?: boolean; schema: JsonSchema }
type OpenApiResponse = { $ref?: string; content?: Content }
type Content = Record<string, { schema?: JsonSchema }>

/** The members of JSON Schema that the service's own schemas use. */
type JsonSchema = {
  $ref?: string
  type?: string
  nullable?: boolean
  enum?: unknown[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

type Operation = {
  id: string
  method: string
  path: string
  operation: OpenApiOperation
}

const FIRST_LINE =
  '// Written by `bun run generate-client` out of the routes: run it after adding or moving one.\n'

/** The lists of operations, each with what it holds and the module that it is in. */
const LISTS = {
  GENERAL: ['operations', 'Operations of the general interface: accounts, search, bookings.'],
  PARTNERS: ['operations', 'Operations of partners, called with a key.'],
  AGENCIES: ['agency-operations', 'Operations of agencies.'],
  PANEL: ['panel-operations', 'Operations of hotels in the panel.'],
  ADMINS: ['admin-operations', 'Operations of admins.'],
} as const

/**
 * Writes the modules with the method and path of each operation, by the name of the file. What not every page calls has
 * a module of its own: pages share a module whole, so that each would load the addresses of all.
 */
export function writeAddresses(document: OpenApiDocument): Record<string, string> {
  const all = operationsOf(document)
  const modules: Record<string, string> = {}
  for (const [name, [module, about]] of Object.entries(LISTS)) {
    const file = `${module}.ts`
    const list = ['', `/** ${about} */`, ...addressesOf(all, name), '']
    modules[file] = (modules[file] ?? FIRST_LINE) + list.join('\n')
  }
  return modules
}

/**
 * Writes the module with a type for each schema of the document, and `Operations`: each operation's parameters of path
 * and query, its body and its successful answer.
 */
export function writeTypes(document: OpenApiDocument): string {
  const answered = answeredSchemas(document)
  const schemas = Object.entries(document.components.schemas)
  return [
    '// Written by `bun run generate-client` out of the routes; git ignores it.',
    '',
    ...schemas.map(
      ([name, schema]) => `export type ${name} = ${typeOf(schema, !answered.has(name))}`,
    ),
    '',
    'export type Operations = {',
    ...operationsOf(document).map(
      ({ id, operation }) => `  ${id}: ${describeOperation(document, operation)}`,
    ),
    '}',
    '',
  ].join('\n')
}

/** Returns the names of the schemas of answers; all others are schemas of bodies. */
function answeredSchemas({ paths, components }: OpenApiDocument): Set<string> {
  const found = new Set<string>()
  const look = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (found.has(name!)) continue
      found.add(name!)
      look(components.schemas[name!])
    }
  }
  look(components.responses)
  for (const methods of Object.values(paths))
    for (const { responses } of Object.values(methods)) look(responses)
  return found
}

function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, ':$1'),
      operation,
    })),
  )
}

const PUBLICS = new Map([
  ['partner', 'PARTNERS'],
  ['acenta', 'AGENCIES'],
  ['panel', 'PANEL'],
  ['admin', 'ADMINS'],
])
const publicOf = (path: string): string => PUBLICS.get(path.split('/')[2] ?? '') ?? 'GENERAL'

function addressesOf(operations: Operation[], name: string): string[] {
  const lines = operations
    .filter(({ path }) => publicOf(path) === name)
    .map(({ id, method, path }) => `  ${id}: '${method} ${path}',`)
  return [`export const ${name} = {`, ...lines, '} as const']
}

function describeOperation(document: OpenApiDocument, operation: OpenApiOperation): string {
  const { parameters = [], requestBody, responses } = operation
  const params = parameters
    .map((each) => resolve(document.components.parameters, each))
    .filter((each) => each.in === 'path' || each.in === 'query')
    .map(({ name, schema, ...each }) => {
      const isRequired = each.in === 'path' || each.required === true
      // A repeated parameter takes a list; `readonly`, because the client does not change it.
      const type = `${schema.type === 'array' ? 'readonly ' : ''}${typeOf(schema, true)}`
      return property(name, type, { isRequired, isInput: true })
    })
  const body =
    requestBody &&
    property('body', contentType(requestBody.content, true), {
      isRequired: requestBody.required === true,
      isInput: true,
    })
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) =>
      contentType(resolve(document.components.responses, response).content, false),
    )
  return object([
    `params: ${params.length > 0 ? object(params) : 'Record<string, never>'}`,
    ...(body ? [body] : []),
    `answer: ${[...new Set(answers)].join(' | ') || 'undefined'}`,
  ])
}

function resolve<T extends { $ref?: string }>(shared: Record<string, T>, given: T): T {
  return given.$ref === undefined ? given : shared[nameOf(given.$ref)]!
}

/** Returns the type of a content: `undefined` without content, Blob for a file. */
function contentType(content: Content | undefined, isInput: boolean): string {
  const [type, first] = Object.entries(content ?? {})[0] ?? []
  if (type === undefined) return 'undefined'
  return type.endsWith('json') ? typeOf(first?.schema ?? {}, isInput) : 'Blob'
}

/** Returns the type of a schema. @param isInput true if the caller writes the value: optional fields may be `undefined` */
function typeOf(schema: JsonSchema, isInput: boolean): string {
  const plain = plainTypeOf(schema, isInput)
  return schema.nullable && !plain.endsWith('null') ? `${plain} | null` : plain
}

function plainTypeOf(schema: JsonSchema, isInput: boolean): string {
  const { $ref, allOf, type, items } = schema
  const either = schema.anyOf ?? schema.oneOf
  if ($ref !== undefined) return nameOf($ref)
  if (allOf) return allOf.map((each) => `(${typeOf(each, isInput)})`).join(' & ')
  if (either) return either.map((each) => typeOf(each, isInput)).join(' | ')
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (type === 'array') return `(${typeOf(items ?? {}, isInput)})[]`
  if (type === 'object') return objectType(schema, isInput)
  return type === 'integer' ? 'number' : (type ?? 'unknown')
}

function objectType(schema: JsonSchema, isInput: boolean): string {
  const { properties = {}, required = [], additionalProperties: rest } = schema
  const members = Object.entries(properties).map(([name, each]) =>
    property(name, typeOf(each, isInput), { isRequired: required.includes(name), isInput }),
  )
  if (members.length > 0) return object(members)
  return `Record<string, ${typeof rest === 'object' ? typeOf(rest, isInput) : 'unknown'}>`
}

const object = (members: string[]) => `{ ${members.join('; ')} }`

function property(
  name: string,
  type: string,
  { isRequired, isInput }: { isRequired: boolean; isInput: boolean },
): string {
  const key = /^\w+$/.test(name) ? name : literal(name)
  if (isRequired) return `${key}: ${type}`
  return `${key}?: ${type}${isInput ? ' | undefined' : ''}`
}

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)

const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1)
