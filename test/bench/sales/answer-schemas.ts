type Schema = { [keyword: string]: unknown }
type Operation = {
  operationId?: string
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
/** The service's OpenAPI document, as far as it is read here. */
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const OPERATIONS = ['placeBooking', 'searchHotels', 'getHotelPage', 'pullBookings']

/** Schemas of what the service answers when all goes well, by operation, as Fastify writes JSON by them. */
export function answerSchemas({ paths, components }: Document): Record<string, Schema> {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  return Object.fromEntries(
    OPERATIONS.map((id) => {
      const { responses } = operations.find(({ operationId }) => operationId === id)!
      const { content } = (responses['200'] ?? responses['201'])!
      return [id, inline(content!['application/json']!.schema, components.schemas)]
    }),
  )
}

/** A schema with everything in its place that it refers to; what may be null is `nullable`. */
function inline(schema: Schema, named: Record<string, Schema>): Schema {
  const { $ref, oneOf, items, properties } = schema as {
    [keyword: string]: unknown
    $ref?: string
    oneOf?: Schema[]
    items?: Schema
    properties?: Record<string, Schema>
  }
  if ($ref) return inline(named[$ref.slice($ref.lastIndexOf('/') + 1)]!, named)
  const [meant, other] = oneOf ?? []
  if (meant && other?.nullable) return { ...inline(meant, named), nullable: true }
  const { type, nullable } = schema
  return {
    ...{ type, ...(nullable !== undefined && { nullable }) },
    ...(items && { items: inline(items, named) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, inline(each, named)]),
      ),
    }),
  }
}

/** An answer with the fields of its objects in the order of its schema, as Fastify writes them. */
export function inSchemaOrder(answer: unknown, { items, properties }: Schema): unknown {
  if (Array.isArray(answer)) return answer.map((each) => inSchemaOrder(each, items as Schema))
  if (answer === null || typeof answer !== 'object' || !properties) return answer
  const fields = Object.entries(properties as Record<string, Schema>)
  const values: Record<string, unknown> = { ...answer }
  return Object.fromEntries(
    fields
      .filter(([name]) => name in values)
      .map(([name, schema]) => [name, inSchemaOrder(values[name], schema)]),
  )
}
