import { refused } from '../domain/errors.ts'

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

/** The sequence number in a cursor of a list that goes by one. @throws AppError `validation_failed` */
export function readSeqCursor(cursor: string): number {
  const [seq] = readCursor(cursor, 1)
  if (typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0) return seq
  throw badCursor()
}

const badCursor = () => refused('?cursor', 'invalid_cursor', 'This is not a cursor of this list.')

const isPart = (part: unknown) => typeof part === 'string' || typeof part === 'number'
