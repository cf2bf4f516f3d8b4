import { networksOf } from '../kernel/network.ts'
import { type Allowance, perMinute } from '../kernel/rate-limit.ts'

/** How long a place or a browser is known after an account signed in there (`contract-access`, *Accounts*). */
export const PLACE_KNOWN_MS = 90 * 24 * 60 * 60 * 1_000
/** Places, and browsers, that are kept of one account: those it was seen in longest ago go. */
export const PLACES_MAX = 100
/** Log-ins a minute of an IPv4 address or IPv6 /64, of an IPv6 /56, and of a /24 or /48. */
const OF_ADDRESS = perMinute(10)
const OF_NEAR = perMinute(30)
const OF_WIDE = perMinute(100)

/** The place that an address lies in: its /24, of IPv6 its /48; what is no address is a place of its own. */
export const placeOf = (address: string): string => networksOf(address).wide

/**
 * The buckets of log-ins that an address counts in, the narrowest first. An IPv6 address has none beside that of its
 * /64, which holds as much.
 *
 * @param narrow the address, of IPv6 its /64
 */
export function loginBuckets(
  address: string,
  narrow: string,
): { network: string; allowance: Allowance }[] {
  const { near, wide } = networksOf(address)
  const own = { network: narrow, allowance: OF_ADDRESS }
  if (near === wide) return [own]
  const around = { network: wide, allowance: OF_WIDE }
  const isIpv4 = near.endsWith('/32')
  return isIpv4 ? [own, around] : [own, { network: near, allowance: OF_NEAR }, around]
}
