/**
 * The locks of a transaction, held until it ends, so that others that need the same lock wait. SQLite runs bodies one
 * after another, so no transaction waits there. All locks are taken here, always in this order, or two transactions
 * would wait for each other (deadlock):
 *
 * 1. `accounts`: e-mail addresses, the rule that one admin is left, and the right to make anything that gives access.
 *    For every transaction that makes or changes an account, or that makes a key, a site, a connection or a webhook as
 *    a person.
 * 2. `catalog`: slugs and codes of cities, hotels, boards and agencies, vendors and their own webhooks. For every
 *    transaction that makes or changes one, or that ends what an account has made.
 * 3. `hotel:<id>`, lower ids first: everything that belongs to a hotel. For every transaction that adds to its feed (a
 *    push, a booking and each of its changes), so that feed numbers follow the order of its commits; that changes the
 *    hotel, its room types, rates, keys or webhooks; or that acknowledges or reviews one of its bookings.
 * 4. Rows of days, `for update`, to which released rooms go back. A push reads the days that it merges into without: whoever
 *    changes a day numbers the change in its hotel's feed (3). A booking takes its nights with an update that checks them
 *    again.
 * 5. `queue:<hotel>`: deliveries to a hotel's endpoints. For every transaction that queues deliveries behind those of
 *    their key that are still pending, and for the worker, which releases the next delivery of a key after one is
 *    settled. The worker locks those of many hotels in any order: no other transaction locks more than one.
 */

import { eq, sql } from 'drizzle-orm'
import type { Engine, Handle, Tx } from './engine.ts'
import { batch } from './pace.ts'
import { prepared } from './prepared.ts'

/** Locks the accounts (1). */
export const lockAccounts = (tx: Tx) => lock(tx, 'accounts')

/** Locks the catalogue: slugs and codes (2). */
export const lockCatalog = (tx: Tx) => lock(tx, 'catalog')

/** Locks a hotel (3). */
export const lockHotel = (tx: Tx, hotelId: number) => lock(tx, hotelScope(hotelId))

/**
 * Runs a body as a transaction whose first lock is that of a hotel, for which it waits in the hotel's line, without a
 * connection.
 */
export const inHotel = <T>(
  { tx: run }: { tx: Engine['run'] },
  hotelId: number,
  body: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const locked = async (tx: Tx) => {
    await lockHotel(tx, hotelId)
    return await body(tx)
  }
  return run(locked, { waitsAt: hotelId })
}

/** Locks the hotel of a booking; does nothing if there is no such booking. */
export async function lockHotelOf(tx: Tx, code: string): Promise<void> {
  const hotelId = await hotelOf(tx, code)
  if (hotelId !== undefined) await lockHotel(tx, hotelId)
}

/** The hotel of a booking, which never changes; undefined if there is no such booking. */
export async function hotelOf(handle: Handle, code: string): Promise<number | undefined> {
  const [row] = await selectHotelOf(handle).execute({ code })
  return row?.hotelId
}

const selectHotelOf = prepared(({ t: { booking }, db }) =>
  db
    .select({ hotelId: booking.hotelId })
    .from(booking)
    .where(eq(booking.code, sql.placeholder('code')))
    .prepare(),
)

/** Locks hotels that one transaction changes together. */
export async function lockHotels(tx: Tx, hotelIds: readonly number[]): Promise<void> {
  for (const id of hotelIds.toSorted((a, b) => a - b)) await lockHotel(tx, id)
}

/** Locks the delivery queues of hotels (5); those that the transaction already has are skipped. */
export async function lockQueues(tx: Tx, hotelIds: Iterable<number>): Promise<void> {
  const scopes = [...new Set(hotelIds)].map((id) => `queue:${id}`)
  const missing = scopes.filter((scope) => !tx.held.includes(scope))
  tx.held.push(...missing)
  await batch(...missing.map(tx.hold))
}

/**
 * Adds a row lock to a select if the handle is a transaction, which reads the rows to change them; a reader gets it as
 * it is.
 */
export const lockForUpdate = <Query>(handle: Handle | Tx, query: Query): Query =>
  'held' in handle ? handle.dialect.lock(query, 'update') : query

/**
 * @throws Error if the hotel is not locked: a defect of the caller, which would number the hotel's feed out of order
 */
export function mustHaveLocked(tx: Tx, hotelId: number): void {
  if (!tx.held.includes(hotelScope(hotelId)))
    throw new Error(`a transaction adds to the feed of hotel ${hotelId} without its lock`)
}

/** The scope of a hotel's lock (3). */
export const hotelScope = (hotelId: number) => `hotel:${hotelId}`

async function lock(tx: Tx, scope: string): Promise<void> {
  // A time that is read before the lock is granted would be earlier than what others commit meanwhile.
  if (tx.held.includes(scope)) return void (await tx.granted)
  const last = tx.held.at(-1)
  if (last && isBefore(scope, last))
    throw new Error(`a transaction with the lock ${last} must not wait for ${scope}`)
  tx.held.push(scope)
  await tx.hold(scope)
}

/** `accounts` and `catalog` happen to be in alphabetical order, and before every hotel. */
function isBefore(scope: string, other: string): boolean {
  const [kind, id] = scope.split(':')
  const [otherKind, otherId] = other.split(':')
  return kind === otherKind ? Number(id) < Number(otherId) : kind! < otherKind!
}
