import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { unknownRate } from '../../domain/kernel/nearest.ts'
import { type HistoryEntry, listHistory } from '../../store/days/history.ts'
import { listRateHistory } from '../../store/days/rate-history.ts'
import type { Context } from '../api/context.ts'
import { type PageQuery, page, pageParameters } from '../api/paging.ts'
import { DateParameter } from '../api/query.ts'
import { pickRooms } from './availability-pull.ts'
import { DayHistorySchema, showDayHistoryEntry, showRateDayHistoryEntry } from './day-shape.ts'
import { soon } from './pull-request.ts'

const pushId = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f'

/** Shared description and schemas of the history of a day, for partners and the panel. */
export const historyOperation = {
  summary: 'History of a day',
  description:
    'Every change of one day of a room type, newest first: before (null if never pushed), after, actor, push and instant. With `rateCode` the changes of that rate: price, closed flag and restrictions; for `STD` restrictions alone.',
  query: {
    roomCode: Type.String({ description: 'The room type.', example: 'DBL' }),
    date: { ...DateParameter, description: 'The day.', example: soon },
    rateCode: Type.Optional(
      Type.String({ description: 'The rate; absent: the day of the room type itself.' }),
    ),
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

/** The hotel of a history, and the actors as its reader may see them. */
type HistoryReader = {
  hotelId: number
  actorOf: (entry: Pick<HistoryEntry, 'actor' | 'userName'>) => HistoryEntry['actor']
}

/**
 * Returns a page of the changes of a day, or of a day of a rate, newest first (contract §2).
 *
 * @throws AppError `validation_failed`
 */
export async function listDayHistory(
  context: Context,
  { hotelId, actorOf }: HistoryReader,
  query: PageQuery & { roomCode: string; date: CalendarDate; rateCode?: string | undefined },
): Promise<Static<typeof DayHistorySchema>> {
  const { roomCode, date, rateCode } = query
  const { store } = context
  const { rooms, rates } = await context.hotelOf(hotelId)
  pickRooms({ rooms }, [roomCode], false)
  const day = { hotelId, roomCode, date }
  if (rateCode === undefined) {
    const entries = await page(query, {
      of: ['history of a day', day],
      by: { seq: 0 },
      rows: (after, limit) => listHistory(store, { ...day, beforeSeq: after?.seq, limit }),
      show: (entry) => showDayHistoryEntry(entry, actorOf(entry)),
    })
    return { roomCode, date, ...entries }
  }
  const known = rates.map((rate) => rate.rateCode)
  if (!known.includes(rateCode)) {
    const { code, message, values } = unknownRate(rateCode, known)
    throw refused('?rateCode', code, message, values)
  }
  const ofRate = { ...day, rateCode }
  const entries = await page(query, {
    of: ['history of a day of a rate', ofRate],
    by: { seq: 0 },
    rows: (after, limit) => listRateHistory(store, { ...ofRate, beforeSeq: after?.seq, limit }),
    show: (entry) => showRateDayHistoryEntry(entry, actorOf(entry)),
  })
  return { roomCode, rateCode, date, ...entries }
}
