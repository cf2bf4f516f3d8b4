import type { Availability, Change } from '../../../../client/call.ts'
import { call } from '../../../lib/api.ts'
import { session } from '../../../lib/session.ts'
import { dayKey } from './step.ts'

/** A change of days in the hotel's feed (`GET /v1/panel/changes`). */
type DaysChange = Extract<Change, { type: 'availability' }>

const read = (hotel: string, cursor: string) =>
  call('listPanelChanges', { hotel, cursor, limit: 500 })

/** The present end of the hotel's feed. */
export const feedEnd = async (hotel: string): Promise<string> =>
  (await read(hotel, 'latest')).nextCursor

/** The changes after a place of the feed, oldest first. */
export async function changesSince(hotel: string, cursor: string): Promise<Change[]> {
  const changes: Change[] = []
  for (let hasMore = true, place = cursor; hasMore; ) {
    const page = await read(hotel, place)
    changes.push(...page.changes)
    hasMore = page.hasMore
    place = page.nextCursor
  }
  return changes
}

/** A change of days, or of days of rates; a push is named in its changes. */
export type PushChange = Exclude<Change, { type: 'booking' }>

/** The changes of days in the feed. */
export const ofDays = (changes: readonly Change[]): DaysChange[] =>
  changes.filter((change) => change.type === 'availability')

/** True if the person who is signed in made a change, here or elsewhere. */
export function isOwn({ actor }: Pick<DaysChange, 'actor'>): boolean {
  const now = session.get()
  return now.status === 'in' && actor.type === 'user' && actor.id === now.user.id
}

/** Applies changes to days; room types and dates stay. */
export function withChanges<A extends Availability>(shown: A, changes: readonly DaysChange[]): A {
  const changed = new Map(changes.flatMap(({ days }) => days.map((day) => [dayKey(day), day])))
  const rooms = shown.rooms.map(({ roomCode, days }) => ({
    roomCode,
    days: days.map((day) => changed.get(dayKey({ roomCode, date: day.date })) ?? day),
  }))
  return { ...shown, rooms }
}
