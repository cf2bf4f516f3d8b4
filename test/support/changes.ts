import type { Answer } from './matchers.ts'
import type { TestHotel, TestService } from './service.ts'

/** An entry of the feed as it was answered. */
export type Entry = Record<string, any>

/** One page of a hotel's feed; `query` begins with `?`. */
export const changes = (hotel: TestHotel, query = ''): Promise<Answer> =>
  hotel.call('GET', `/changes${query}`)

/** The cursor from which a hotel's feed goes on now. */
export const latest = async (hotel: TestHotel): Promise<string> =>
  (await changes(hotel, '?cursor=latest')).body.nextCursor

/** Every entry after a cursor (without one: every entry kept), walked with limits drawn from a list again and again. */
export async function walk(
  hotel: TestHotel,
  { from, limits = [500] }: { from?: string; limits?: readonly number[] } = {},
): Promise<Entry[]> {
  const entries: Entry[] = []
  let cursor = from
  for (let step = 0; ; step++) {
    const limit = limits[step % limits.length]
    const more = cursor === undefined ? '' : `&cursor=${cursor}`
    const { status, body } = await changes(hotel, `?limit=${limit}${more}`)
    if (status !== 200) throw new Error(`the feed answered ${status}`)
    entries.push(...body.changes)
    cursor = body.nextCursor
    if (!body.hasMore) return entries
  }
}

/** Counts who listens to a topic, from now on. */
export function listenersOf({ store }: TestService, topic: string): () => number {
  const { subscribe } = store
  let listening = 0
  store.subscribe = (each, listener) => {
    const unsubscribe = subscribe(each, listener)
    if (each !== topic) return unsubscribe
    listening++
    return () => {
      listening--
      unsubscribe()
    }
  }
  return () => listening
}
