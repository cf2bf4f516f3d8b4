import type { TSchema } from 'typebox'
import type { AnyOperation } from './operation.ts'

/** Fields that are a guest's name or address, in whatever shape: what is shown with one of them shows a guest. */
const GUEST_FIELDS = new Set(['firstName', 'lastName', 'guestNames', 'recipient'])

/** What is known of an operation's answers. */
type Answers = Pick<AnyOperation, 'answer' | 'also' | 'media' | 'isVisit'>

/** Whether an answer of an operation can show guests: by its schema, as a file, or because it says so. */
export const showsGuests = ({ answer, also = {}, media, isVisit }: Answers): boolean =>
  isVisit === true ||
  media !== undefined ||
  [answer, ...Object.values(also).map(({ schema }) => schema)].some(
    (schema) => schema !== undefined && carriesGuest(schema),
  )

/** Whether an answer of a schema can show a guest's name or address (contract-access, *Audit of guests' data*). */
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
 * The hotels whose guests an answer shows, by the `hotelSlug` beside or above what is of a guest.
 *
 * @throws Error for a guest of nobody knows which hotel: its shape must say that
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

/** Not what was erased, or never said. */
const isSomebody = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''
