import { fontParts } from '../font.ts' with { type: 'macro' }

/**
 * Registers the typeface Inter; the browser loads a part of it when its characters appear, and caches it for a year.
 */
export function startFont(): void {
  for (const { path, range } of fontParts())
    document.fonts.add(
      new FontFace('Inter', `url(${path})`, {
        weight: '100 900',
        display: 'swap',
        unicodeRange: range,
      }),
    )
}
