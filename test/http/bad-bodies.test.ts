import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { history, pull } from '../support/http.ts'
import { startService } from '../support/service.ts'

const DATE = '2027-04-01'
const GOOD = `{"roomCode":"DBL","date":"${DATE}","available":4,"priceCents":12900}`
const BODY = `{"updates":[${GOOD}]}`
const MAX = 4 * 1024 * 1024
const padded = (bytes: number) => BODY + ' '.repeat(bytes - BODY.length)
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const gzip = { 'content-encoding': 'gzip' }
const type = (value: string) => ({ 'content-type': value })
/** A stream has no Content-Length: the body is sent in chunks. */
const chunked = (text: string) => new Blob([text]).stream()

type Raw = string | Uint8Array<ArrayBuffer> | ReadableStream
/** Status, code and place: a JSON Pointer with its code, or words of the detail. */
type Refusal = [status: 400 | 413 | 415 | 422, code: string, place: RegExp | [string, string]]
type Row = [body: string, raw: Raw, refusal: Refusal, headers?: Record<string, string>]

const malformed = (place: RegExp): Refusal => [400, 'malformed_json', place]
const invalid = (path: string, code: string): Refusal => [422, 'validation_failed', [path, code]]
const TOO_LARGE: Refusal = [413, 'too_large', /4194304 bytes/]
const TOO_DEEP = malformed(/deeper than 64/)
const UNSUPPORTED: Refusal = [415, 'unsupported_media_type', /Content-/]

