import type { NewGuestName } from '../../../../client/call.ts'

/**
 * Reads guests that were typed one a line, the last word being the last name; an age in brackets marks a child: `Mina
 * Çelik (9)`.
 */
export const readNames = (text: string): NewGuestName[] =>
  linesOf(text).map((line) => {
    const [, name = line, age] = /^(.*?)\s*(?:\((\d+)\))?$/.exec(line) ?? []
    const words = name.trim().split(/\s+/)
    const lastName = words.length > 1 ? words.pop()! : ''
    return { firstName: words.join(' '), lastName, ...(age !== undefined && { isChild: true }) }
  })

/** True if a typed guest has no last name. */
export const lacksName = (text: string): boolean =>
  readNames(text).some(({ lastName }) => lastName === '')

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
