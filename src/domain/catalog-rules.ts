import type { Hotel, RoomType } from './catalog.ts'
import { COUNTRIES } from './countries.ts'
import { type Flaw, flaw, pointerStep } from './errors.ts'

/** Listed when asked: to list them takes some 4 ms, which a start does not wait for. */
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)
const isTimezone = (name: string) => Intl.supportedValuesOf('timeZone').includes(name)

/** A place is told in a line, however long the name that was sent. */
const CODE_SHOWN_MAX = 100

/** What of a place or hotel is checked against the world's lists; what is absent is not checked. */
export type Coded = Partial<Pick<Hotel, 'currency' | 'timezone'> & { country: string }>

/** What is wrong with codes of country (ISO 3166), currency (ISO 4217) and time zone (IANA); empty when nothing is. */
export function checkCodes({ country, currency, timezone }: Coded): Flaw[] {
  const flaws: Flaw[] = []
  if (country !== undefined && !COUNTRIES.has(country))
    flaws.push(flaw('/country', 'unknown_country', 'No country has this ISO 3166-1 code.'))
  if (currency !== undefined && !isCurrency(currency))
    flaws.push(flaw('/currency', 'unknown_currency', 'No currency has this ISO 4217 code.'))
  if (timezone !== undefined && !isTimezone(timezone))
    flaws.push(flaw('/timezone', 'unknown_timezone', unknownTimezone(timezone)))
  return flaws
}

/** What is wrong with a room type's party and boards, whatever hotel it is in; empty when nothing is. */
export function checkRoom(room: RoomType, knownBoards: readonly string[]): Flaw[] {
  const { maxAdults, maxChildren, maxOccupancy, boards, supplementsCents } = room
  const flaws: Flaw[] = []
  const [min, max] = [maxAdults, maxAdults + maxChildren]
  if (maxOccupancy < min || maxOccupancy > max) {
    const message = `Must be ${min} to ${max}: at least the adults, at most all.`
    flaws.push(flaw('/maxOccupancy', 'out_of_range', message, { min, max }))
  }
  const known = `Known are ${knownBoards.join(', ') || 'none'}.`
  for (const [index, code] of boards.entries())
    if (!knownBoards.includes(code)) flaws.push(flaw(`/boards/${index}`, 'unknown_board', known))
    else if (boards.indexOf(code) < index)
      flaws.push(flaw(`/boards/${index}`, 'repeated', 'A board stands once.'))
  for (const [code, cents] of Object.entries(supplementsCents)) {
    const path = `/supplementsCents/${pointerStep(code.slice(0, CODE_SHOWN_MAX))}`
    if (!boards.includes(code))
      flaws.push(flaw(path, 'unknown_board', 'The room type has no such board.'))
    else if (code === boards[0] && cents !== 0)
      flaws.push(flaw(path, 'out_of_range', "The day's price is for this board: 0."))
  }
  return flaws
}

/** Supplements for exactly a room type's boards: 0 where none is given, those of other boards left out. */
export function supplementsFor(boards: readonly string[], given: Record<string, number>) {
  return Object.fromEntries(boards.map((code) => [code, given[code] ?? 0]))
}

/** Names the zone meant by another case or an older name. */
function unknownTimezone(timezone: string): string {
  const start = 'This is no IANA time zone'
  try {
    const meant = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
    return isTimezone(meant) ? `${start}; use ${meant}.` : `${start}.`
  } catch {
    return `${start}.`
  }
}
