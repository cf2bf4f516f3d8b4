import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fontParts } from '../../panel/font.ts'

/** Returns the style sheet with the addresses of its font. A macro calls it while the program is built. */
export function styleText(): string {
  const fonts = fontParts().map(
    ({ path, range }) =>
      `@font-face{font-family:Inter;src:url(${path}) format("woff2");font-weight:100 900;font-display:swap;unicode-range:${range}}`,
  )
  const text = readFileSync(join(import.meta.dir, 'booking.css'), 'utf8')
  const packed = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
  return fonts.join('') + packed
}

/** Returns the script without its types. */
export function scriptText(): string {
  const text = readFileSync(join(import.meta.dir, 'script.ts'), 'utf8')
  return new Bun.Transpiler({
    loader: 'ts',
    minifyWhitespace: true,
    target: 'browser',
  }).transformSync(text)
}
