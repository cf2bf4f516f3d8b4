import type { Hotel } from '../../domain/catalog/catalog.ts'
import { findFreeSlug } from '../../store/catalog/catalog-edits.ts'
import type { Tx } from '../../store/engine/engine.ts'

/** Characters of a slug made from a name; a number may follow. */
const SLUG_LENGTH_MAX = 80

/** Countries whose names are written in Turkish letters; elsewhere ö and ü are oe and ue. */
const TURKISH: ReadonlySet<string> = new Set(['TR', 'CY'])

// Not the package's `locale: 'tr'`, which drops ı and İ.
const TURKISH_LETTERS: [string, string][] = [
  ['ö', 'o'],
  ['ü', 'u'],
  ['Ö', 'O'],
  ['Ü', 'U'],
]

/** A slug that none of the kind has, from a name in a country; a name in letters no slug can be made of is called by its kind. */
export async function freeSlug(
  tx: Tx,
  kind: 'city' | 'hotel',
  { name, country }: Pick<Hotel['city'], 'name' | 'country'>,
): Promise<string> {
  // Loaded here: its tables of letters are a sixth of what a start would load.
  const { default: slugify } = await import('@sindresorhus/slugify')
  const customReplacements = TURKISH.has(country) ? TURKISH_LETTERS : []
  const slug = slugify(name, { customReplacements }).slice(0, SLUG_LENGTH_MAX).replace(/-+$/, '')
  return await findFreeSlug(tx, kind, slug || kind)
}
