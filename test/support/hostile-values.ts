import type { GeneratorValue } from 'fast-check'
import fc from 'fast-check'

/** Something drawn at random; less of it the smaller the draws, so that fast-check finds the smallest case. */
export type Draw = {
  /** A whole number from 0 to max. */
  upTo: (max: number) => number
  /** One of some; the first is the plainest. */
  pick: <T>(from: readonly T[]) => T
  /** True once in so many. */
  oneIn: (count: number) => boolean
  /** Text that a pattern takes. */
  matching: (pattern: string) => string
}

type Schema = Record<string, any>
type Schemas = Record<string, Schema>

/** Draws of fast-check. */
export function drawOf(g: GeneratorValue): Draw {
  const upTo = (max: number) => g(naturals, max)
  return {
    upTo,
    pick: (from) => from[upTo(from.length - 1)]!,
    oneIn: (count) => upTo(count - 1) === count - 1,
    matching: (pattern) => g(texts, pattern),
  }
}

const naturals = (max: number) => fc.nat({ max })
const texts = (pattern: string) => fc.stringMatching(new RegExp(pattern), { size: 'small' })

/** Values of names that the world knows, so that valid requests are about something that is there. */
const KNOWN: Record<string, readonly string[]> = {
  hotelSlug: ['alfa', 'alfa', 'alfa', 'bravo'],
  hotel: ['alfa', 'alfa', 'alfa', 'alfa', 'bravo', '*'],
  slug: ['alfa'],
  roomCode: ['DBL', 'SGL'],
  rateCode: ['STD'],
  agencyCode: ['DELTA', 'ECHO'],
  checkin: ['2027-04-01', '2027-04-02'],
  checkout: ['2027-04-03', '2027-04-04'],
  ...{ from: ['2027-04-01'], to: ['2027-04-03'], date: ['2027-04-01'] },
  ...{ dateFrom: ['2027-04-01'], dateTo: ['2027-04-03'] },
  ...{ month: ['2027-02'], email: ['OfNobody@example.com', 'new@example.com'] },
  url: ['https://hooks.example.com/9'],
}

/** What is wrong wherever it stands, or nearly everywhere. */
const JUNK: readonly unknown[] = [
  ...[null, '', ' ', 0, -1, 1.5, 2 ** 53, 1e308, -(2 ** 31) - 1, true, [], {}, [null], [[]]],
  ...['x'.repeat(300), 'x'.repeat(5_000), '\u0000', '\ud800', '\u202e', 'a\r\nb: c', '\u001b[31m'],
  ...['__proto__', 'constructor', "' or 1=1 --", '%00', '../..', '/', '2027-02-30', '0000-00-00'],
  ...['9999-12-31', '2027-04-01T00:00:00Z', '-1', '1e3', '٣', '💥', '\u200b', '=cmd()', 'DBL '],
  { $ref: '#' },
  { __proto__: null, constructor: { prototype: {} } },
]
const WORDS = ['Carla', 'Çelik', 'O’Neil', 'x', '東京', 'ＡＢＣ', 'a b']
const FORMATS: Record<string, readonly string[]> = {
  date: ['2027-04-01', '2027-04-03', '2028-02-29', '2027-03-10'],
  'date-time': ['2027-04-01T12:00:00Z', '2027-03-01T00:00:00.123+03:00'],
  email: ['new@example.com', 'OfNobody@example.com'],
}
const DEPTH_MAX = 7

/** Draws a value that a schema of the document takes, as far as one schema can say it. */
export function drawValue(
  draw: Draw,
  schema: Schema,
  schemas: Schemas,
  name = '',
  depth = 0,
): unknown {
  const inner = (each: Schema, its = name) => drawValue(draw, each, schemas, its, depth + 1)
  const { $ref, nullable, oneOf, anyOf, allOf, type } = schema
  if ($ref) return inner(schemas[$ref.split('/').at(-1)!]!)
  if (nullable && draw.oneIn(6)) return null
  if (oneOf ?? anyOf) return inner(draw.pick(oneOf ?? anyOf))
  if (allOf) return Object.assign({}, ...allOf.map((each: Schema) => inner(each)))
  if (schema.enum) return draw.pick(schema.enum)
  if (type === 'object') return objectOf(draw, schema, inner, depth)
  if (type === 'array') {
    const { minItems = 0, maxItems = 3, items } = schema
    const count = Math.min(maxItems, minItems + (depth > DEPTH_MAX ? 0 : draw.upTo(2)))
    return Array.from({ length: count }, () => inner(items))
  }
  if (type === 'integer' || type === 'number') return numberOf(draw, schema)
  if (type === 'boolean') return draw.pick([false, true])
  return textOf(draw, schema, name)
}

function objectOf(
  draw: Draw,
  { properties = {}, required = [], additionalProperties: others }: Schema,
  inner: (schema: Schema, name: string) => unknown,
  depth: number,
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries<Schema>(properties))
    if (required.includes(name) || (depth < DEPTH_MAX && draw.oneIn(3)))
      made[name] = inner(schema, name)
  if (typeof others === 'object' && draw.oneIn(2))
    made[draw.pick(['en', 'tr', 'DBL', 'RO', 'x'])] = inner(others, '')
  return made
}

function numberOf(draw: Draw, { minimum = 0, maximum = 2 ** 31 - 1 }: Schema): number {
  const low = Math.min(maximum, minimum + 1)
  return draw.pick([low, minimum, Math.min(maximum, minimum + 100), maximum])
}

function textOf(draw: Draw, schema: Schema, name: string): string {
  const known = KNOWN[name]
  if (known && !draw.oneIn(5)) return draw.pick(known)
  const { format, pattern, minLength = 0, maxLength = 100 } = schema
  if (FORMATS[format]) return draw.pick(FORMATS[format])
  if (pattern && !draw.oneIn(8)) return draw.matching(pattern)
  const words = draw.pick(WORDS)
  return draw
    .pick([words, words.repeat(99), ''])
    .padEnd(minLength, 'é')
    .slice(0, maxLength)
}

/** Draws something that is wrong wherever it stands, or nearly everywhere. */
export const junkOf = (draw: Draw): unknown => draw.pick(JUNK)

/** Breaks a JSON value in one place: a member less, another more, or another value. */
export function breakValue(draw: Draw, value: unknown): unknown {
  const places: { of: any; key: string | number }[] = []
  const whole = { value: structuredClone(value) }
  const walk = (of: any) => {
    for (const key of Array.isArray(of) ? of.keys() : Object.keys(of)) {
      places.push({ of, key })
      if (typeof of[key] === 'object' && of[key] !== null) walk(of[key])
    }
  }
  walk(whole)
  const { of, key } = draw.pick(places)
  const how = draw.upTo(4)
  if (how === 0 && of !== whole) Array.isArray(of) ? of.splice(Number(key), 1) : delete of[key]
  else if (how === 1 && Array.isArray(of)) of.push(structuredClone(of[key as number]))
  else if (how === 1) of[draw.pick(['x', 'toString', 'status', 'hotelId', ' '])] = junkOf(draw)
  else of[key] = junkOf(draw)
  return whole.value
}
