import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { readScopes, SCOPES_DEFAULT, type Scope } from '../../domain/accounts/scope.ts'
import type { Vendor } from '../../domain/accounts/vendor.ts'
import { CONNECTIONS_MAX, VENDORS_MAX } from '../../domain/accounts/vendor.ts'
import { AppError, refused, tooMany } from '../../domain/kernel/errors.ts'
import { rotationOf } from '../../domain/kernel/rotation.ts'
import { insertApiKey, revokeApiKey } from '../../store/accounts/api-keys.ts'
import { findConnectionAt, listConnections } from '../../store/accounts/connections.ts'
import {
  countVendors,
  findVendor,
  hasVendorNamed,
  insertVendor,
  updateVendorSecret,
  vendorTopic,
} from '../../store/accounts/vendors.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import { listFeedBounds } from '../../store/days/feed-places.ts'
import type { Actor } from '../../store/days/history.ts'
import { invalidate, type Tx } from '../../store/engine/engine.ts'
import { inHotel, lockCatalog, lockHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { lockMaker } from '../makers.ts'
import { queueNumberedEvent } from '../queue-event.ts'
import { newSecret } from '../secrets.ts'
import { endWebhooksOf, giveUpFor } from '../webhooks/end-webhooks.ts'
import { noteKey } from './api-keys.ts'

/**
 * Creates a vendor, which hotels may then connect. Only this answer contains the secret; the database stores its hash
 * (contract §8).
 *
 * @throws AppError `already_exists`, `validation_failed` if the maximum of vendors exists
 */
export async function createVendor(
  deps: Deps,
  actor: Actor,
  { name, contact }: Pick<Vendor, 'name' | 'contact'>,
): Promise<{ vendor: Vendor; secret: string }> {
  const made = newSecret(deps, 'vendor')
  const vendor: Vendor = {
    id: deps.newId(),
    name,
    contact,
    ...{ prefix: made.prefix, previousPrefix: null, previousUntilMs: null },
    createdAtMs: deps.nowMs(),
    rotatedAtMs: null,
    createdBy: actor.type === 'user' ? actor.id : null,
    testOf: null,
  }
  await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    if ((await countVendors(tx)) >= VENDORS_MAX)
      throw refused('', 'too_many', `There are at most ${VENDORS_MAX} vendors.`, {
        max: VENDORS_MAX,
      })
    if (await hasVendorNamed(tx, vendor))
      throw alreadyExists('/name', 'A vendor with this name already exists.')
    await insertVendor(tx, { ...vendor, hash: made.hash })
    await audit(tx, deps, { entity: 'vendor', entityId: vendor.id, actor, after: stateOf(vendor) })
  })
  return { vendor, secret: made.secret }
}

/**
 * Rotates the secret of a vendor; the former one stays valid for some hours, at every hotel. Connections and their
 * webhooks stay.
 *
 * @param overlapHours 0: the former secret stops working at once
 * @throws AppError `not_found`
 */
export async function rotateVendorSecret(
  deps: Deps,
  actor: Actor,
  id: string,
  overlapHours: number,
): Promise<{ vendor: Vendor; secret: string }> {
  const { secret, hash, prefix } = newSecret(deps, 'vendor')
  const vendor = await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    const before = await findVendor(tx, id)
    if (before?.testOf !== null) throw noVendor()
    const nowMs = deps.nowMs()
    const rotating = rotationOf(before, { prefix }, { overlapHours, nowMs })
    const after = { ...before, ...rotating, rotatedAtMs: nowMs }
    await updateVendorSecret(tx, { id, hash, rotatedAtMs: nowMs, ...rotating })
    const change = { before: stateOf(before), after: stateOf(after) }
    await audit(tx, deps, { entity: 'vendor', entityId: id, actor, ...change })
    return after
  })
  return { vendor, secret }
}

/**
 * Connects a vendor to a hotel: creates a key of the hotel that the vendor's secret opens. Its scopes are never
 * extended.
 *
 * @throws AppError `not_found`, `already_exists`, `validation_failed`; as `lockMaker`
 */
