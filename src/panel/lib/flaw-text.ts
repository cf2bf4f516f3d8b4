/**
 * Texts of flaws by code, from the one with the most places on: `{1}`, `{2}` … are the numbers, dates and quoted names
 * of the service's sentence in their order, `{least}` and `{most}` its bounds, `{message}` is all of it.
 */
export type FlawWords = Record<string, readonly string[]>

const VALUES = /"[^"]*"|\d{4}-\d\d-\d\d|-?\d+(?:\.\d+)?/g
const NUMBER = '(-?\\d+(?:\\.\\d+)?)'

/**
 * The first of a code's texts whose places the service's sentence can all fill; undefined when it fills none.
 *
 * @param locale that numbers and dates are written by
 */
export function fillFlaw(
  texts: readonly string[] | undefined,
  message: string,
  locale: string,
): string | undefined {
  const values = valuesOf(message, locale)
  const canFill = (text: string) => placesOf(text).every((place) => values[place] !== undefined)
  return texts?.find(canFill)?.replace(PLACE, (_, place: string) => values[place]!)
}

const PLACE = /\{(\w+)\}/g
const placesOf = (text: string) => [...text.matchAll(PLACE)].map(([, place]) => place!)

function valuesOf(message: string, locale: string): Record<string, string | undefined> {
  const found = (pattern: string) => new RegExp(pattern).exec(message)
  const range = found(`${NUMBER} to ${NUMBER}`)
  const bounds = {
    least: range?.[1] ?? found(`at least ${NUMBER}`)?.[1],
    most: range?.[2] ?? found(`at most ${NUMBER}`)?.[1],
  }
  const inOrder = (message.match(VALUES) ?? []).map((value, index) => [String(index + 1), value])
  const all = [...Object.entries(bounds), ...inOrder] as [string, string | undefined][]
  const written = all.map(([place, value]) => [place, value && write(value, locale)])
  return { ...Object.fromEntries(written), message }
}

function write(value: string, locale: string): string {
  if (value.startsWith('"')) return value.slice(1, -1)
  if (/^\d{4}-/.test(value))
    return new Date(value).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return Number(value).toLocaleString(locale)
}
