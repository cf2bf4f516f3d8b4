import { readFileSync } from 'node:fs'
import ranges from '@fontsource-variable/inter/unicode.json'

const SUBSETS = ['latin', 'latin-ext'] as const

/** A part of the pages' font: where it is served, by a hash of it, and the characters it is for. */
export type FontPart = { path: string; range: string }

/** The parts of Inter that the pages' languages need: Latin, and Latin Extended (ğ, ş, ő). Called while the program is built. */
export const fontParts = (): FontPart[] =>
  SUBSETS.map((subset) => {
    const file = Bun.resolveSync(
      `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`,
      import.meta.dir,
    )
    const hash = Bun.hash(readFileSync(file)).toString(36)
    return { path: `/inter-${subset}-${hash}.woff2`, range: ranges[subset] }
  })
