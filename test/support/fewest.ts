import { type Document, operationsOf } from './openapi.ts'
import type { ServiceProcess } from './process.ts'

/** Values by the names of fields and parameters. */
export type Values = Record<string, unknown>

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

/** Makes calls of operations by name, as `GET /v1/hotels/{slug}`, with no more than the document asks for. */
export function fewestCaller(document: Document, served: ServiceProcess) {
  const operations = operationsOf(document)
  return async (name: string, values: Values, key?: string) => {
    const operation = operations.get(name)
    if (!operation) throw new Error(`${name} is not documented`)
    const [method, template] = name.split(' ') as [string, string]
    const textOf = (field: string) => encodeURIComponent(String(fewest({}, values, field)))
    const path = template.replace(/\{(\w+)\}/g, (_, field: string) => textOf(field))
    const query = (operation.parameters ?? [])
      .filter((each) => each.in === 'query' && 'required' in each && each.required)
      .map((each) => `${each.name}=${textOf(each.name)}`)
    const schema = operation.requestBody?.content['application/json']?.schema
    return await served.call(method, [path, ...(query.length ? [query.join('&')] : [])].join('?'), {
      ...(key !== undefined && { key }),
      ...(schema && { body: fewest(schema, values, 'the body') }),
    })
  }
}

/** The fewest fields that a schema asks for; of a list one element. */
function fewest(
  { type, properties = {}, required = [], items }: Schema,
  values: Values,
  name: string,
): unknown {
  if (Object.hasOwn(values, name)) return values[name]
  if (type === 'array') return [fewest(items!, values, `an element of ${name}`)]
  if (type !== 'object') throw new Error(`there is no value for ${name}`)
  return Object.fromEntries(
    required.map((field) => [field, fewest(properties[field]!, values, field)]),
  )
}
