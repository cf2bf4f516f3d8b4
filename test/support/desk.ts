import { BOOKINGS } from './panel-booking.ts'
import type { TestUser } from './users.ts'

/** Writes beside a booking what its desk keeps. */
export const note = ({ call }: TestUser, code: string, body: Record<string, unknown>) =>
  call('PATCH', `${BOOKINGS}/${code}/desk`, { body })

/** Notes a payment beside a booking: 100.00 in cash unless said otherwise. */
export const pay = ({ call }: TestUser, code: string, body: Record<string, unknown> = {}) =>
  call('POST', `${BOOKINGS}/${code}/payments`, {
    body: { amountCents: 10_000, method: 'cash', ...body },
  })
