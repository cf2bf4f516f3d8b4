import type { AnyElysia, Context } from 'elysia'

/** Options of the listening socket that differ from Bun's defaults. */
export const SOCKET_OPTIONS = {
  development: false,
  /** Seconds: longer than the longest long poll, but bounded (house-style §7.12). */
  idleTimeout: 60,
  /** By Bun's default a second process could listen on the same port and take half of the requests. */
  reusePort: false,
  /** `withPushJson` and `readBody` limit bodies and answer a problem; Bun's own limit would answer without one. */
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
} as const

/** Smaller answers Bun sends at once, head and body; in larger ones the head no longer matters. */
const PIECES_BYTES = { min: 15 * 1_024, max: 1_024 * 1_024 }
/** The content type that Bun itself gives JSON. */
const JSON_TYPE = 'application/json;charset=utf-8'

export type Exchange = Pick<Context, 'request' | 'set'>

/** Sends each answer whole, for a database that is another process: each answer waits for it. */
export const sendWhole = (app: AnyElysia): AnyElysia =>
  app.mapResponse({ as: 'global' }, ({ response, request, set }) => {
    const whole = (answer: unknown) => wholeOf(answer, { request, set } as Exchange)
    // Elysia accepts here whatever a handler may answer.
    return (response instanceof Promise ? response.then(whole) : whole(response)) as Response
  })

/**
 * Works around Bun 1.4.5, which sends answers of 15 KiB and more in forty pieces, each a system call and a packet, if the
 * request has waited in another turn of the event loop (oven-sh/bun#41341): 199 µs for 20 KB, 23 this way. Each slow
 * reader has a copy of such an answer, which it shares otherwise.
 */
export function wholeOf(
  answer: unknown,
  { request, set }: Exchange,
  bytesMax = PIECES_BYTES.max,
): unknown {
  const text = textOf(answer)
  if (text === undefined || request.method === 'HEAD') return answer
  set.headers['content-type'] ??= JSON_TYPE
  const bytes = Buffer.byteLength(text)
  if (bytes < PIECES_BYTES.min || bytes > bytesMax) return text
  const source: Bun.DirectUnderlyingSource = {
    type: 'direct',
    pull(controller) {
      controller.write(text)
      controller.end()
    },
  }
  // Nothing is sent before the end, so the answer has a content-length. The DOM types lack this kind of source.
  return new Response(new ReadableStream(source as object, { highWaterMark: bytes + 1 }))
}

/** Returns the text of an answer; undefined if it is not sent as JSON. */
function textOf(answer: unknown): string | undefined {
  if (typeof answer === 'string') return answer
  const isPlain = answer?.constructor === Object || Array.isArray(answer)
  return isPlain ? JSON.stringify(answer) : undefined
}
