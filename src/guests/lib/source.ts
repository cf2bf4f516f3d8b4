import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fontParts } from '../../panel/font.ts'

/** Returns the style sheet with the addresses of its font. A macro calls it while the program is built. */
export function styleText(): string {
  const fonts = fontParts().map(
    ({ path, range }) =>
      `@font-face{font-family:Inter;src:url(${path}) format("woff2");font-weight:100 900;font-display:swap;unicode-range:${range}}`,
  )
  return fonts.join('') + packStyle('booking.css')
}

/** Returns the style sheet of the pages that sell. */
export const stayStyleText = (): string => packStyle('stay.css')

const packStyle = (name: string): string =>
  readFileSync(join(import.meta.dir, name), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')

const PARTS = './script-parts.ts'

/** Returns a script without its types, after the parts that it shares with others, if it imports them. */
export function scriptText(name: string): string {
  const text = plainScript(name)
  const whole = text.includes(PARTS) ? plainScript(PARTS) + text : text
  // One file has neither imports nor exports.
  return whole
    .replaceAll(/import\{[^}]*\}from"[^"]*";/g, '')
    .replaceAll(/export\{[^}]*\};?/g, '')
    .replaceAll(/\bexport (?=const|function|async)/g, '')
}

const plainScript = (name: string): string =>
  new Bun.Transpiler({
    loader: 'ts',
    minifyWhitespace: true,
    target: 'browser',
  }).transformSync(readFileSync(join(import.meta.dir, name), 'utf8'))
