import type { TSchema } from 'typebox'

/**
 * A schema as OpenAPI 3.0 can say it, which has no null type: a union with null becomes the other schema, `nullable`.
 */
export function sayNullable(schema: TSchema): TSchema {
  const [first, other, ...more] = schema.anyOf ?? []
  if (first?.type === 'null' && other && more.length === 0) return { ...other, nullable: true }
  if (!schema.properties) return schema
  const properties = Object.entries<TSchema>(schema.properties)
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, each]) => [name, sayNullable(each)])),
  } as TSchema
}
