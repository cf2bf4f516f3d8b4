import { refused } from '../../domain/kernel/errors.ts'

/** Enough that no two lists of one client meet by chance. */
const SCOPE_LENGTH = 8

/** An opaque cursor: where a list goes on, which a client only hands back (contract §5). */
export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** The place in a cursor of ours, of as many parts as its list has. @throws AppError `validation_failed` */
export function readCursor(cursor: string, parts: number): (string | number)[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(place) && place.length === parts && place.every(isPart)) return place
  } catch {
    // Not JSON: refused below like any other text that is not a cursor.
  }
  throw badCursor()
}

/** The fields that a list goes by, of one of its entries. */
export type Place = Record<string, string | number>

/**
 * Cursors of one list: each carries what its list is of, and is refused by any other, where it would go on from a place
 * that means nothing there and skip without a word.
 *
 * @param of the list's name, whose it is and everything it is filtered by; not the size of a page
 * @param by an example of a place: which fields it has, and of which types
 */
export function cursorsOf<By extends Place>(of: readonly unknown[], by: By) {
  const names = Object.keys(by)
  const hash = new Bun.CryptoHasher('sha256').update(JSON.stringify(of))
  const scope = hash.digest('base64url').slice(0, SCOPE_LENGTH)
  return {
    write: (place: By) => writeCursor([scope, ...names.map((name) => place[name]!)]),
    /** @throws AppError `validation_failed` */
    read(cursor: string): By {
      const [theirs, ...parts] = readCursor(cursor, names.length + 1)
      const place = Object.fromEntries(names.map((name, index) => [name, parts[index]!]))
      if (theirs === scope && names.every((name) => isLike(place[name]!, by[name])))
        return place as By
      throw badCursor()
    },
  }
}

/** The error for what is not a cursor of the list it is sent to. */
export const badCursor = () =>
  refused('?cursor', 'invalid_cursor', 'This is not a cursor of this list with these filters.')

const isLike = (part: string | number, example: unknown) =>
  typeof part === typeof example && (typeof part === 'string' || Number.isSafeInteger(part))
const isPart = (part: unknown) => typeof part === 'string' || typeof part === 'number'
