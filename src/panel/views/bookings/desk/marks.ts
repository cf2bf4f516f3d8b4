import type { DayStay, WholeDesk, WholeHotel } from '../../../../client/call.ts'
import { call } from '../../../lib/api.ts'

/** A stay that may be marked as gone. */
import type { OfGuest } from '../parts/model.ts'
export type Leaving = Pick<DayStay, 'code'> &
  OfGuest & {
    desk: Pick<DayStay['desk'], 'arrivedAt' | 'dueCents'>
  }

/** Marks guests as gone; guests who were never marked as arrived are marked as arrived too. @throws Problem */
export function checkOut(
  { slug: hotel }: WholeHotel,
  { code, desk: { arrivedAt } }: Leaving,
): Promise<WholeDesk> {
  const leftAt = now()
  const body = { arrivedAt: arrivedAt ?? leftAt, leftAt }
  return call('writeDesk', { hotel, code }, { body })
}

/** This moment, as marks are written. */
export const now = (): string => new Date().toISOString()
