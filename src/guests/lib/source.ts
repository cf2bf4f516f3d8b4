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

/** Returns a script without its types. */
export function scriptText(name: string): string {
  const text = readFileSync(join(import.meta.dir, name), 'utf8')
  return new Bun.Transpiler({
    loader: 'ts',
    minifyWhitespace: true,
    target: 'browser',
  }).transformSync(text)
}
