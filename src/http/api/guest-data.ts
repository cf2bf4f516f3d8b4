import type { TSchema } from 'typebox'
import type { AnyOperation } from './operation.ts'

/** Field names of guests' names and addresses in any shape: an answer with one of them shows guest data. */
const GUEST_FIELDS = new Set(['firstName', 'lastName', 'guestNames', 'company', 'recipient'])

/** The parts of an operation that describe its answers. */
type Answers = Pick<AnyOperation, 'answer' | 'also' | 'media' | 'isVisit'>

/** True if an operation can show guest data: by its schema, as a file, or because it says so. */
export const showsGuests = ({ answer, also = {}, media, isVisit }: Answers): boolean =>
  isVisit === true ||
  media !== undefined ||
  [answer, ...Object.values(also).map(({ schema }) => schema)].some(
    (schema) => schema !== undefined && carriesGuest(schema),
  )

/** True if a schema has a guest's name or address (contract-access, *Audit of guests' data*). */
function carriesGuest(schema: TSchema): boolean {
  const { properties = {}, items, additionalProperties, patternProperties = {} } = schema
  if (Object.keys(properties).some((name) => GUEST_FIELDS.has(name))) return true
  const within = [
    ...[...Object.values(properties), ...Object.values(patternProperties)],
    ...[items, additionalProperties].flat(),
    ...[schema.anyOf, schema.allOf, schema.oneOf].flat(),
  ]
  return within.some((each) => typeof each === 'object' && carriesGuest(each as TSchema))
}

/**
 * Collects the hotels whose guests an answer shows, for the audit: the `hotelSlug` next to or above the guest's fields.
 *
 * @throws Error if no `hotelSlug` covers a guest's field: the shape must have one
 */
export function hotelsShown(answer: unknown): Set<string> {
  const slugs = new Set<string>()
  collect(answer, undefined, slugs)
  return slugs
}

function collect(value: unknown, above: string | undefined, slugs: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) collect(each, above, slugs)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const { hotelSlug } = value as { hotelSlug?: unknown }
  const slug = typeof hotelSlug === 'string' ? hotelSlug : above
  for (const [name, each] of Object.entries(value)) {
    if (GUEST_FIELDS.has(name) && isSomebody(each)) {
      if (slug === undefined) throw new Error(`a guest's ${name} is shown without its hotel`)
      slugs.add(slug)
    }
    collect(each, slug, slugs)
  }
}

/** False for erased or absent values. */
const isSomebody = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''
