import { sql } from 'drizzle-orm'
import type { BookingProof } from '../../src/domain/bookings/booking.ts'
import type { Log } from '../../src/log.ts'
import { tellDemand } from '../../src/server/tell-demand.ts'
import { createDemandWatch } from '../../src/service/strangers/demand-watch.ts'
import { book } from './bookings.ts'
import type { TestService } from './service.ts'
import { rowsOf } from './sql.ts'

/** What strangers are said to have taken. */
type Wave = {
  bookings: number
  /** Room-nights of each. */
  roomNights: number
  proof?: BookingProof
  hotelSlug?: string
  agoMs?: number
}

/**
 * Bookings at Alfa that the brake counts as so many room-nights each, whoever may make so many: a test of the alarm is not
 * one of the bounds.
 *
 * @returns their codes
 */
export async function takeWave(
  service: TestService,
  { bookings, roomNights, proof = 'none', hotelSlug = 'alfa', agoMs = 0 }: Wave,
): Promise<string[]> {
  const { context, call, store, clock } = service
  const { strangerLimits } = context
  const codes: string[] = []
  context.strangerLimits = 'none'
  for (let each = 0; each < bookings; each++) {
    const guest = { firstName: 'A', lastName: 'Stranger', email: `${context.newId()}@example.com` }
    const { status, body } = await book(call, { hotelSlug, guest, adults: 1 })
    if (status !== 201) throw new Error(`nothing was booked: ${JSON.stringify(body)}`)
    codes.push(body.code)
  }
  context.strangerLimits = strangerLimits
  const atMs = clock.nowMs - agoMs
  const names = sql.join(
    codes.map((code) => sql`${code}`),
    sql`, `,
  )
  await store.tx(
    async (tx) =>
      void (await rowsOf(
        tx,
        sql`update booking set proof = ${proof}, brake_nights = ${roomNights}, brake_at_ms = ${atMs}
            where code in (${names})`,
      )),
  )
  return codes
}

/** What ending bookings does to the brake. */
export const forgetTaken = ({ store }: TestService) =>
  store.tx(async (tx) => void (await rowsOf(tx, sql`update booking set brake_nights = 0`)))

/** The worker's passes of a service, by its clock; what they say in the log is kept. */
export function demandWatch({ context }: TestService) {
  const said: Record<string, unknown>[] = []
  const warn: Log['warn'] = (event, facts) => void said.push({ event, ...facts })
  const log = { ...context.log, warn }
  const pass = createDemandWatch((alarm) => tellDemand(log, alarm))
  return { said, pass: () => pass(context, new AbortController().signal) }
}
