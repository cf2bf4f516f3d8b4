import ipaddr from 'ipaddr.js'
import type { Log } from '../../log.ts'
import type { Context } from './context.ts'

/** `[IPv6]`, `[IPv6]:port`, `IPv4` or `IPv4:port`; a bare IPv6 address is none of them. */
const HOST_AND_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/
type Peer = { requestIP(request: Request): { address: string } | null } | null

/** Who asks: the request, and the server that it came through. */
type RequestOrigin = { request: Request; server: Peer }
/** Requests that the service makes of itself, each with the one of a person that it is made for. */
const originsOnBehalf = new WeakMap<Request, RequestOrigin>()

/** Notes that a request is made for another: it comes from that one's address, and was counted with it. */
export const noteBehalf = (request: Request, asking: RequestOrigin): unknown =>
  originsOnBehalf.set(request, asking)

/** Whether a request is one that the service makes of itself for somebody. */
export const isOnBehalf = (request: Request): boolean => originsOnBehalf.has(request)

type Settings = Pick<Context, 'trustedProxies' | 'log'>

/** The address a request counts for. An IPv6 address counts as its /64, which is what one customer gets. */
export const addressOf = (settings: Settings, request: Request, server: Peer): string =>
  networkOf(exactAddressOf(settings, request, server))

/**
 * The address a request comes from: the peer's, or behind `TRUST_PROXY` proxies the one that the outermost of
 * them wrote into `X-Forwarded-For`, without a port (some proxies write it, RFC 7239 §6). What a page asks for somebody
 * comes from theirs.
 */
export function exactAddressOf(settings: Settings, request: Request, server: Peer): string {
  const asking = originsOnBehalf.get(request)
  if (asking) return exactAddressOf(settings, asking.request, asking.server)
  const { trustedProxies, log } = settings
  const hops = request.headers.get('x-forwarded-for')?.split(',') ?? []
  if (hops.length > 0 && trustedProxies === 0) warnOnce(log)
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies)?.trim() : undefined
  const text = forwarded || (server?.requestIP(request)?.address ?? 'local')
  const [, bracketed, plain] = text.match(HOST_AND_PORT) ?? []
  return (bracketed ?? plain ?? text).replace(/%.*/, '')
}

/** Logs that were told already. */
const warnedLogs = new WeakSet<Log>()

/** A proxy makes everybody one address, which then waits for itself; a client that writes the header does no harm. */
function warnOnce(log: Log): void {
  if (warnedLogs.has(log)) return
  warnedLogs.add(log)
  log.warn('forwarded_for_ignored', {
    hint: 'behind a proxy set TRUST_PROXY, else its guests share one allowance of requests',
  })
}

/** An IPv6 address as its /64, any other as it is. */
export function networkOf(host: string): string {
  if (!ipaddr.isValid(host)) return host
  // An IPv6 address that carries an IPv4 one is that one.
  const address = ipaddr.process(host)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
