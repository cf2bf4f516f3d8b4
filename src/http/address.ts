import type { Context } from './context.ts'

type Peer = { requestIP(request: Request): { address: string } | null } | null

/**
 * The address a request comes from: the peer's, or behind `TRUST_PROXY` proxies the one that the outermost of
 * them wrote into `X-Forwarded-For`. An IPv6 address counts as its /64, which is what one customer gets.
 */
export function addressOf(
  { trustedProxies }: Pick<Context, 'trustedProxies'>,
  request: Request,
  server: Peer,
): string {
  const hops = request.headers.get('x-forwarded-for')?.split(',') ?? []
  const forwarded = trustedProxies > 0 ? hops.at(-trustedProxies)?.trim() : undefined
  return network(forwarded || (server?.requestIP(request)?.address ?? 'local'))
}

function network(address: string): string {
  const mapped = address.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? 8 - left.length - right.length : 0
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
