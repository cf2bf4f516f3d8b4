import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { refused, unavailable } from '../../domain/kernel/errors.ts'
import { SANDBOX_DAYS_MAX } from '../../domain/kernel/limits.ts'
import { testHotelOf } from '../../domain/sandbox/test-hotels.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { lockCatalog, lockHotel } from '../../store/engine/locks.ts'
import {
  countDays,
  findSandbox,
  insertSandbox,
  moveWebhooks,
  retireSandbox,
} from '../../store/sandbox/sandbox-hotels.ts'
import { insertTestDays, moveConnections } from '../../store/sandbox/test-hotels.ts'
import type { Deps } from '../deps.ts'

/**
 * Creates the sandbox of a hotel that has none, as a copy of its current state; the caller has locked the catalogue.
 * @returns its id
 */
export async function makeSandbox(
  tx: Tx,
  { nowMs, today }: Deps,
  hotelId: number,
  actor: Actor = { type: 'system', id: 'sandbox' },
): Promise<number> {
  const { timezone, slug } = (await findHotel(tx, hotelId))!
  const origin = { today: today(timezone), nowMs: nowMs(), actor }
  const id = await insertSandbox(tx, hotelId, origin)
  const made = isSandbox(hotelId) ? testHotelOf(slug) : undefined
  if (made) await insertTestDays(tx, id, made, origin.today)
  return id
}

/**
 * Replaces a sandbox with a new copy of its hotel: its days and bookings are gone, its endpoints stay. The old data is
 * deleted later, in slices. A reset takes its turn with large pushes.
 *
 * @throws AppError `unavailable` if too many wait or another reset came first
 */
export async function resetSandbox(
  deps: Deps,
  { hotelId, sandboxOf }: { hotelId: number; sandboxOf: number },
  actor: Actor,
): Promise<void> {
  const reset = () =>
    deps.store.tx(
      async (tx) => {
        await lockCatalog(tx)
        await lockHotel(tx, hotelId)
        if ((await findSandbox(tx, sandboxOf)) !== hotelId)
          throw unavailable('Another request has just reset the sandbox.', 1)
        await retireSandbox(tx, hotelId, deps.nowMs())
        const nextId = await makeSandbox(tx, deps, sandboxOf, actor)
        await moveWebhooks(tx, hotelId, nextId)
        await moveConnections(tx, hotelId, nextId)
      },
      { isLarge: true },
    )
  await deps.largePushes.take(hotelId, reset)
}

/** @throws AppError `validation_failed` if a push leaves the sandbox with too many days */
export async function refuseTooManyDays(handle: Handle, hotelId: number): Promise<void> {
  const { days, rateDays } = await countDays(handle, hotelId)
  if (days <= SANDBOX_DAYS_MAX && rateDays <= SANDBOX_DAYS_MAX) return
  throw refused(
    '/updates',
    'too_many',
    `A sandbox has at most ${SANDBOX_DAYS_MAX} days and as many rate days; nothing was written.`,
    { max: SANDBOX_DAYS_MAX },
  )
}
