import { and, eq, sql } from 'drizzle-orm'
import type { Booking } from '../../src/domain/bookings/booking.ts'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import type { WebProof } from '../../src/domain/strangers/strangers.ts'
import { findBooking } from '../../src/store/bookings/bookings.ts'
import { sell } from './bookings.ts'
import type { Answer } from './matchers.ts'
import { type Settings, startService, type TestService } from './service.ts'

/** A service with limits on strangers' bookings and with mail; by default Alfa asks every stranger for proof. */
export async function startLinking({
  webProof = 'always',
  available = 40,
  ...settings
}: Settings & { webProof?: WebProof; available?: number } = {}): Promise<TestService> {
  const world = { isMailing: true, strangerLimits: 'all' as const, ...settings.world }
  const service = await startService({ ...settings, world })
  const { store, alfa } = service
  const { hotel } = store.t
  await store.tx(async (tx) => {
    const set = { webProof, revision: sql`${hotel.revision} + 1` }
    await tx.db.update(hotel).set(set).where(eq(hotel.id, alfa.id))
  })
  await sell(service, { available })
  return service
}

/** A booking as it is kept. */
export const readBooking = async ({ store }: TestService, code: string): Promise<Booking> =>
  (await findBooking(store, code))!

/** Presses a button on the page of the mailed link, as a reader of the guest's mailbox does. */
export async function press(
  service: TestService,
  code: string,
  button: 'prove' | 'disown' = 'prove',
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const proofToken = service.deps.tokens.proof(await readBooking(service, code))
  return await service.call('POST', `/v1/bookings/${code}/${button}`, {
    body: { proofToken, ...more },
  })
}

/** What strangers have of the first night of Alfa's double rooms. */
export async function ofStrangers({ store, alfa }: TestService) {
  const { day } = store.t
  const { unproven, heldByStrangers } = day
  const [row] = await store.db
    .select({ unproven, heldByStrangers })
    .from(day)
    .where(
      and(
        eq(day.hotelId, alfa.id),
        eq(day.roomCode, 'DBL'),
        eq(day.date, '2027-04-01' as CalendarDate),
      ),
    )
  return row!
}
