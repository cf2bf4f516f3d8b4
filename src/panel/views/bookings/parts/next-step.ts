import type { Booking, PanelBooking } from '../../../../client/call.ts'

/** What the desk does next with a stay: the primary action of its page. */
export type Step = 'confirm' | 'checkIn' | 'pay' | 'checkOut'

type Stay = Pick<Booking, 'status' | 'checkin'> & {
  desk: Pick<PanelBooking['desk'], 'arrivedAt' | 'leftAt' | 'dueCents'>
}

/** The next step of a stay on a day; undefined if nothing is to be done before another day. @param today of the hotel */
export function nextStep({ status, checkin, desk }: Stay, today: string): Step | undefined {
  if (status === 'pending') return 'confirm'
  if (isExpected({ status, checkin, desk }, today)) return 'checkIn'
  const hasCome = desk.arrivedAt !== null || status !== 'confirmed'
  if (hasCome && desk.dueCents > 0) return 'pay'
  return isInHouse({ status, desk }) ? 'checkOut' : undefined
}

/** True for guests who may be checked in, or marked as no-show: their day has come, and they have not. */
export const isExpected = ({ status, checkin, desk }: Stay, today: string): boolean =>
  status === 'confirmed' && checkin <= today && desk.arrivedAt === null

/** True for guests who have checked in and not left. */
export const isInHouse = ({ status, desk }: Omit<Stay, 'checkin'>): boolean =>
  status === 'confirmed' && desk.arrivedAt !== null && desk.leftAt === null
