import ipaddr from 'ipaddr.js'
import { type FlawCode, type FlawValues, refused } from '../kernel/errors.ts'
import { URL_LENGTH_MAX } from '../kernel/limits.ts'

/** Rules for webhook targets, the SSRF guard (contract §4). */
export type TargetRules = {
  /** Allows private addresses and plain http, for development. */
  allowPrivate: boolean
  /** Allows loopback, also by plain http: for the demo, whose receivers run on the same machine. */
  allowLoopback?: boolean
}

/** Ports of services that a request could be smuggled into: the Fetch standard's "bad ports" that are in use. */
const PORTS_REFUSED = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 445,
  465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
  993, 995, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061,
  5432, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9200, 9300, 10080, 10250,
  11211, 27017,
])

/**
 * Checks and normalizes an endpoint's URL: https, no user, no fragment, an allowed port, and no private address in any
 * spelling (contract §4). A name is not resolved here.
 *
 * @returns the normal form of the URL (WHATWG)
 * @throws AppError `validation_failed` at `/url`
 */
export function checkTargetUrl(text: string, rules: TargetRules): string {
  const url = URL.parse(text)
  if (!url || text.length > URL_LENGTH_MAX || /[\s\\]/.test(text))
    throw refusedUrl(
      'wrong_format',
      `Must be an absolute URL of at most ${URL_LENGTH_MAX} characters.`,
      { max: URL_LENGTH_MAX },
    )
  const host = hostOf(url)
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(host, rules))
  if (!isWeb) throw refusedUrl('https_required', 'Must begin with https://.')
  if (url.username || url.password || /^[a-z]+:\/\/[^/?#]*@/i.test(text))
    throw refusedUrl('userinfo_refused', 'Must not name a user or password; requests are signed.')
  if (text.includes('#')) throw refusedUrl('fragment_refused', 'Must not have a fragment.')
  // An empty port is the scheme's.
  if (url.port !== '' && PORTS_REFUSED.has(Number(url.port)))
    throw refusedUrl('port_refused', `Port ${url.port} belongs to another kind of service.`, {
      port: url.port,
    })
  if (isAddress(host) ? !mayConnect(host, rules) : isLocalName(host) && !mayBePlain(host, rules))
    throw refusedUrl('blocked_target', 'Must not be on a private network.')
  // An empty query means the same endpoint.
  return url.href.replace(/\?$/, '')
}

/** Returns the host of a URL for a resolver: IPv6 without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** True if a host is an address, not a name. */
export const isAddress = (host: string) => ipaddr.isValid(host)

/** All of IPv6 that is routed between networks (RFC 4291 §2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True if an address may be connected to: public unicast only. An IPv4-mapped address (RFC 4291 §2.5.5.2) is judged as
 * its IPv4 address; other forms that embed one, such as NAT64 (RFC 6052) and 6to4, are refused.
 */
export function mayConnect(address: string, { allowPrivate, allowLoopback }: TargetRules): boolean {
  if (allowPrivate) return true
  if (!ipaddr.isValid(address)) return false
  if (allowLoopback && isLoopback(address)) return true
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}

/** True if a host may be reached without TLS: the traffic stays on this machine or network. */
export function mayBePlain(host: string, { allowPrivate, allowLoopback }: TargetRules): boolean {
  return allowPrivate || (allowLoopback === true && isLoopback(host))
}

/** True if a host is this machine alone: a loopback address, or `localhost` (RFC 6761 §6.3). */
export function isLoopback(host: string): boolean {
  if (isAddress(host)) return ipaddr.process(host).range() === 'loopback'
  return /(^|\.)localhost\.?$/i.test(host)
}

/** Names that never leave this machine or network (RFC 6761, RFC 6762, RFC 8375). */
const isLocalName = (host: string) =>
  /(^|\.)(localhost|local|internal|home\.arpa|lan|intranet)\.?$/i.test(host)

const refusedUrl = (code: FlawCode, message: string, values?: FlawValues) =>
  refused('/url', code, message, values)
