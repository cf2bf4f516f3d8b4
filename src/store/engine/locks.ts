import { eq } from 'drizzle-orm'
import type { Handle, Tx } from './engine.ts'
import { batch } from './pace.ts'

/**
 * What a transaction holds until it ends, so that others who hold the same wait for it; on SQLite, where bodies run one
 * after another, nobody waits. All of it is taken here, always in this order, or two would wait for each other:
 *
 * 1. `accounts`: e-mail addresses, that an admin is left, and who may make what gives access. Whoever makes or changes an
 *    account, and whoever makes a key, a site, a connection or a webhook as a person.
 * 2. `catalog`: slugs and codes of cities, hotels, boards and agencies. Whoever makes or changes one, or ends what an
 *    account has made.
 * 3. `hotel:<id>`, lower ids first: whatever belongs to a hotel. Whoever adds to its feed (a push, a booking and each of
 *    its changes), so that feed numbers are the order of its commits; whoever changes the hotel, its room types, rates,
 *    keys or webhooks; whoever acknowledges or reviews a booking of it.
 * 4. Rows of days, `for update`, which are read to be changed: what a push folds into, and what rooms go back to. A
 *    booking takes its nights with an update that looks at them again.
 * 5. `queue:<hotel>`: deliveries to a hotel's endpoints. Whoever queues some behind those of their key that are on their
 *    way, and the worker, who lets the next of a key go when one is settled. It holds those of many hotels, in any order,
 *    for nobody else holds more than one.
 */
export const holdAccounts = (tx: Tx) => hold(tx, 'accounts')

export const holdCatalog = (tx: Tx) => hold(tx, 'catalog')

export const holdHotel = (tx: Tx, hotelId: number) => hold(tx, hotelScope(hotelId))

/** The hotel of a booking; nothing when there is no such booking. */
export async function holdHotelOf(tx: Tx, code: string): Promise<void> {
  const { booking } = tx.t
  const [row] = await tx.db
    .select({ hotelId: booking.hotelId })
    .from(booking)
    .where(eq(booking.code, code))
  if (row) await holdHotel(tx, row.hotelId)
}

/** Hotels of which something is changed together. */
export async function holdHotels(tx: Tx, hotelIds: readonly number[]): Promise<void> {
  for (const id of hotelIds.toSorted((a, b) => a - b)) await holdHotel(tx, id)
}

export async function holdQueues(tx: Tx, hotelIds: Iterable<number>): Promise<void> {
  const scopes = [...new Set(hotelIds)].map((id) => `queue:${id}`)
  const missing = scopes.filter((scope) => !tx.held.includes(scope))
  tx.held.push(...missing)
  await batch(...missing.map(tx.hold))
}

/** The rows of a select, which a transaction reads to change them and holds until then; others only read them. */
export const lockForUpdate = <Query>(handle: Handle | Tx, query: Query): Query =>
  'held' in handle ? handle.dialect.lock(query, 'update') : query

/** @throws Error when a hotel is not held: a defect of the caller, who would number its feed out of order */
export function mustHoldHotel(tx: Tx, hotelId: number): void {
  if (!tx.held.includes(hotelScope(hotelId)))
    throw new Error(
      `the feed of hotel ${hotelId} is added to by a transaction that does not hold it`,
    )
}

const hotelScope = (hotelId: number) => `hotel:${hotelId}`

async function hold(tx: Tx, scope: string): Promise<void> {
  if (tx.held.includes(scope)) return
  const last = tx.held.at(-1)
  if (last && isBefore(scope, last))
    throw new Error(`a transaction that holds ${last} would wait for ${scope}`)
  tx.held.push(scope)
  await tx.hold(scope)
}

/** `accounts` and `catalog` happen to be in alphabetical order, and before every hotel. */
function isBefore(scope: string, other: string): boolean {
  const [kind, id] = scope.split(':')
  const [otherKind, otherId] = other.split(':')
  return kind === otherKind ? Number(id) < Number(otherId) : kind! < otherKind!
}
