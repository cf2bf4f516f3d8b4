import { AppError } from '../kernel/errors.ts'
import { previousOf, type SecretRotation } from '../kernel/rotation.ts'

export const CONNECTIONS_MAX = 10

/** Vendors that there are, and that one hotel is connected with (contract §8). */
export const VENDORS_MAX = 500

/** A maker of software that hotels connect, with one secret for all of them (contract §8): only its hash is stored. */
export type Vendor = SecretRotation & {
  id: string
  name: string
  /** Whom a hotel asks: an address, a number, a name. */
  contact: string
  createdAtMs: number
  /** When its secret was last changed; null: it has the first one. */
  rotatedAtMs: number | null
  /** The account that made it; null: that was not kept. */
  createdBy: string | null
}

/** The vendor that a secret is of, and whether it is the one before its present one. */
export type VendorSecret = { vendor: Vendor; isPrevious: boolean }

/** Whether a vendor's secret opens anything at this instant: of the one before the overlap lasts. */
export const isVendorSecretGood = ({ vendor, isPrevious }: VendorSecret, nowMs: number): boolean =>
  !isPrevious || previousOf(vendor, nowMs) !== null

/** Whether a text has a vendor's secret in it: a hotel's keys have another word there. */
export const isVendorSecret = (text: string): boolean => text.includes('_vendor_')

/** The error for a hotel that is not connected, or no longer, or is none: all the same (contract §8). */
export const notConnected = () =>
  new AppError('not_found', 'You are connected with no hotel of this slug.')
