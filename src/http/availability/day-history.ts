import { t } from 'elysia'
import { instantText } from '../../domain/date.ts'
import { type HistoryEntry, listHistory } from '../../store/availability/history.ts'
import type { Context } from '../context.ts'
import { page, pageQuery } from '../request/paging.ts'
import { queryDate } from '../request/query.ts'
import { pickRooms } from './availability-pull.ts'
import { parameters } from './partner-availability-docs.ts'

/** Which day's history is asked for, by a partner or in the panel. */
export const historyQuery = {
  roomCode: t.String(parameters.historyRoomCode),
  date: t.String({ format: 'date', ...parameters.historyDate }),
  ...pageQuery,
}

type Query = {
  roomCode: string
  date: string
  limit?: number | undefined
  cursor?: string | undefined
}

/** What an entry shows of who made the change. */
type Actors = (entry: HistoryEntry) => HistoryEntry['actor']

/** To a partner the hotel's people are ids, not names. */
export const partnerActors: Actors = ({ actor }) => actor

/** To the hotel everybody has a name: a key its own, an account its user's, a booking its code. */
export const hotelActors: Actors = ({ actor, userName }) => ({
  ...actor,
  name: actor.type === 'booking' ? actor.id : (actor.name ?? userName),
})

/** A page of what happened to one day, newest first (contract §2). @throws AppError `validation_failed` */
export async function showDayHistory(
  context: Context,
  hotelId: number,
  query: Query,
  actorOf: Actors,
) {
  const { roomCode, date } = query
  const sheet = await context.hotelOf(hotelId)
  pickRooms(sheet, [roomCode], { isActiveOnly: false })
  const day = { hotelId, roomCode, date: queryDate('date', date) }
  const entries = await page(query, {
    of: ['history of a day', day],
    like: [0] as [number],
    rows: (after, limit) => listHistory(context.store, { ...day, beforeSeq: after?.[0], limit }),
    keys: ({ seq }) => [seq],
    show: (entry) => showEntry(entry, actorOf),
  })
  return { roomCode, date, ...entries }
}

function showEntry(entry: HistoryEntry, actorOf: Actors) {
  const { before, after, pushId, atMs } = entry
  return { before, after, actor: actorOf(entry), pushId, at: instantText(atMs) }
}
