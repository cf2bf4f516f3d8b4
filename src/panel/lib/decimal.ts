/**
 * Parses a typed number, with or without thousands separators. The other language's decimal sign counts as one before
 * one or two last digits (`129,90` is never 12990); elsewhere it is a thousands separator and needs groups of three.
 *
 * @param decimal the decimal sign of the language
 * @param digits the most decimals
 * @returns undefined for any other text
 */
export function parseDecimal(text: string, decimal: '.' | ',', digits: number): number | undefined {
  const group = decimal === '.' ? ',' : '.'
  const plain = text.replace(/\s/g, '')
  if (digits > 0 && new RegExp(`^\\d+\\${group}\\d{1,2}$`).test(plain))
    return Number(plain.replace(group, '.'))
  const decimals = digits > 0 ? `(\\${decimal}\\d{1,${digits}})?` : ''
  if (!new RegExp(`^(\\d{1,3}(\\${group}\\d{3})+|\\d+)${decimals}$`).test(plain)) return undefined
  return Number(plain.replaceAll(group, '').replace(decimal, '.'))
}

/**
 * Parses a number from a spreadsheet in any language. The last sign of `1.234,50` and `1,234.50` is the decimal one; a
 * single sign before three digits separates thousands, unless amounts have three decimals.
 *
 * @param decimal the decimal sign of the reader's language, which decides ambiguous numbers
 * @param digits the number of decimals of amounts
 * @returns undefined for any other text, and for a negative number
 */
export function parsePasted(text: string, decimal: '.' | ',', digits: number): number | undefined {
  const plain = text.replace(/[\s'’]|\p{Sc}|^\p{Lu}{2,3}|\p{Lu}{2,3}$/gu, '')
  if (!/^\d[\d.,]*$/.test(plain)) return undefined
  const sign = plain.match(/[.,](?=\d*$)/)?.[0] as '.' | ',' | undefined
  if (!sign) return Number(plain)
  const [whole, part] = [plain.slice(0, plain.lastIndexOf(sign)), plain.split(sign).at(-1)!]
  const other = sign === '.' ? ',' : '.'
  const isGrouped = new RegExp(`^\\d{1,3}(\\${sign}\\d{3})+$`).test(plain)
  const isDecimal =
    whole.includes(other) || !isGrouped || whole === '0' || (digits === 3 && sign === decimal)
  if (!isDecimal) return Number(plain.replaceAll(sign, ''))
  const isWhole = new RegExp(`^(\\d+|\\d{1,3}(\\${other}\\d{3})+)$`).test(whole)
  return isWhole ? Number(`${whole.replaceAll(other, '')}.${part}`) : undefined
}

/** Parses a number with an optional sign before it, and the rest by `read`; undefined for any other text. */
export function parseSigned(
  text: string,
  read: (plain: string) => number | undefined,
): number | undefined {
  const plain = text.trim()
  const sign = /^[+\u2212\u2013-]/.exec(plain)?.[0] ?? ''
  const value = read(plain.slice(sign.length))
  return value === undefined || sign === '' || sign === '+' ? value : 0 - value
}

/**
 * Parses a whole number for a body: digits only, so that the thousands of neither language (`1,000`, `1.000`) become
 * another number. An empty field is null; any other text is sent as it is, for the service to refuse.
 */
export const wholeOf = (text: string) => numberOf(text, /^\d{1,9}$/)

/** Parses a number of an allowed form; an empty field is null, any other text stays as it is. */
export function numberOf(text: string, form: RegExp): number | string | null {
  const plain = text.trim()
  if (plain === '') return null
  return form.test(plain) ? Number(plain.replace(',', '.')) : text
}
