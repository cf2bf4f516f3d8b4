import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { CalendarDate } from '../../domain/date.ts'
import { type HistoryEntry, listHistory } from '../../store/availability/history.ts'
import type { Context } from '../context.ts'
import { type PageQuery, page, pageParameters } from '../request/paging.ts'
import { DateParameter } from '../request/query.ts'
import { DayHistorySchema, showDayHistoryEntry } from '../shapes/day.ts'
import { pickRooms } from './availability-pull.ts'
import { soon } from './pull-request.ts'

const pushId = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f'

/** The history of a day in words and schemas, for a partner or in the panel. */
export const historyOperation = {
  summary: 'History of a day',
  description:
    'Every change of one day of one room type, newest first: before (null when it had never been pushed), after, who, which push, when.',
  query: {
    roomCode: Type.String({ description: 'The room type.', example: 'DBL' }),
    date: { ...DateParameter, description: 'The day.', example: soon },
    ...pageParameters(),
  },
  says: 'A page of changes.',
  answer: DayHistorySchema,
  example: {
    roomCode: 'DBL',
    date: soon,
    items: [
      {
        before: null,
        after: { available: 4, priceCents: 12900, closed: false, shortfall: 0 },
        actor: { type: 'key', id: pushId, name: 'Channel manager' },
        pushId,
        at: '2026-11-21T09:30:00.000Z',
      },
    ],
    nextCursor: null,
  },
}

/**
 * A page of what happened to one day, newest first (contract §2).
 *
 * @param actorOf who made the change, as whoever asks may know them
 * @throws AppError `validation_failed`
 */
export async function listDayHistory(
  context: Context,
  hotelId: number,
  query: PageQuery & { roomCode: string; date: CalendarDate },
  actorOf: (entry: HistoryEntry) => HistoryEntry['actor'],
): Promise<Static<typeof DayHistorySchema>> {
  const { roomCode, date } = query
  pickRooms(await context.hotelOf(hotelId), [roomCode], false)
  const day = { hotelId, roomCode, date }
  const entries = await page(query, {
    of: ['history of a day', day],
    by: { seq: 0 },
    rows: (after, limit) => listHistory(context.store, { ...day, beforeSeq: after?.seq, limit }),
    show: (entry) => showDayHistoryEntry(entry, actorOf(entry)),
  })
  return { roomCode, date, ...entries }
}
