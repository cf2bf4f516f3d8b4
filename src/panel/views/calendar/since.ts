import { api } from '../../lib/api.ts'

/** A change of days in the hotel's feed (`GET /v1/panel/changes`). */
type DaysChange = {
  type: 'availability'
  actor: { type: 'key' | 'booking' | 'user' | 'system'; id: string }
  pushId: string | null
  days: { roomCode: string; date: string }[]
}
type Feed = { changes: ({ type: 'booking' } | DaysChange)[]; nextCursor: string; hasMore: boolean }

const read = (hotel: string, cursor: string) =>
  api.get<Feed>('/v1/panel/changes', { query: { hotel, cursor, limit: 500 } })

/** Where the hotel's feed ends now. */
export const feedEnd = async (hotel: string): Promise<string> =>
  (await read(hotel, 'latest')).nextCursor

/** The pushes of partners and people that came after a place of the feed, oldest first. */
export async function pushesSince(hotel: string, cursor: string): Promise<DaysChange[]> {
  const pushes: DaysChange[] = []
  for (let page: Feed | undefined; page?.hasMore !== false; ) {
    page = await read(hotel, page?.nextCursor ?? cursor)
    for (const change of page.changes)
      if (change.type === 'availability' && /^(key|user)$/.test(change.actor.type))
        pushes.push(change)
  }
  return pushes
}

/** A day of a room type as one word. */
export const placeOf = ({ roomCode, date }: { roomCode: string; date: string }): string =>
  `${roomCode} ${date}`
