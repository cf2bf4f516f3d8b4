import { networksOf } from '../kernel/network.ts'
import { type Allowance, perMinute } from '../kernel/rate-limit.ts'

/** A place or a browser stays known for this long after a log-in (`contract-access`, *Accounts*). */
export const PLACE_KNOWN_MS = 90 * 24 * 60 * 60 * 1_000
/** Places, and browsers, kept per account; the ones unused for longest go first. */
export const PLACES_MAX = 100
/** Rate limit of log-ins in attempts a minute: of an IPv4 address or IPv6 /64, of an IPv6 /56, and of a /24 or /48. */
const OF_ADDRESS = perMinute(10)
const OF_NEAR = perMinute(30)
const OF_WIDE = perMinute(100)

/** Returns the place of an address: its /24, or its /48 for IPv6. A text that is no address is its own place. */
export const placeOf = (address: string): string => networksOf(address).wide

/**
 * Returns the log-in token buckets of an address, narrowest first. An IPv6 address itself has none: the bucket of its
 * /64 holds as much.
 *
 * @param narrow the address, or its /64 for IPv6
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
