/**
 * A number as it was typed, its thousands set apart or not. The sign that is not the decimal one in the reader's
 * language counts as one before one or two digits at the end (`129,90` is never 12990), and else needs groups of three.
 *
 * @param decimal the decimal sign of the language
 * @param digits how many decimals there may be
 * @returns undefined when it is no such number
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
 * A number out of a spreadsheet, whichever language it was written in: of `1.234,50` and `1,234.50` the later sign is the
 * decimal one; one sign alone before three digits sets thousands apart, unless amounts have three decimals.
 *
 * @param decimal the decimal sign of the reader's language, which decides where nothing else does
 * @param digits how many decimals amounts have
 * @returns undefined when it is no number, or a negative one
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

/** A number with a sign before it or none, the rest as `read` takes it; undefined when it is none. */
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
 * A whole number as the body has it: digits only, so that neither language's thousands (`1,000`, `1.000`) become
 * another number. Null of an emptied field; what is none goes out as it was written, for the service to refuse.
 */
export const wholeOf = (text: string) => numberOf(text, /^\d{1,9}$/)

/** A number in a form that is allowed; null of an emptied field, what is none as it was written. */
export function numberOf(text: string, form: RegExp): number | string | null {
  const plain = text.trim()
  if (plain === '') return null
  return form.test(plain) ? Number(plain.replace(',', '.')) : text
}
