import { noHotel } from '../../domain/sale/stay.ts'
import { type Visitor, worksAt } from '../../domain/sites/site.ts'
import { findBookingHotel } from '../../store/bookings/bookings.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import { addressOf, exactAddressOf, networkOf } from '../api/address.ts'
import type { Context } from '../api/context.ts'
import { deviceOf } from './device-cookie.ts'
import { type CallOrigin, type SiteCall, siteOfCall } from './site-key.ts'

/**
 * Returns the visitor of a call about a hotel. A site is trusted about the hotels it may book; for any other hotel it
 * counts as an ordinary client.
 *
 * @throws AppError as `siteOfCall`, `rate_limited`
 */
export async function visitorAt(
  context: Context,
  call: CallOrigin,
  hotelId: number,
): Promise<Visitor> {
  const bySite = await siteOfCall(context, call)
  if (bySite && worksAt(bySite.site, hotelId)) return { site: bySite.site, address: bySite.visitor }
  return { site: null, address: exactAddressOf(context, call.request, call.server) }
}

/**
 * Returns the visitor of a booking call.
 *
 * @throws AppError as `visitorAt`; `not_found` for a site that may not book this hotel
 */
export async function bookerAt(
  context: Context,
  call: CallOrigin,
  hotelId: number,
): Promise<Visitor> {
  const bySite = await siteOfCall(context, call)
  if (bySite && !worksAt(bySite.site, hotelId)) throw noHotel()
  return await visitorAt(context, call, hotelId)
}

/**
 * Returns the address for the general rate limit; null: only the site's own limit applies. The site of a hotel is trusted
 * if the path names that hotel or one of its bookings, and for new bookings, where other hotels are refused later.
 *
 * @throws AppError as `siteOfCall`
 */
export async function addressForLimit(context: Context, call: CallOrigin): Promise<string | null> {
  const bySite = await siteOfCall(context, call)
  if (!bySite || !(await isBelieved(context, call, bySite)))
    return addressOf(context, call.request, call.server)
  return bySite.visitor === null ? null : networkOf(bySite.visitor)
}

/** The place of a log-in: address and browser. */
export type SignInPlace = {
  /** The network that the rate limits of log-in and registration count. */
  address: string
  /** The stored address. */
  exactAddress: string
  /** True if a site calls: the address does not become a known place of the account. */
  isBySite: boolean
  /** The hash of the device cookie; undefined: no cookie, or a site calls. */
  device: string | undefined
}

/** Returns the place of a log-in; for a site of admins its visitor's. @throws AppError as `siteOfCall` */
export async function signInPlace(context: Context, call: CallOrigin): Promise<SignInPlace> {
  const bySite = await siteOfCall(context, call)
  const visitor = bySite?.site.hotelId === null ? bySite.visitor : null
  const exactAddress = visitor ?? exactAddressOf(context, call.request, call.server)
  const isBySite = bySite !== undefined
  const device = isBySite ? undefined : deviceOf(context, call.request)
  return { address: networkOf(exactAddress), exactAddress, isBySite, device }
}

async function isBelieved(context: Context, { request }: CallOrigin, { site }: SiteCall) {
  if (site.hotelId === null) return true
  const { pathname } = new URL(request.url)
  if (request.method === 'POST' && PLACINGS.includes(pathname)) return true
  return (await hotelOfPath(context, pathname)) === site.hotelId
}

/** Paths of new bookings, whose body names the hotel. */
const PLACINGS = ['/v1/bookings', '/v1/booking-groups', '/v1/quotes']
/** Paths that name a hotel by its slug, a booking by its code, and a group by its code. */
const OF_HOTEL = /^\/v1\/hotels\/([a-z0-9-]+)(?:\/|$)/
const OF_BOOKING = /^\/v1\/bookings\/([A-Za-z0-9]+)(?:\/|$)/
const OF_GROUP = /^\/v1\/booking-groups\/([A-Za-z0-9]+)(?:\/|$)/

/** Finds the hotel of a path; undefined if it names none, or an unknown one. */
async function hotelOfPath(context: Context, path: string): Promise<number | undefined> {
  const slug = path.match(OF_HOTEL)?.[1]
  if (slug !== undefined) return (await context.knownHotelOfSlug(slug))?.hotel.id
  const code = path.match(OF_BOOKING)?.[1]
  if (code !== undefined) return await findBookingHotel(context.store, code.toUpperCase())
  const group = path.match(OF_GROUP)?.[1]
  const [first] = group === undefined ? [] : await listGroup(context.store, group.toUpperCase())
  return first?.hotelId
}
