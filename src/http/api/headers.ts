const header = (description: string, type: 'string' | 'integer' = 'string') => ({
  description,
  schema: { type },
})

/** Headers of answers, for the document's components. */
export const HEADERS = {
  'x-request-id': header('The id of the request: yours if sent, else a new one.'),
  'RateLimit-Policy': header(
    'The limits: `q` requests of the key per `w` seconds, and as `days` the days pushed to its hotel (IETF draft).',
  ),
  RateLimit: header('`r` requests are left; the limit is full again in `t` seconds (IETF draft).'),
  'Retry-After': header('Whole seconds; after them the request gets through.', 'integer'),
  'WWW-Authenticate': header('`Bearer`.'),
  ETag: header('Strong; send it back as `If-None-Match`.'),
  'Content-Disposition': header('`attachment`, with a file name.'),
  Location: header('The address of the created resource.'),
  'Idempotent-Replayed': header('`true`: an earlier answer, repeated; nothing was done again.'),
  'Idempotency-Replayed': header('`true`: the answer to an earlier push, not applied again.'),
  Deprecation: header('The date since which this is deprecated (RFC 9745).'),
  Sunset: header('The date when this ends (RFC 8594).'),
  'Set-Cookie': header('Keeps or ends the session in this browser; HttpOnly, SameSite=Strict.'),
} as const

export type HeaderName = keyof typeof HEADERS

/** Returns headers of an answer as references to the document's components. */
export const refer = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