export async function connectVendor(
  deps: Deps,
  actor: Actor,
  {
    hotelId,
    vendorId,
    scopes = SCOPES_DEFAULT,
  }: { hotelId: number; vendorId: string; scopes?: readonly string[] | undefined },
): Promise<{ vendor: Vendor; connection: ApiKey }> {
  const read = readScopes(scopes)
  return await deps.store.tx(async (tx) => {
    await lockMaker(tx, actor, hotelId)
    await lockHotel(tx, hotelId)
    const vendor = await findVendor(tx, vendorId)
    if (vendor?.testOf !== null) throw noVendor()
    if (await findConnectionAt(tx, { vendorId, hotelId }))
      throw alreadyExists('/vendorId', 'This hotel is already connected to this vendor.')
    if ((await listConnections(tx, hotelId)).length >= CONNECTIONS_MAX)
      throw tooMany('connected vendors', CONNECTIONS_MAX)
    const atMs = deps.nowMs()
    const connection: ApiKey = {
      id: deps.newId(),
      hotelId,
      test: false,
      vendorId,
      name: vendor.name,
      prefix: vendor.prefix,
      scopes: read,
      allowedIps: [],
      requestsPerMinute: null,
      createdAtMs: atMs,
      expiresAtMs: null,
      revokedAtMs: null,
      lastUsedAtMs: null,
      lastUsedFrom: null,
      ...(await feedPlaceOf(tx, hotelId)),
      eventSeq: await tellVendor(tx, deps, { hotelId, vendorId }, { atMs, scopes: read }),
      createdBy: actor.type === 'user' ? actor.id : null,
    }
    await insertApiKey(tx, { ...connection, hash: unusableHash(connection) })
    await noteKey(tx, deps, { actor, before: null, after: connection })
    invalidate(tx, vendorTopic(vendor))
    return { vendor, connection }
  })
}

/**
 * Disconnects a vendor from a hotel at once: its next request is refused, its endpoints there are deleted, and their
 * waiting deliveries are abandoned, as is what waits of this hotel at the vendor's own endpoints.
 *
 * @throws AppError `not_found`
 */
export async function disconnectVendor(
  deps: Deps,
  actor: Actor,
  place: { hotelId: number; vendorId: string },
): Promise<void> {
  const { hotelId } = place
  const nowMs = deps.nowMs()
  const webhookIds = await inHotel(deps.store, hotelId, async (tx) => {
    const connection = await findConnectionAt(tx, place)
    if (!connection) throw new AppError('not_found', 'This hotel is not connected to this vendor.')
    return await endConnection(tx, deps, { actor, connection, nowMs })
  })
  for (const id of webhookIds) await giveUpFor(deps, id, nowMs)
}

/**
 * Ends a connection and the vendor's endpoints at its hotel; the caller has locked the hotel.
 *
 * @returns their ids, for `giveUpFor` after the commit
 */
export async function endConnection(
  tx: Tx,
  deps: Deps,
  { actor, connection, nowMs }: { actor: Actor; connection: ApiKey; nowMs: number },
): Promise<string[]> {
  const { id, hotelId, vendorId } = connection
  await revokeApiKey(tx, { id, hotelId, nowMs })
  invalidate(tx, vendorTopic({ id: vendorId! }))
  const after = { ...connection, revokedAtMs: nowMs }
  await noteKey(tx, deps, { actor, before: connection, after })
  await tellVendor(tx, deps, { hotelId, vendorId: vendorId! }, { atMs: nowMs })
  return await endWebhooksOf(tx, deps, { hotelId, vendorId: vendorId!, actor, nowMs })
}

/**
 * Tells a vendor's own endpoints that a hotel connected it, or disconnected it; the caller has the hotel's lock.
 *
 * @param scopes undefined: disconnected
 * @returns the number of the event, which the events of the connection follow
 */
async function tellVendor(
  tx: Tx,
  deps: Deps,
  { hotelId, vendorId }: { hotelId: number; vendorId: string },
  { atMs, scopes }: { atMs: number; scopes?: readonly Scope[] },
): Promise<number> {
  const hotel = (await findHotel(tx, hotelId))!
  const event = scopes ? 'hotel.connected' : 'hotel.disconnected'
  return await queueNumberedEvent(tx, deps, hotel, { event, data: { scopes }, atMs, vendorId })
}

/** Returns the place of a hotel's feed now, which the cursors of a new connection begin at; the caller has its lock. */
async function feedPlaceOf(tx: Tx, hotelId: number): Promise<Pick<ApiKey, 'feedSeq' | 'feedAtMs'>> {
  const { seq, atMs } = (await listFeedBounds(tx, [hotelId])).get(hotelId)!.end
  return { feedSeq: seq, feedAtMs: atMs }
}

/** Returns a vendor as the audit log shows it; the actor of the entry is its creator. */
export const stateOf = ({ createdBy, testOf, ...vendor }: Vendor) => vendor

/** Returns a placeholder for the hash of a connection; base64 has no colon, so no text has this hash. */
export const unusableHash = ({ id }: ApiKey) => `connection:${id}`

/** Returns the error for a vendor that does not exist. */
export const noVendor = () => new AppError('not_found', 'There is no such vendor.')
