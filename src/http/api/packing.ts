import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'elysia'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Share } from '../../store/engine/cache-budget.ts'
import { type ContentCoding, codingOf } from './coding.ts'

/** Shorter answers are sent as they are: packing them would save no packet. */
const PACKED_LENGTH_MIN = 8 * 1024
/** Longer ones are packed in another thread; handing a shorter one over takes longer than packing it. */
const PACKED_HERE_LENGTH_MAX = 32 * 1024
/** One at a time, so that of two cores one stays for answering; when more wait, others go as they are. */
const inTurn = pLimit(1)
const WAITING_MAX = 16

/** Days of JSON become no smaller beyond these, only slower. */
const ZSTD_LEVEL = 1
const GZIP_LEVEL = 4
const gzipElsewhere = promisify(gzip)
/** What an entry takes beside its bytes. */
const ENTRY_OVERHEAD = 300

const JSON_TYPE = 'application/json;charset=utf-8'

/** As a `Response` takes them. */
type Bytes = Uint8Array<ArrayBuffer>

/** What a request asks, and headers of its answer. */
type Exchange = Pick<Context, 'request' | 'set'>

/** The coding in which a text is to be sent: undefined when it is short, or nothing else was asked for. */
export const codingFor = ({ headers }: Request, text: string): ContentCoding | undefined =>
  text.length < PACKED_LENGTH_MIN ? undefined : codingOf(headers.get('accept-encoding'))

/** A text packed; undefined when so many wait that it is sooner sent as it is. */
export async function pack(text: string, coding: ContentCoding): Promise<Bytes | undefined> {
  const bytes = Buffer.from(text)
  if (bytes.length <= PACKED_HERE_LENGTH_MAX)
    return (
      coding === 'zstd'
        ? Bun.zstdCompressSync(bytes, { level: ZSTD_LEVEL })
        : Bun.gzipSync(bytes, { level: GZIP_LEVEL })
    ) as Bytes
  if (inTurn.pendingCount >= WAITING_MAX) return undefined
  return (await inTurn(() =>
    coding === 'zstd'
      ? Bun.zstdCompress(bytes, { level: ZSTD_LEVEL })
      : gzipElsewhere(bytes, { level: GZIP_LEVEL }),
  )) as Bytes
}

/** Packs texts that are asked for again and keeps what it made, by a name that stands for this very text. */
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
 * The answer of a GET, packed when it is large and that was asked for. No other method's passes here: those that show a
 * secret once are among them, and what is packed beside a text of somebody else's can be guessed by its length (BREACH).
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
  if (!isJson(value)) return value
  const text = JSON.stringify(value)
  set.headers['content-type'] = JSON_TYPE
  if (text.length < PACKED_LENGTH_MIN) return text
  set.headers.vary = 'accept-encoding'
  const bytes = await pack(text, coding)
  if (bytes) set.headers['content-encoding'] = coding
  return bytes ?? text
}

/** Not what is written already: a text, bytes, a `Response`. */
function isJson(value: unknown): value is object {
  const maker = (value as object | null | undefined)?.constructor
  return maker === Object || maker === Array
}

/** A JSON text of its own status and headers, packed when it is large and that was asked for. It shows no secret. */
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
