import { type Language, language } from './i18n.ts'

/** A thing with the name that its hotel gave it, and translations if there are any. */
export type Named = { name: string; translations: Record<Language, { name: string | null }> }

type Kind = 'room' | 'rate' | 'tax' | 'board' | 'extra'
type Coded = Named & { roomCode?: string; rateCode?: string; code?: string }

/** The named things of the shown hotel, by kind and code. */
const known = new Map<string, Named>()

/** Stores the names of all things of a kind in the shown hotel. */
export function noteAll(kind: Kind, things: readonly Coded[]): void {
  for (const key of known.keys()) if (key.startsWith(kind)) known.delete(key)
  for (const thing of things) note(kind, thing)
}

/** The codes of a kind in the shown hotel, in its order. */
export const codesOf = (kind: Kind): string[] =>
  [...known.keys()].flatMap((key) =>
    key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : [],
  )

/** Stores a changed name. */
export const note = (kind: Kind, thing: Coded): unknown =>
  known.set(`${kind} ${thing.roomCode ?? thing.rateCode ?? thing.code}`, thing)

/** Stores the names of a hotel's taxes, boards, rates and extras. */
export function noteNames(
  hotel: Record<'taxes' | 'boards' | 'rateNames' | 'extras', readonly Coded[]>,
): void {
  noteAll('tax', hotel.taxes)
  noteAll('board', hotel.boards)
  noteAll('rate', hotel.rateNames)
  noteAll('extra', hotel.extras)
}

/** The name in the page's language only. */
const saidOf = (named: Named | undefined) => named?.translations[language.get()]?.name

/** The name in the page's language, or else the hotel's own. */
export const nameIn = (named: Named): string => saidOf(named) ?? named.name

/**
 * The name of a booked thing in the page's language if the hotel still has its code, or else the name in the booking.
 */
export const keptName = (kind: Kind, code: string, kept: string): string =>
  saidOf(known.get(`${kind} ${code}`)) ?? kept

/** The current name of a room type or board: in the page's language, by a word of the pages, or by its own name. */
export function nameNow(kind: Kind, code: string, usual?: string): string | undefined {
  const found = known.get(`${kind} ${code}`)
  return saidOf(found) ?? usual ?? found?.name
}
