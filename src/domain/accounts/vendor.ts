import { AppError } from '../kernel/errors.ts'
import { previousOf, type SecretRotation } from '../kernel/rotation.ts'
import { type ApiKey, KEY_REQUESTS_PER_MINUTE } from './api-key.ts'
import type { ActorType } from './user.ts'

export const CONNECTIONS_MAX = 10

/** Vendors of the service, and connected vendors of one hotel (contract §8). */
export const VENDORS_MAX = 500

/** A software vendor that hotels connect. One secret serves all its hotels (contract §8); only the hash is stored. */
export type Vendor = SecretRotation & {
  id: string
  name: string
  /** The contact for hotels: an address, a number, a name. */
  contact: string
  createdAtMs: number
  /** The last rotation of its secret; null: it still has the first. */
  rotatedAtMs: number | null
  /** The vendor whose test secret it has, for sandboxes alone; null for a vendor itself. */
  testOf: string | null
  /** The account that made it; null: not kept. */
  createdBy: string | null
}

/** A calling vendor, with the number of its connected hotels. */
export type CallingVendor = Vendor & { hotels: number }

/** The vendor of a secret; `isPrevious` for the secret before the current one. */
export type VendorSecret = { vendor: CallingVendor; isPrevious: boolean }

/** Requests a minute that name no hotel: 10 more for each connected hotel (contract-groups, *Vendors*). */
export const vendorRequestsPerMinute = (hotels: number): number =>
  Math.min(VENDOR_REQUESTS_MAX, KEY_REQUESTS_PER_MINUTE + 10 * hotels)
const VENDOR_REQUESTS_MAX = 600

/** Returns the place in the feed at which a connection begins; undefined for a key, or if it was not kept. */
export const beginOf = ({ feedSeq, feedAtMs }: Pick<ApiKey, 'feedSeq' | 'feedAtMs'>) =>
  feedSeq === null ? undefined : { seq: feedSeq, entries: 0, atMs: feedAtMs ?? 0 }

/** True if a vendor's secret is valid at this instant; the previous one is valid until the overlap ends. */
export const isVendorSecretGood = ({ vendor, isPrevious }: VendorSecret, nowMs: number): boolean =>
  !isPrevious || previousOf(vendor, nowMs) !== null

/** True if a text contains a vendor's secret: a hotel's keys have another kind there. */
export const isVendorSecret = (text: string): boolean => text.includes('_vendor_')

/**
 * The error for a hotel that is not connected, was disconnected or does not exist: the same for all three (contract
 * §8).
 */
export const notConnected = () =>
  new AppError('not_found', 'You are connected with no hotel of this slug.')

/** The error for a request of a key, or of a vendor's connection, that was revoked while the request waited. */
export const revokedMeanwhile = (type: ActorType) =>
  type === 'vendor'
    ? notConnected()
    : new AppError('unauthenticated', 'This key was revoked in the meantime.')
