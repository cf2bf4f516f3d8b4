import type { Booking, NewGuestName } from '../../../../client/call.ts'

/** A guest, and in brackets the mark of a child: an age, or the word in either language of the pages. */
const GUEST = /^(.*?)\s*(?:\((\d+|child|çocuk)\))?$/i

/**
 * Reads guests that were typed one a line, the last word being the last name; an age in brackets marks a child: `Mina
 * Çelik (9)`.
 *
 * @param known guests whose names keep their parts, where the same names are typed
 */
export const readNames = (text: string, known: Booking['guestNames'] = []): NewGuestName[] =>
  linesOf(text).map((line) => {
    const [, name = line, mark] = GUEST.exec(line) ?? []
    const words = name.split(/\s+/)
    const isSame = ({ firstName, lastName }: NewGuestName) =>
      `${firstName} ${lastName}` === words.join(' ')
    const { firstName, lastName } = known.find(isSame) ?? {
      lastName: words.length > 1 ? words.pop()! : '',
      firstName: words.join(' '),
    }
    return { firstName, lastName, ...(mark !== undefined && { isChild: true }) }
  })

/** True if a typed guest has no last name. */
export const lacksName = (text: string, known: Booking['guestNames'] = []): boolean =>
  readNames(text, known).some(({ lastName }) => lastName === '')

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A typed time of day as `HH:MM`: `9`, `930`, `9.30` and `09:30` are read; any other text stays as it is. */
export function clockText(text: string): string {
  const [, hours, minutes = '00'] = /^\s*(\d{1,2})(?:\s*[.:]?\s*(\d{2}))?\s*$/.exec(text) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}
