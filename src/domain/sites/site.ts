import { AppError, refused } from '../kernel/errors.ts'
import { URL_LENGTH_MAX } from '../kernel/limits.ts'
import { previousOf, type SecretRotation } from '../kernel/rotation.ts'

/** Sites that stand: of one hotel, and of all admins. */
export const SITES_OF_HOTEL_MAX = 5
export const SITES_OF_ADMINS_MAX = 100
/** Hotels that the site of an admin may be held to. */
export const SITE_HOTELS_MAX = 100
/** Requests a minute of one site, whomever they are for. */
export const SITE_REQUESTS_PER_MINUTE = 3_000
/** Room-nights that one site books in an hour, unless it was given more, and the most it may be given. */
export const SITE_ROOM_NIGHTS_DEFAULT = 600
export const SITE_ROOM_NIGHTS_MAX = 100_000

/**
 * A front-end that books for its guests from its own server, by a key (`contract-access`, *Sites*): only the hash of its
 * secret is stored.
 */
export type Site = SecretRotation & {
  id: string
  /** Told as `source.site` of what it books. */
  name: string
  /** The hotel whose owner made it, for calls about which alone it is believed; null: an admin's. */
  hotelId: number | null
  /** Of an admin's: the hotels that it may book; null: all. */
  hotels: number[] | null
  /** It has taken payment or proven the mailbox: what it books is proven. */
  proves: boolean
  roomNightsPerHour: number
  /** Its own page, to which the links of its bookings lead; null: `/booking` of this service. */
  managePage: string | null
  /** The account that made it. */
  createdBy: string
  createdAtMs: number
  revokedAtMs: number | null
  lastUsedAtMs: number | null
  /** The address of its server when that last called; null: it has not, or that was not kept. */
  lastUsedFrom: string | null
}

/** For whom a call is made, as far as the bounds of strangers go. */
export type Visitor = {
  /** The site that makes it and is believed about the hotel; null: none is. */
  site: Site | null
  /** The visitor's address, or the caller's own; null: the site is believed and said none, so that its own bounds stand in its place. */
  address: string | null
}

/** The site that a secret is of, and whether it is the one before its present one. */
export type SiteSecret = { site: Site; isPrevious: boolean }

/** Whether a secret opens anything at this instant: its site stands, and of the one before the overlap lasts. */
export const isSecretGood = ({ site, isPrevious }: SiteSecret, nowMs: number): boolean =>
  site.revokedAtMs === null && (!isPrevious || previousOf(site, nowMs) !== null)

/** Whether a site may book a hotel, and is believed about it. */
export const worksAt = ({ hotelId, hotels }: Site, id: number): boolean =>
  hotelId === null ? hotels === null || hotels.includes(id) : hotelId === id

/** The error for a site that is none, is another's, or was revoked before. */
export const noSite = () => new AppError('not_found', 'There is no such site that stands.')

/**
 * A site's own page as it is kept: https, no user, no fragment, for that is where the token of a booking goes.
 *
 * @throws AppError `validation_failed` at `/managePage`
 */
export function checkManagePage(text: string): string {
  const path = '/managePage'
  const url = URL.parse(text)
  if (!url || text.length > URL_LENGTH_MAX || /[\s\\]/.test(text))
    throw refused(path, 'wrong_format', 'Must be an absolute URL.')
  if (url.protocol !== 'https:') throw refused(path, 'https_required', 'Must begin with https://.')
  if (url.username || url.password)
    throw refused(path, 'userinfo_refused', 'Must not name a user or password.')
  if (text.includes('#')) throw refused(path, 'fragment_refused', 'Must not have a fragment.')
  return url.href
}
