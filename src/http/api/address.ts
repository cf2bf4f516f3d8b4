import ipaddr from 'ipaddr.js'
import type { Log } from '../../log.ts'
import type { Context } from './context.ts'

/** Matches `[IPv6]`, `[IPv6]:port`, `IPv4` or `IPv4:port`, but no bare IPv6 address. */
const HOST_AND_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/
type Peer = { requestIP(request: Request): { address: string } | null } | null

/** A request and the server that received it: together they tell the client's address. */
type RequestOrigin = { request: Request; server: Peer }
/** Internal requests of the service, each with the client's request that caused it. */
const originsOnBehalf = new WeakMap<Request, RequestOrigin>()

/** Marks an internal request: it takes the address of the client's request, whose rate limit counted both. */
export const noteBehalf = (request: Request, asking: RequestOrigin): unknown =>
  originsOnBehalf.set(request, asking)

/** True if the service itself sends this request, on behalf of a client. */
export const isOnBehalf = (request: Request): boolean => originsOnBehalf.has(request)

type Settings = Pick<Context, 'trustedProxies' | 'log'>

/** Returns the address for the rate limit of a request. An IPv6 address counts as its /64: one customer gets one. */
export const addressOf = (settings: Settings, request: Request, server: Peer): string =>
  networkOf(exactAddressOf(settings, request, server))

/**
 * Returns the client's address: the peer's, or behind `TRUST_PROXY` proxies the entry of the outermost proxy in
 * `X-Forwarded-For`, without its port (some proxies add one, RFC 7239 §6). An internal request has the address of
 * the client's request.
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

/** Logs that already have the warning. */
const warnedLogs = new WeakSet<Log>()

/** Behind an undeclared proxy all guests share one address and its rate limit; a client's own header does no harm. */
function warnOnce(log: Log): void {
  if (warnedLogs.has(log)) return
  warnedLogs.add(log)
  log.warn('forwarded_for_ignored', {
    hint: 'set TRUST_PROXY behind a proxy; otherwise all its guests share one rate limit',
  })
}

/** Returns the /64 of an IPv6 address, and any other text unchanged. */
export function networkOf(host: string): string {
  if (!ipaddr.isValid(host)) return host
  // An IPv4-mapped IPv6 address counts as its IPv4 address.
  const address = ipaddr.process(host)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
