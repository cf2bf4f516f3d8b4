import rooms from '../../panel/words/rooms.json'
import type { Word } from './words.ts'

// The words of beds and amenities are those of the panel, where hotels choose them.

type Pair = readonly [en: Word, tr: Word]
const WORDS: Record<string, unknown> = rooms

/** Returns the texts of a kind of beds, or of an amenity, in English and Turkish. */
export const bedWords = (kind: string): Pair => pairOf(`bed.${kind}`, kind)
export const amenityWords = (code: string): Pair => pairOf(`amenity.${code}`, code)

const pairOf = (key: string, code: string): Pair => (WORDS[key] as Pair | undefined) ?? [code, code]
