import type { TestUser } from './users.ts'

/** Where the panel reads bookings. */
export const BOOKINGS = '/v1/panel/bookings'

/** A booking as the panel shows it, with its revisions and deliveries. */
export const readBooking = async ({ call }: TestUser, code: string): Promise<Record<string, any>> =>
  (await call('GET', `${BOOKINGS}/${code}`)).body
