import { BOOKINGS } from './panel-booking.ts'
import type { TestUser } from './users.ts'

/** Writes the desk record of a booking. */
export const note = ({ call }: TestUser, code: string, body: Record<string, unknown>) =>
  call('PATCH', `${BOOKINGS}/${code}/desk`, { body })

/** Records a payment of a booking: 100.00 in cash by default. */
export const pay = ({ call }: TestUser, code: string, body: Record<string, unknown> = {}) =>
  call('POST', `${BOOKINGS}/${code}/payments`, {
    body: { amountCents: 10_000, method: 'cash', ...body },
  })
