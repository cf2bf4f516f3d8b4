import { LRUCache } from 'lru-cache'

/**
 * How an answer can be packed, the first where a caller likes several alike. zstd leaves less of JSON, in half the time,
 * but relays pass on what their caller names and read gzip alone.
 */
const CODINGS = ['gzip', 'zstd'] as const
export type ContentCoding = (typeof CODINGS)[number]

/** Clients have few of them; what is longer is read anew. */
const HEADERS_KEPT = 100
const HEADER_KEPT_LENGTH_MAX = 200
const codingsByHeader = new LRUCache<string, { coding: ContentCoding | undefined }>({
  max: HEADERS_KEPT,
})

/** The coding that an answer to `Accept-Encoding` may have (RFC 9110 §12.5.3); undefined: none. */
export function codingOf(header: string | null): ContentCoding | undefined {
  if (!header) return undefined
  const entry = codingsByHeader.get(header)
  if (entry) return entry.coding
  const coding = pickCoding(header, CODINGS)
  if (header.length <= HEADER_KEPT_LENGTH_MAX) codingsByHeader.set(header, { coding })
  return coding
}

/** The one of some codings that is liked best, the first of equals; undefined when none is liked as much as no coding. */
export function pickCoding<Name extends string>(
  header: string,
  codings: readonly Name[],
): Name | undefined {
  const likings = new Map(header.split(',').map(readPreference))
  const likingOf = (name: string) =>
    likings.get(name) ?? likings.get(`x-${name}`) ?? likings.get('*') ?? 0
  const [best] = codings.toSorted((a, b) => likingOf(b) - likingOf(a))
  if (best === undefined || likingOf(best) === 0) return undefined
  // What is not named is acceptable, but liked least.
  return likingOf(best) >= (likings.get('identity') ?? 0) ? best : undefined
}

/** `gzip;q=0.5`: a name and how much it is liked, from 0 to 1. */
function readPreference(part: string): [name: string, liking: number] {
  const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
  const q = parameters.find((each) => /^q\s*=/.test(each))
  const liking = q === undefined ? 1 : Number(q.replace(/^q\s*=\s*/, ''))
  return [name, liking >= 0 && liking <= 1 ? liking : 0]
}
