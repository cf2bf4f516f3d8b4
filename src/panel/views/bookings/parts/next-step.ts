import type { Booking, PanelBooking } from '../../../../client/call.ts'
import { deskDue } from './due.ts'

/** What the desk does next with a stay: the primary action of its page. */
export type Step = 'confirm' | 'checkIn' | 'pay' | 'checkOut'

type Stay = Pick<Booking, 'status' | 'checkin' | 'payment'> & {
  desk: Pick<PanelBooking['desk'], 'arrivedAt' | 'leftAt' | 'dueCents'>
}

/** The next step of a stay on a day; undefined if nothing is to be done before another day. @param today of the hotel */
export function nextStep(stay: Stay, today: string): Step | undefined {
  const { status, desk } = stay
  if (status === 'pending') return 'confirm'
  if (isExpected(stay, today)) return 'checkIn'
  const hasCome = desk.arrivedAt !== null || status !== 'confirmed'
  if (hasCome && deskDue(stay) > 0) return 'pay'
  return isInHouse({ status, desk }) ? 'checkOut' : undefined
}

/** True for guests who may be checked in, or marked as no-show: their day has come, and they have not. */
export const isExpected = (
  { status, checkin, desk }: Omit<Stay, 'payment'>,
  today: string,
): boolean => status === 'confirmed' && checkin <= today && desk.arrivedAt === null

/** True for guests who have checked in and not left. */
export const isInHouse = ({ status, desk }: Pick<Stay, 'status' | 'desk'>): boolean =>
  status === 'confirmed' && desk.arrivedAt !== null && desk.leftAt === null
