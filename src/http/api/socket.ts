import type { AnyElysia, Context } from 'elysia'

/** How the server listens; Elysia's and Bun's own defaults are others. */
export const SOCKET_OPTIONS = {
  development: false,
  /** Longer than the longest poll, shorter than for ever (house-style §7.12). */
  idleTimeout: 60,
  /** Elysia's default lets a second process listen on the same port and take half of the requests. */
  reusePort: false,
  /** `withPushJson` and `readBody` hold bodies to their limits and answers with a problem; Bun's own limit would answer without one. */
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
} as const

/** Of an answer of fewer bytes Bun sends head and body at once; of one of more the head is little beside the body. */
const PIECES_BYTES = { min: 15 * 1_024, max: 1_024 * 1_024 }
/** As Bun has it for what it writes as JSON itself. */
const JSON_TYPE = 'application/json;charset=utf-8'

type Exchange = Pick<Context, 'request' | 'set'>

/**
 * Sends answers whole that Bun 1.4.5 sends in forty pieces, each a system call and a packet: those of 15 KiB and more to
 * requests that have waited for another process (oven-sh/bun#41341). A pull of 20 KB takes a third of the time so.
 */
export const sendWhole = (app: AnyElysia): AnyElysia =>
  app.mapResponse({ as: 'global' }, ({ response, request, set }) => {
    const whole = (answer: unknown) => wholeOf(answer, { request, set } as Exchange)
    // Whatever a handler may answer Elysia takes here, too.
    return (response instanceof Promise ? response.then(whole) : whole(response)) as Response
  })

function wholeOf(answer: unknown, { request, set }: Exchange): unknown {
  const text = textOf(answer)
  if (text === undefined || request.method === 'HEAD') return answer
  set.headers['content-type'] ??= JSON_TYPE
  const bytes = Buffer.byteLength(text)
  if (bytes < PIECES_BYTES.min || bytes > PIECES_BYTES.max) return text
  const source: Bun.DirectUnderlyingSource = {
    type: 'direct',
    pull(controller) {
      controller.write(text)
      controller.end()
    },
  }
  // Nothing is sent before its end, so that it has a content-length. The browser's types know no such source.
  return new Response(new ReadableStream(source as object, { highWaterMark: bytes + 1 }))
}

/** Undefined of what is not sent as JSON. */
function textOf(answer: unknown): string | undefined {
  if (typeof answer === 'string') return answer
  const isPlain = answer?.constructor === Object || Array.isArray(answer)
  return isPlain ? JSON.stringify(answer) : undefined
}
