import { AppError, refused } from '../kernel/errors.ts'
import { URL_LENGTH_MAX } from '../kernel/limits.ts'
import { previousOf, type SecretRotation } from '../kernel/rotation.ts'

/** Active sites of one hotel, and of all admins. */
export const SITES_OF_HOTEL_MAX = 5
export const SITES_OF_ADMINS_MAX = 100
/** Hotels in the list of an admin's site. */
export const SITE_HOTELS_MAX = 100
/** Rate limit of one site in requests a minute, for all its guests. */
export const SITE_REQUESTS_PER_MINUTE = 3_000
/** Default and maximum room-nights that one site books per hour. */
export const SITE_ROOM_NIGHTS_DEFAULT = 600
export const SITE_ROOM_NIGHTS_MAX = 100_000

/**
 * A front-end that books for its guests from its own server, by a key (`contract-access`, *Sites*): only the hash of its
 * secret is stored.
 */
export type Site = SecretRotation & {
  id: string
  /** Shown as `source.site` of its bookings. */
  name: string
  /** The hotel whose owner made it, the only one it is trusted for; null: an admin's site. */
  hotelId: number | null
  /** For an admin's site: the hotels that it may book; null: all. */
  hotels: number[] | null
  /** True if the site takes payment or verifies the mailbox: its bookings count as proven. */
  proves: boolean
  roomNightsPerHour: number
  /** Its own page for booking links; null: `/booking` of this service. */
  managePage: string | null
  /** The account that made it. */
  createdBy: string
  createdAtMs: number
  revokedAtMs: number | null
  lastUsedAtMs: number | null
  /** The server address of its last call; null: never, or not kept. */
  lastUsedFrom: string | null
}

/** The visitor behind a call, for the limits on strangers. */
export type Visitor = {
  /** The calling site if it is trusted for the hotel; null: none. */
  site: Site | null
  /** The visitor's address, or the caller's own; null: the trusted site gave none, so its own limits apply. */
  address: string | null
}

/** The site of a secret; `isPrevious` for the secret before the current one. */
export type SiteSecret = { site: Site; isPrevious: boolean }

/** True if a secret is valid at this instant: its site is active, and the previous secret's overlap lasts. */
export const isSecretGood = ({ site, isPrevious }: SiteSecret, nowMs: number): boolean =>
  site.revokedAtMs === null && (!isPrevious || previousOf(site, nowMs) !== null)

/** True if a site may book a hotel and is trusted for it. */
export const worksAt = ({ hotelId, hotels }: Site, id: number): boolean =>
  hotelId === null ? hotels === null || hotels.includes(id) : hotelId === id

/** Returns the error for a site that is unknown, foreign or revoked. */
export const noSite = () => new AppError('not_found', 'There is no such active site.')

/**
 * Checks and normalizes a site's own page: https, no user, no fragment, where the booking's token goes.
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
