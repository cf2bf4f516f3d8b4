import type { Log } from '../../log.ts'
import type { Context } from '../context.ts'

/** `[IPv6]`, `[IPv6]:port`, `IPv4` or `IPv4:port`; a bare IPv6 address is none of them. */
const HOST_AND_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/
/** An IPv6 address that carries an IPv4 one, as the URL parser spells it. */
const MAPPED = /^::ffff:([\da-f]+):([\da-f]+)$/

type Peer = { requestIP(request: Request): { address: string } | null } | null

/**
 * The address a request comes from: the peer's, or behind `TRUST_PROXY` proxies the one that the outermost of
 * them wrote into `X-Forwarded-For`. An IPv6 address counts as its /64, which is what one customer gets.
 */
export function addressOf(
  { trustedProxies, log }: Pick<Context, 'trustedProxies' | 'log'>,
  request: Request,
  server: Peer,
): string {
  const hops = request.headers.get('x-forwarded-for')?.split(',') ?? []
  if (hops.length > 0 && trustedProxies === 0) warnOnce(log)
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies)?.trim() : undefined
  return network(forwarded || (server?.requestIP(request)?.address ?? 'local'))
}

/** Logs that were told already. */
const told = new WeakSet<Log>()

/** A proxy makes everybody one address, which then waits for itself; a client that writes the header does no harm. */
function warnOnce(log: Log): void {
  if (told.has(log)) return
  told.add(log)
  log.warn('forwarded_for_ignored', {
    hint: 'behind a proxy set TRUST_PROXY, else its guests share one allowance of requests',
  })
}

/** The address without a port (some proxies write it, RFC 7239 §6), an IPv6 one as its network. */
function network(text: string): string {
  const [, bracketed, plain] = text.match(HOST_AND_PORT) ?? []
  const address = bracketed ?? plain ?? text
  if (!address.includes(':')) return address
  // The URL parser spells each IPv6 address in one way only.
  const host = URL.parse(`http://[${address.replace(/%.*/, '')}]`)?.hostname.slice(1, -1)
  if (host === undefined) return address
  const mapped = host.match(MAPPED)
  return mapped ? mapped.slice(1).map(halfOfIpv4).join('.') : `${first64Bits(host)}::/64`
}

function halfOfIpv4(group: string): string {
  const bits = Number.parseInt(group, 16)
  return `${bits >> 8}.${bits & 0xff}`
}

function first64Bits(address: string): string {
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? 8 - left.length - right.length : 0
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':')
}
