import type { DayStay, WholeDesk, WholeHotel } from '../../../../client/call.ts'
import { api } from '../../../lib/api.ts'
import { pathOf } from '../parts/model.ts'

/** What of a desk can be written. */
export type DeskChange = Partial<{
  note: string | null
  tags: string[]
  roomNumber: string | null
  arrivedAt: string | null
  leftAt: string | null
}>

/** Writes what the desk keeps beside a booking, where what is expected stands. @throws Problem `revision_conflict`, … */
export const writeDesk = (
  hotel: WholeHotel,
  code: string,
  body: DeskChange & { expected?: DeskChange; simulate?: boolean },
): Promise<WholeDesk> => api.patch<WholeDesk>(pathOf(hotel, code, 'desk'), { body })

/** Somebody who may be marked as gone. */
export type Leaving = Pick<DayStay, 'code' | 'guest'> & {
  desk: Pick<DayStay['desk'], 'arrivedAt' | 'dueCents'>
}

/** Marks guests as gone; who leaves without a mark of having come has come all the same. @throws Problem */
export function checkOut(
  hotel: WholeHotel,
  { code, desk: { arrivedAt } }: Leaving,
): Promise<WholeDesk> {
  const at = now()
  return writeDesk(hotel, code, { arrivedAt: arrivedAt ?? at, leftAt: at })
}

/** This moment, as marks are written. */
export const now = (): string => new Date().toISOString()