const ROWS: Row[] = [
  ['of no bytes', '', malformed(/empty/)],
  ['of white space', ' \n', malformed(/not JSON/)],
  ['cut off', '{"updates":[{"roomCode":', malformed(/line 1, column 25/)],
  ['cut off in a later line', '{"updates":\n[{"roomCode":"DBL"', malformed(/line 2, column 19/)],
  ['with garbage after its end', `${BODY}x`, malformed(new RegExp(`column ${BODY.length + 1}\\)`))],
  ['of two JSON texts', BODY + BODY, malformed(/not JSON/)],
  ['with a comma too many', `{"updates":[${GOOD},]}`, malformed(/not JSON/)],
  ['with single quotes', BODY.replaceAll('"', "'"), malformed(/line 1, column 2/)],
  ['with a comment', `/* hello */${BODY}`, malformed(/not JSON/)],
  ['with NaN', BODY.replace(':4', ':NaN'), malformed(/not JSON/)],
  ['with a number 04', BODY.replace(':4', ':04'), malformed(/not JSON/)],
  ['with a bare line end in a text', BODY.replace('DBL', 'D\nL'), malformed(/not JSON/)],
  ['with a byte order mark', `\ufeff${BODY}`, malformed(/byte order mark/)],
  ['in UTF-16 with its mark', Buffer.from(`\ufeff${BODY}`, 'utf16le'), malformed(/not UTF-8/)],
  ['in UTF-16', Buffer.from(BODY, 'utf16le'), malformed(/not JSON/)],
  ['in invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), malformed(/not UTF-8/)],
  [
    'with a surrogate in UTF-8',
    Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    malformed(/not UTF-8/),
  ],
  ['with an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), malformed(/not UTF-8/)],
  [
    'with updates twice',
    `{"updates":[],"updates":[${GOOD}]}`,
    malformed(/"updates" appears twice.*column 15/),
  ],
  [
    'with a field twice',
    BODY.replace(':4', ':4,"available":5'),
    malformed(/"available" appears twice in "\/updates\/0"/),
  ],
  [
    'with a field twice, once escaped',
    BODY.replace(':4', ':4,"avail\\u0061ble":5'),
    malformed(/"available" appears twice/),
  ],
  [
    'with a name of a megabyte twice',
    `{"${'n'.repeat(1e6)}":1,"${'n'.repeat(1e6)}":1}`,
    malformed(/^"n{100}" appears twice/),
  ],
  ['nested 65 levels', nested(65), TOO_DEEP],
  ['nested 100 levels in an element', `{"updates":[${nested(100)}]}`, TOO_DEEP],
  ['nested 1,000,000 levels', nested(1_000_000), TOO_DEEP],
  ['of 600,000 nested objects', '{"a":'.repeat(600_000) + 1 + '}'.repeat(600_000), TOO_DEEP],
  [
    'of 1,000,000 open brackets',
    '['.repeat(1_000_000),
    malformed(/deeper than 64 levels, at byte 65/),
  ],
  ['of brackets within a text', JSON.stringify('["\\['.repeat(1_000)), invalid('', 'wrong_type')],
  ['that is a list', `[${GOOD}]`, invalid('', 'wrong_type')],
  ['that is a text', '"updates"', invalid('', 'wrong_type')],
  ['that is a number', '1e400', invalid('', 'wrong_type')],
  ['that is null', 'null', invalid('', 'wrong_type')],
  ['that is an empty object', '{}', invalid('/updates', 'required')],
  ['whose updates are null', '{"updates":null}', invalid('/updates', 'wrong_type')],
  ['whose updates are one element', `{"updates":${GOOD}}`, invalid('/updates', 'wrong_type')],
  ['whose updates are a text', '{"updates":"x"}', invalid('/updates', 'wrong_type')],
  ['with an empty list', '{"updates":[]}', invalid('/updates', 'wrong_length')],
  [
    'with 10,001 elements',
    `{"updates":[${Array(10_001).fill(GOOD).join()}]}`,
    invalid('/updates', 'wrong_length'),
  ],
  [
    'with an unknown member',
    `{"mode":"atomic","updates":[${GOOD}]}`,
    invalid('/mode', 'unknown_field'),
  ],
  ['with a member a/b~c', `{"a/b~c":1,"updates":[${GOOD}]}`, invalid('/a~1b~0c', 'unknown_field')],
  [
    'with a member __proto__',
    `{"__proto__":{},"updates":[${GOOD}]}`,
    invalid('/__proto__', 'unknown_field'),
  ],
  ['of 4 MiB + 1', padded(MAX + 1), TOO_LARGE],
  ['of 4 MiB + 1 in chunks', chunked(padded(MAX + 1)), TOO_LARGE],
  ['of 4 MiB + 1 once inflated', gzipSync(padded(MAX + 1)), TOO_LARGE, gzip],
  ['of 50 MB once inflated', gzipSync(Buffer.alloc(50_000_000, 0x20)), TOO_LARGE, gzip],
  ['that is not gzip', BODY, malformed(/not valid gzip/), gzip],
  ['of gzip cut off', gzipSync(BODY).subarray(0, -9), malformed(/not valid gzip/), gzip],
  [
    'of gzip with a wrong checksum',
    Buffer.concat([gzipSync(BODY).subarray(0, -8), Buffer.alloc(8)]),
    malformed(/not valid gzip/),
    gzip,
  ],
  [
    'of gzip with garbage behind',
    Buffer.concat([gzipSync(BODY), Buffer.from('garbage')]),
    malformed(/not valid gzip/),
    gzip,
  ],
  ['of gzip with nothing in it', gzipSync(''), malformed(/empty/), gzip],
  ['of gzip without saying so', gzipSync(BODY), malformed(/not UTF-8/)],
  ['in brotli', BODY, UNSUPPORTED, { 'content-encoding': 'br' }],
  ['in an unknown encoding', BODY, UNSUPPORTED, { 'content-encoding': 'x' }],
  ['in gzip twice', BODY, UNSUPPORTED, { 'content-encoding': 'gzip, gzip' }],
  ['of no type', BODY, UNSUPPORTED, type('')],
  ['of type text', BODY, UNSUPPORTED, type('text/plain')],
  ['of a form', BODY, UNSUPPORTED, type('application/x-www-form-urlencoded')],
  ['in parts', BODY, UNSUPPORTED, type('multipart/form-data; boundary=x')],
  ['of a merge patch', BODY, UNSUPPORTED, type('application/merge-patch+json')],
  ['of a type that begins alike', BODY, UNSUPPORTED, type('application/jsonl')],
  ['in Latin 1', BODY, UNSUPPORTED, type('application/json; charset=iso-8859-1')],
  [
    'in UTF-16 and says so',
    Buffer.from(BODY, 'utf16le'),
    UNSUPPORTED,
    type('application/json; charset="UTF-16"'),
  ],
]

test('a body that is wrong is refused with status, code and place, and nothing is applied (contract §2, §6)', async () => {
  await using service = await startService()
  const { alfa } = service

  for (const [body, raw, [status, code, place], headers = {}] of ROWS) {
    const answer = await alfa.call('PUT', '/availability', { raw, headers })
    const { detail = '', errors } = answer.body
    expect({ body, status: answer.status, code: answer.body.code }).toEqual({ body, status, code })
    expect(answer).toBeProblem(status, code)
    if (place instanceof RegExp)
      expect([body, detail]).toEqual([body, expect.stringMatching(place)])
    else expect([body, errors]).toMatchObject([body, [{ path: place[0], code: place[1] }]])
    expect(detail.length).toBeLessThan(500)
  }
  expect((await history(alfa, 'DBL', DATE)).body.items).toEqual([])
})

test('a body at the limits is taken: 4 MiB, plain, in chunks and gzip (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service

  for (const [raw, headers] of [
    [padded(MAX), {}],
    [chunked(padded(MAX)), {}],
    [gzipSync(padded(MAX)), gzip],
    [gzipSync(BODY), { 'content-encoding': 'GZIP' }],
    [gzipSync(BODY), { 'content-encoding': 'x-gzip' }],
    [BODY, { 'content-encoding': 'identity' }],
    [BODY, type('application/json; charset=utf-8')],
    [BODY, type('Application/JSON;charset="UTF-8"')],
  ] as [Raw, Record<string, string>][])
    expect((await alfa.call('PUT', '/availability', { raw, headers })).status).toBe(200)
  expect((await pull(alfa, DATE)).body.rooms[0].days[0].available).toBe(4)
})

test('nesting of 64 levels is read as far as the rules of the element (contract §2)', async () => {
  await using service = await startService()

  const answer = await service.alfa.call('PUT', '/availability', {
    raw: `{"updates":[${nested(62)}]}`,
  })
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors).toMatchObject([{ path: '/updates/0', code: 'wrong_type' }])
})
