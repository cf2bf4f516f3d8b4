import { type ValueError, ValueErrorType } from 'typebox/errors'
import { hasCardNumber } from './card-number.ts'
import type { Fault, Flaw, FlawValues } from './errors.ts'

/** Maximum flaws per value, and characters per path. */
const FLAWS_MAX = 16
const PATH_LENGTH_MAX = 200

const NUMBERS = new Set<ValueErrorType>([
  ValueErrorType.IntegerMaximum,
  ValueErrorType.IntegerMinimum,
  ValueErrorType.NumberMaximum,
  ValueErrorType.NumberMinimum,
])
const LENGTHS = new Set<ValueErrorType>([
  ValueErrorType.StringMaxLength,
  ValueErrorType.StringMinLength,
  ValueErrorType.ArrayMaxItems,
  ValueErrorType.ArrayMinItems,
])
/** Formats of texts that people write, which hold no card number, and those of names and prose. */
const HUMAN = new Set<unknown>(['line', 'text', 'written-text'])
const WORDED = new Set<unknown>([...HUMAN, 'identifier'])
const TEXTS = new Set<ValueErrorType>([ValueErrorType.StringFormat, ValueErrorType.StringPattern])

/**
 * Turns TypeBox errors into flaws with stable codes: one per place, in the order found, the first 16.
 *
 * @param prefix put before each path, a JSON Pointer (RFC 6901)
 */
export function explainErrors(errors: Iterable<ValueError>, prefix = ''): Flaw[] {
  const flaws = new Map<string, Flaw>()
  for (const error of errorsOfValue(errors)) {
    const path = prefix + error.path.slice(0, PATH_LENGTH_MAX)
    if (!flaws.has(path)) flaws.set(path, { path, ...faultOf(error) })
    if (flaws.size === FLAWS_MAX) break
  }
  return [...flaws.values()]
}

/** Replaces the error of a nullable value by the errors of its non-null type, each at its place. */
function* errorsOfValue(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const [first, ...others] = error.schema.anyOf ?? []
    const isOther = first?.type === 'null' && others.length === 1 && error.value != null
    const asOther = isOther && error.errors[1]
    if (asOther) yield* errorsOfValue(asOther)
    else yield error
  }
}

function faultOf(error: ValueError): Fault {
  const { type, schema, value } = error
  if (type === ValueErrorType.ObjectAdditionalProperties)
    return { code: 'unknown_field', message: 'There is no such field.' }
  if (value === undefined) return { code: 'required', message: 'This field is required.' }
  if (value === null)
    return { code: 'null_refused', message: 'null is not a value; leave the field out instead.' }
  if (NUMBERS.has(type)) return { code: 'out_of_range', ...explainBounds(schema) }
  if (LENGTHS.has(type)) return { code: 'wrong_length', ...explainSize(schema) }
  if (schema.enum) return { code: 'unknown_value', message: `Must be ${describeType(schema)}.` }
  if (type === ValueErrorType.StringFormat && schema.format === 'date')
    return { code: 'invalid_date', message: 'Must be a real calendar date YYYY-MM-DD.' }
  if (HUMAN.has(schema.format) && typeof value === 'string' && hasCardNumber(value))
    return { code: 'card_number', message: 'Must not contain the number of a payment card.' }
  if (TEXTS.has(type) && WORDED.has(schema.format))
    return { code: 'wrong_text', message: `Must be ${describeType(schema)}.` }
  if (TEXTS.has(type)) return { code: 'wrong_format', message: `Must be ${describeType(schema)}.` }
  return { code: 'wrong_type', message: `Must be ${describeType(schema)}.` }
}

type Explanation = { message: string; values: FlawValues }

const explainBounds = ({ minimum: min, maximum: max }: ValueError['schema']): Explanation =>
  max === undefined
    ? { message: `Must be at least ${min}.`, values: { min } }
    : { message: `Must be ${min} to ${max}.`, values: { min, max } }

function explainSize(schema: ValueError['schema']): Explanation {
  const [min = 0, max, unit] =
    schema.type === 'array'
      ? [schema.minItems, schema.maxItems, 'elements']
      : [schema.minLength, schema.maxLength, 'characters']
  return { message: `Must have ${min} to ${max} ${unit}.`, values: { min, max } }
}

function describeType(schema: ValueError['schema']): string {
  if (Array.isArray(schema.enum))
    return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
  if ((schema.pattern || schema.format) && schema.description) return schema.description
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  // A query number is text or number to TypeBox; the message says number.
  const noun = String(schema.type ?? schema.anyOf?.at(-1)?.type ?? 'value of another type')
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}
