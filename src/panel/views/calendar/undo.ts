import { api } from '../../lib/api.ts'
import type { Availability } from '../../lib/types.ts'
import type { Back, Update } from './edit.ts'

/**
 * Of what takes a change back, the prices and closings that are still as the change had set them, by a new reading:
 * what a partner or another window has set since is theirs. Rooms go back as a difference and undo nobody else's.
 *
 * @returns also how many days keep something that was set since
 */
export async function stillOurs(
  hotel: string,
  undo: readonly Back[],
): Promise<{ updates: Update[]; kept: number }> {
  const dates = undo.map(({ date }) => date).toSorted()
  const { rooms } = await api.get<Availability>('/v1/panel/availability', {
    query: { hotel, from: dates[0], to: dates.at(-1) },
  })
  const now = new Map(
    rooms.flatMap(({ roomCode, days }) => days.map((day) => [`${roomCode} ${day.date}`, day])),
  )
  let kept = 0
  const updates = undo.flatMap(({ set, priceCents, closed, ...rest }): Update[] => {
    const day = now.get(`${rest.roomCode} ${rest.date}`)
    const isPriceOurs = priceCents === undefined || day?.priceCents === set.priceCents
    const isClosingOurs = closed === undefined || day?.closed === set.closed
    if (!isPriceOurs || !isClosingOurs) kept++
    const update = {
      ...rest,
      ...(priceCents !== undefined && isPriceOurs && { priceCents }),
      ...(closed !== undefined && isClosingOurs && { closed }),
    }
    // More than the place.
    return Object.keys(update).length > 2 ? [update] : []
  })
  return { updates, kept }
}
