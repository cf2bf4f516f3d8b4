import { refused } from '../../domain/kernel/errors.ts'

/** Characters of a list's hash in a cursor: enough to tell the lists of one client apart. */
const SCOPE_LENGTH = 8

/** Encodes a place in a list as an opaque cursor for the next page (contract §5). */
export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Decodes the place of a cursor with `parts` parts. @throws AppError `validation_failed` */
export function readCursor(cursor: string, parts: number): (string | number)[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(place) && place.length === parts && place.every(isPart)) return place
  } catch {
    // Not JSON: refused below like any other invalid cursor.
  }
  throw badCursor()
}

/** The sort fields of one entry of a list. */
export type Place = Record<string, string | number>

/**
 * Creates the cursors of one list for paging. A cursor names its list; any other list refuses it instead of silently
 * skipping entries.
 *
 * @param of the list's name, owner and every filter, but not the page size
 * @param by an example of a place, for its fields and their types
 */
export function cursorsOf<By extends Place>(of: readonly unknown[], by: By) {
  const names = Object.keys(by)
  // Most pages are the only one: nothing is hashed for them, which takes as long as reading five bookings.
  const scopeOf = () => {
    const hash = new Bun.CryptoHasher('sha256').update(JSON.stringify(of))
    return hash.digest('base64url').slice(0, SCOPE_LENGTH)
  }
  return {
    write: (place: By) => writeCursor([scopeOf(), ...names.map((name) => place[name]!)]),
    /** @throws AppError `validation_failed` */
    read(cursor: string): By {
      const [theirs, ...parts] = readCursor(cursor, names.length + 1)
      const place = Object.fromEntries(names.map((name, index) => [name, parts[index]!]))
      if (theirs === scopeOf() && names.every((name) => isLike(place[name]!, by[name])))
        return place as By
      throw badCursor()
    },
  }
}

/** The error for an invalid cursor, or a cursor of another list. */
export const badCursor = () =>
  refused('?cursor', 'invalid_cursor', 'This is not a cursor of this list with these filters.')

const isLike = (part: string | number, example: unknown) =>
  typeof part === typeof example && (typeof part === 'string' || Number.isSafeInteger(part))
const isPart = (part: unknown) => typeof part === 'string' || typeof part === 'number'
