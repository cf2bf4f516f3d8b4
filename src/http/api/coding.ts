import { LRUCache } from 'lru-cache'

/**
 * Content codings of answers; the first wins among equal preferences. zstd makes JSON smaller in half the time, but some
 * proxies forward their client's `Accept-Encoding` and can read gzip only.
 */
const CODINGS = ['gzip', 'zstd'] as const
export type ContentCoding = (typeof CODINGS)[number]

/** Bounds of the cache: clients send few different headers; longer ones are parsed each time. */
const HEADERS_KEPT = 100
const HEADER_KEPT_LENGTH_MAX = 200
const codingsByHeader = new LRUCache<string, { coding: ContentCoding | undefined }>({
  max: HEADERS_KEPT,
})

/** Negotiates the content coding for an `Accept-Encoding` header (RFC 9110 §12.5.3); undefined: send it plain. */
export function codingOf(header: string | null): ContentCoding | undefined {
  if (!header) return undefined
  const entry = codingsByHeader.get(header)
  if (entry) return entry.coding
  const coding = pickCoding(header, CODINGS)
  if (header.length <= HEADER_KEPT_LENGTH_MAX) codingsByHeader.set(header, { coding })
  return coding
}

/** Returns the preferred coding, the first of equals; undefined if the header prefers no coding. */
export function pickCoding<Name extends string>(
  header: string,
  codings: readonly Name[],
): Name | undefined {
  const likings = new Map(header.split(',').map(readPreference))
  const likingOf = (name: string) =>
    likings.get(name) ?? likings.get(`x-${name}`) ?? likings.get('*') ?? 0
  const [best] = codings.toSorted((a, b) => likingOf(b) - likingOf(a))
  if (best === undefined || likingOf(best) === 0) return undefined
  // An unnamed `identity` is acceptable, but preferred least.
  return likingOf(best) >= (likings.get('identity') ?? 0) ? best : undefined
}

/** Parses `gzip;q=0.5` into a name and its preference, from 0 to 1. */
function readPreference(part: string): [name: string, liking: number] {
  const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
  const q = parameters.find((each) => /^q\s*=/.test(each))
  const liking = q === undefined ? 1 : Number(q.replace(/^q\s*=\s*/, ''))
  return [name, liking >= 0 && liking <= 1 ? liking : 0]
}
