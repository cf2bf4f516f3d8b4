import type { Hotel } from '../../domain/catalog/catalog.ts'
import { findFreeSlug } from '../../store/catalog/catalog-edits.ts'
import type { Tx } from '../../store/engine/engine.ts'

/** Longest slug made from a name, in characters; a number may follow. */
const SLUG_LENGTH_MAX = 80

/** Countries whose names use Turkish letters; elsewhere ö and ü become oe and ue. */
const TURKISH: ReadonlySet<string> = new Set(['TR', 'CY'])

// The package's own `locale: 'tr'` drops ı and İ.
const TURKISH_LETTERS: [string, string][] = [
  ['ö', 'o'],
  ['ü', 'u'],
  ['Ö', 'O'],
  ['Ü', 'U'],
]

/**
 * Returns an unused slug made from a name in a country. A name without any letter fit for a slug gets the name of its
 * kind.
 */
export async function freeSlug(
  tx: Tx,
  kind: 'city' | 'hotel',
  { name, country }: Pick<Hotel['city'], 'name' | 'country'>,
): Promise<string> {
  // Imported on first use: its letter tables are a sixth of all that a start would load.
  const { default: slugify } = await import('@sindresorhus/slugify')
  const customReplacements = TURKISH.has(country) ? TURKISH_LETTERS : []
  const slug = slugify(name, { customReplacements })
    .slice(0, SLUG_LENGTH_MAX)
    .replace(/(?<!-)-+$/, '')
  return await findFreeSlug(tx, kind, slug || kind)
}
