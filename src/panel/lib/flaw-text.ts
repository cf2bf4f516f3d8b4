import type { FlawValues } from '../../domain/kernel/errors.ts'

const PLACE = /\{(\w+)\}/g
const DATE = /^\d{4}-\d\d-\d\d$/

/**
 * The first of a code's texts whose `{places}` all have a value in the flaw; undefined if there is none.
 *
 * @param locale the locale of numbers and dates
 */
export function fillFlaw(
  texts: readonly string[] | undefined,
  values: FlawValues = {},
  locale: string,
): string | undefined {
  const canFill = (text: string) => [...text.matchAll(PLACE)].every(([, name]) => name! in values)
  return texts?.find(canFill)?.replace(PLACE, (_, name: string) => write(values[name]!, locale))
}

function write(value: number | string, locale: string): string {
  if (typeof value === 'number') return value.toLocaleString(locale)
  if (!DATE.test(value)) return value
  return new Date(value).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
}
