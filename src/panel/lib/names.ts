import { type Language, language } from './i18n.ts'

/** Something that has a name, as its hotel wrote it, and maybe others by language. */
export type Named = { name: string; translations: Record<Language, { name: string | null }> }

type Kind = 'room' | 'rate' | 'tax' | 'board'
type Coded = Named & { roomCode?: string; rateCode?: string; code?: string }

/** What the hotel that is shown has, by kind and code. */
const known = new Map<string, Named>()

/** Keeps in mind what the hotel that is shown calls all it has of a kind. */
export function noteAll(kind: Kind, things: readonly Coded[]): void {
  for (const key of known.keys()) if (key.startsWith(kind)) known.delete(key)
  for (const thing of things) note(kind, thing)
}

/** Keeps in mind what something is called now. */
export const note = (kind: Kind, thing: Coded): unknown =>
  known.set(`${kind} ${thing.roomCode ?? thing.rateCode ?? thing.code}`, thing)

/** What a hotel calls its taxes, boards and rates is kept in mind. */
export function noteNames(hotel: Record<'taxes' | 'boards' | 'rateNames', readonly Coded[]>): void {
  noteAll('tax', hotel.taxes)
  noteAll('board', hotel.boards)
  noteAll('rate', hotel.rateNames)
}

/** Only what is said in the page's language. */
const saidOf = (named: Named | undefined) => named?.translations[language.get()]?.name

/** The name of something in the page's language. */
export const nameIn = (named: Named): string => saidOf(named) ?? named.name

/** What was booked is called in the page's language, by its code where the hotel still has it; else as it was kept. */
export const keptName = (kind: Kind, code: string, kept: string): string =>
  saidOf(known.get(`${kind} ${code}`)) ?? kept

/** A room type or board as it is called now: in the page's language, by another word that there is, by its name. */
export function nameNow(kind: Kind, code: string, usual?: string): string | undefined {
  const found = known.get(`${kind} ${code}`)
  return saidOf(found) ?? usual ?? found?.name
}
