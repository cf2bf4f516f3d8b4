const header = (description: string, type: 'string' | 'integer' = 'string') => ({
  description,
  schema: { type },
})

/** Headers of answers, for the document's components. */
export const HEADERS = {
  'x-request-id': header('Names the request: the one that was sent, else a new one.'),
  'RateLimit-Policy': header(
    'The limits: `q` requests in `w` seconds of the key, and as `days` those that may be pushed to its hotel (IETF draft).',
  ),
  RateLimit: header('What is left: `r` requests, all of them again in `t` seconds (IETF draft).'),
  'Retry-After': header('Whole seconds; a client that waits them gets through.', 'integer'),
  'WWW-Authenticate': header('`Bearer`.'),
  ETag: header('Strong; send it back as `If-None-Match`.'),
  'Content-Disposition': header('`attachment`, with the name that the file is to have.'),
  Location: header('Where what was made can be read.'),
  'Idempotent-Replayed': header('`true`: this was answered before, and nothing was done anew.'),
  'Idempotency-Replayed': header('`true`: this push was answered before, and not done anew.'),
  Deprecation: header('Since when what was asked is on its way out (RFC 9745).'),
  Sunset: header('When it will be answered no more (RFC 8594).'),
  'Set-Cookie': header(
    'Keeps the session in this browser, or ends that; HttpOnly, SameSite=Strict.',
  ),
} as const

export type HeaderName = keyof typeof HEADERS

/** Headers of an answer, each as a reference. */
export const refer = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
