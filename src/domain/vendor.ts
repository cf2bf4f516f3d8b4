import { AppError } from './errors.ts'

/** A maker of software that hotels connect, with one secret for all of them (contract §8): only its hash is stored. */
export type Vendor = {
  id: string
  name: string
  /** Whom a hotel asks: an address, a number, a name. */
  contact: string
  prefix: string
  createdAtMs: number
  /** When its secret was last changed; null: it has the first one. */
  rotatedAtMs: number | null
}

/** Whether a text has a vendor's secret in it: a hotel's keys have another word there. */
export const isVendorSecret = (text: string): boolean => text.includes('_vendor_')

/** The error for a hotel that is not connected, or no longer, or is none: all the same (contract §8). */
export const notConnected = () =>
  new AppError('not_found', 'You are connected with no hotel of this slug.')
