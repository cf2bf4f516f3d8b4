import { fontParts } from '../font.ts' with { type: 'macro' }

/** Makes Inter known; the browser asks for a part of it when its characters are there to draw, and keeps it for a year. */
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
