import { noHotel } from '../../domain/sale/stay.ts'
import { type Visitor, worksAt } from '../../domain/sites/site.ts'
import { findBookingHotel } from '../../store/bookings/bookings.ts'
import { addressOf, exactAddressOf, networkOf } from '../api/address.ts'
import type { Context } from '../api/context.ts'
import { deviceOf } from './device-cookie.ts'
import { type CallOrigin, type SiteCall, siteOfCall } from './site-key.ts'

/**
 * For whom a call about a hotel is made: a site is believed about what it may book, and is like anybody else about any
 * other hotel.
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
 * For whom a call books a hotel.
 *
 * @throws AppError as `visitorAt`; `not_found` for a site that may not book it, for which there is no such hotel
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
 * The address that the general limit counts a call for; null: its site's own bound stands in its place. The site of a
 * hotel is believed where the path names that hotel, or a booking of it, and where it books: another's is refused then.
 *
 * @throws AppError as `siteOfCall`
 */
export async function addressForLimit(context: Context, call: CallOrigin): Promise<string | null> {
  const bySite = await siteOfCall(context, call)
  if (!bySite || !(await isBelieved(context, call, bySite)))
    return addressOf(context, call.request, call.server)
  return bySite.visitor === null ? null : networkOf(bySite.visitor)
}

/** Where somebody signs in from. */
export type SignInPlace = {
  /** As the limits of log-in and registration count it. */
  address: string
  /** As it is written down. */
  exactAddress: string
  /** A site did it for them: the address becomes no known place of theirs. */
  isBySite: boolean
  /** The hash of the cookie by which the browser is known; undefined: it has none, or a site calls. */
  device: string | undefined
}

/** Where a call signs in from: of an admin's site its visitor. @throws AppError as `siteOfCall` */
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
  if (request.method === 'POST' && pathname === '/v1/bookings') return true
  return (await hotelOfPath(context, pathname)) === site.hotelId
}

/** Paths that name a hotel by its slug, and a booking by its code. */
const OF_HOTEL = /^\/v1\/hotels\/([a-z0-9-]+)(?:\/|$)/
const OF_BOOKING = /^\/v1\/bookings\/([A-Za-z0-9]+)(?:\/|$)/

/** The hotel that a path is about; undefined where it names none, or none that there is. */
async function hotelOfPath(context: Context, path: string): Promise<number | undefined> {
  const slug = path.match(OF_HOTEL)?.[1]
  if (slug !== undefined) return (await context.knownHotelOfSlug(slug))?.hotel.id
  const code = path.match(OF_BOOKING)?.[1]
  return code === undefined ? undefined : await findBookingHotel(context.store, code.toUpperCase())
}
