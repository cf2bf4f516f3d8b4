import { history } from './http.ts'
import type { Answer } from './matchers.ts'
import type { ModelDay } from './push-model.ts'
import type { TestHotel } from './service.ts'

/** An entry of a day's history, as the service lists it. */
export type Entry = {
  before: (ModelDay & { shortfall: number }) | null
  after: ModelDay & { shortfall: number }
  pushId: string | null
  actor: { type: string; id: string; name: string | null }
  at: string
}

/** Codes that contract §2 names; any other says that an element is malformed. */
const NAMED = [
  'unknown_room',
  'invalid_date',
  'date_in_past',
  'date_too_far',
  'above_capacity',
  'price_required',
]

/** Why elements were refused, by index: the codes of contract §2, or `malformed`. */
export function codesByIndex({ body }: Answer): Record<string, string[]> {
  const byIndex = Map.groupBy<number, { index: number; code: string }>(
    body.errors,
    ({ index }) => index,
  )
  return Object.fromEntries(
    [...byIndex].map(([index, errors]) => {
      const codes = errors.map(({ code }) => code)
      return [index, codes.every((code) => NAMED.includes(code)) ? codes : ['malformed']]
    }),
  )
}

/** `<index> <code>` of every warning, sorted. */
export const warningsOf = ({ body }: Answer): string[] =>
  (body.warnings as { index: number; code: string }[])
    .map(({ index, code }) => `${index} ${code}`)
    .toSorted()

/** Every entry of a day, newest first, page by page. */
export async function allHistory(
  hotel: TestHotel,
  roomCode: string,
  date: string,
  pageSize: number,
): Promise<Entry[]> {
  const entries: Entry[] = []
  let more = ''
  do {
    const { status, body } = await history(hotel, roomCode, date, `&limit=${pageSize}${more}`)
    if (status !== 200) throw new Error(`history answered ${status}`)
    entries.push(...body.items)
    more = body.nextCursor === null ? '' : `&cursor=${encodeURIComponent(body.nextCursor)}`
  } while (more)
  return entries
}
