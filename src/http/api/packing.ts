import type { Context } from 'elysia'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Share } from '../../store/engine/cache-budget.ts'
import { type ContentCoding, codingOf } from './coding.ts'
import { gzipElsewhere } from './gzip.ts'

/** Compression: shorter answers are sent plain, since packing them would save no packet. */
const PACKED_LENGTH_MIN = 8 * 1024
/** Longer answers are packed in another thread; up to 0.3 ms here the hand-over would cost as much as packing. */
const PACKED_HERE_LENGTH_MAX = 96 * 1024
/** One at a time, which leaves one of two cores for answering; if too many wait, further answers are sent plain. */
const inTurn = pLimit(1)
const WAITING_MAX = 16

/** Higher levels are slower and make JSON of days no smaller. */
const ZSTD_LEVEL = 1
const GZIP_LEVEL = 4
/** Bytes of a cache entry in addition to its content. */
const ENTRY_OVERHEAD = 300

const JSON_TYPE = 'application/json;charset=utf-8'

/** Bytes that a `Response` accepts. */
type Bytes = Uint8Array<ArrayBuffer>

/** A request and the headers of its answer. */
type Exchange = Pick<Context, 'request' | 'set'>

/** True for a text that is worth compressing. */
export const isWorthPacking = (text: string): boolean => text.length >= PACKED_LENGTH_MIN

/** Returns the content coding for a text; undefined if it is short or the client accepts none. */
export const codingFor = ({ headers }: Request, text: string): ContentCoding | undefined =>
  isWorthPacking(text) ? codingOf(headers.get('accept-encoding')) : undefined

/** Compresses a text; undefined if so many wait that sending it plain is faster. */
export async function pack(text: string, coding: ContentCoding): Promise<Bytes | undefined> {
  const bytes = Buffer.from(text)
  if (bytes.length <= PACKED_HERE_LENGTH_MAX) return packHere(bytes, coding)
  if (inTurn.pendingCount >= WAITING_MAX) return undefined
  return (await inTurn(() =>
    coding === 'zstd'
      ? Bun.zstdCompress(bytes, { level: ZSTD_LEVEL })
      : gzipElsewhere(bytes, GZIP_LEVEL),
  )) as Bytes
}

/** Compresses a text in this very thread. */
export function packHere(text: string | Buffer<ArrayBuffer>, coding: ContentCoding): Bytes {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return (
    coding === 'zstd'
      ? Bun.zstdCompressSync(bytes, { level: ZSTD_LEVEL })
      : Bun.gzipSync(bytes, { level: GZIP_LEVEL })
  ) as Bytes
}

/** Compresses texts and caches the result, by a name unique to this exact text. */
export type Packs = (
  name: string,
  text: string,
  coding: ContentCoding,
) => Bytes | Promise<Bytes | undefined>

export function createPacks(share: Share): Packs {
  const kept = new LRUCache<string, Bytes>({
    maxSize: share.maxBytes,
    sizeCalculation: ({ length }) => length + ENTRY_OVERHEAD,
  })
  share.watch(() => kept.calculatedSize)
  const underWay = new Map<string, Promise<Bytes | undefined>>()
  const packAs = async (key: string, text: string, coding: ContentCoding) => {
    try {
      const bytes = await pack(text, coding)
      if (bytes) kept.set(key, bytes)
      return bytes
    } finally {
      underWay.delete(key)
    }
  }
  return (name, text, coding) => {
    const key = `${name} ${coding}`
    const known = kept.get(key) ?? underWay.get(key)
    if (known) return known
    const packing = packAs(key, text, coding)
    underWay.set(key, packing)
    return packing
  }
}

/**
 * Compresses the answer of a GET if it is large and the client accepts it. Only GETs pass here: other methods show
 * secrets, and the length of a compressed secret next to attacker-chosen text gives it away (BREACH).
 */
export function packAnswer({ request, set }: Exchange, answered: unknown): unknown {
  const coding = codingOf(request.headers.get('accept-encoding'))
  return coding ? packJson(set, answered, coding) : answered
}

async function packJson(
  set: Exchange['set'],
  answered: unknown,
  coding: ContentCoding,
): Promise<unknown> {
  const value = await answered
  return isJson(value) ? await packText(set, JSON.stringify(value), coding) : value
}

/** Answers with a JSON text that is already written, compressed as `packAnswer` does it. The text must hold no secret. */
export async function answerText(
  { request, set }: Exchange,
  text: string,
): Promise<string | Uint8Array> {
  return await packText(set, text, codingOf(request.headers.get('accept-encoding')))
}

async function packText(
  set: Exchange['set'],
  text: string,
  coding: ContentCoding | undefined,
): Promise<string | Uint8Array> {
  set.headers['content-type'] = JSON_TYPE
  if (!coding || text.length < PACKED_LENGTH_MIN) return text
  set.headers.vary = 'accept-encoding'
  const bytes = await pack(text, coding)
  if (bytes) set.headers['content-encoding'] = coding
  return bytes ?? text
}

/** True for plain objects and arrays; false for texts, bytes and a `Response`. */
function isJson(value: unknown): value is object {
  const maker = (value as object | null | undefined)?.constructor
  return maker === Object || maker === Array
}

/** Answers a JSON text with its status and headers, compressed if large and accepted. The text must hold no secret. */
export async function textResponse(
  request: Request,
  text: string,
  { headers, ...init }: { status?: number; headers?: Record<string, string> } = {},
  packText: (text: string, coding: ContentCoding) => ReturnType<Packs> = pack,
): Promise<Response> {
  const coding = codingFor(request, text)
  const bytes = coding && (await packText(text, coding))
  return new Response(bytes ?? text, {
    ...init,
    headers: {
      'content-type': JSON_TYPE,
      ...headers,
      ...(text.length >= PACKED_LENGTH_MIN && { vary: 'accept-encoding' }),
      ...(bytes && { 'content-encoding': coding! }),
    },
  })
}
