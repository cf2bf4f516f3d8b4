import type { Static, TSchema } from 'typebox'
import { type TypeCheck, TypeCompiler } from 'typebox/compiler'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { explainErrors } from '../../domain/kernel/explain.ts'
import { BODY_BYTES_MAX, PUSH_BYTES_MAX } from '../../domain/kernel/limits.ts'
import { nextTurn } from '../../store/engine/loop-turns.ts'
import { gunzipElsewhere } from './gzip.ts'
import { malformed, parseJson } from './json-text.ts'

const JSON_TYPE = /^application\/json *(;.*)?$/i
const FORM_TYPE = /^application\/x-www-form-urlencoded *(;.*)?$/i
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Queues work and runs it in turn. */
type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Reads the JSON body of an availability push and passes it to `use`. This body alone may be large: at most 4 MiB, plain
 * or gzip (contract §2). Bodies over 64 KiB are parsed in turn: the parsed values of 64 waiting pushes would take
 * hundreds of megabytes, and collecting them would stop every request for a tenth of a second. Call it only for
 * authenticated callers.
 *
 * @param use gets the value, and `hasTurn` true if it runs in turn
 * @throws AppError `unsupported_media_type`, `too_large`, `malformed_json` (the detail says where)
 */
export async function withPushJson<T>(
  request: Request,
  takeTurn: TakeTurn,
  use: (json: unknown, hasTurn: boolean) => Promise<T>,
): Promise<T> {
  checkType(request.headers)
  const encoding = encodingOf(request.headers)
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw unsupported('Send the body plain or with "Content-Encoding: gzip".')
  const bytes = await readBytes(request, PUSH_BYTES_MAX)
  const text = encoding === 'gzip' ? await unzip(bytes) : bytes
  if (text.length <= BODY_BYTES_MAX) return await use(parseJson(text), false)
  return await takeTurn(async () => {
    await nextTurn()
    const json = parseJson(text)
    // Parsing a megabyte takes as long as a turn.
    await nextTurn()
    return await use(json, true)
  })
}

/**
 * Reads and validates a JSON body without a content encoding. Unknown fields are refused where the schema says so. Each
 * schema is compiled once.
 *
 * @throws AppError as `withPushJson`, and `validation_failed` naming every wrong place
 */
export async function readBody<T extends TSchema>(
  schema: T,
  request: Request,
  bytesMax = BODY_BYTES_MAX,
): Promise<Static<T>> {
  checkPlain(request.headers)
  return readAs(schema, await readBytes(request, bytesMax))
}

/**
 * Reads a JSON body of at most `bytesMax` bytes without a content encoding; the route validates it.
 *
 * @throws AppError as `withPushJson`
 */
export async function readJson(request: Request, bytesMax: number): Promise<unknown> {
  checkPlain(request.headers)
  return parseJson(await readBytes(request, bytesMax))
}

/**
 * Reads a file as a body, sent as one of the media types. The content tells the real type, not the header.
 *
 * @throws AppError `unsupported_media_type`, `too_large`
 */
export async function readFile(
  request: Request,
  types: readonly string[],
  bytesMax: number,
): Promise<Uint8Array> {
  const type = request.headers.get('content-type')?.toLowerCase() ?? ''
  if (!types.includes(type) || encodingOf(request.headers) !== 'identity')
    throw unsupported(`Send the file as ${types.join(', ')}, without a "Content-Encoding".`)
  return await readBytes(request, bytesMax)
}

/**
 * Reads the fields of an HTML form, as browsers send it without a script. The last value of a repeated field counts.
 *
 * @throws AppError `unsupported_media_type`, `too_large`, and `validation_failed` for broken text
 */
export async function readForm(
  request: Request,
  bytesMax: number,
): Promise<Record<string, string>> {
  const isForm = FORM_TYPE.test(request.headers.get('content-type') ?? '')
  if (!isForm || encodingOf(request.headers) !== 'identity')
    throw unsupported('Send the form as application/x-www-form-urlencoded.')
  const text = new TextDecoder().decode(await readBytes(request, bytesMax))
  const fields = Object.fromEntries(new URLSearchParams(text))
  refuseBrokenText(fields, '')
  return fields
}

/** Reads a body as `readBody` does, but an empty body counts as `{}`, whatever its headers are. */
export async function readOptionalBody<T extends TSchema>(
  schema: T,
  request: Request,
): Promise<Static<T>> {
  const bytes = await readBytes(request, BODY_BYTES_MAX)
  if (bytes.length === 0) return {} as Static<T>
  checkPlain(request.headers)
  return readAs(schema, bytes)
}

function readAs<T extends TSchema>(schema: T, bytes: Uint8Array): Static<T> {
  const body = parseJson(bytes)
  const check = checks.get(schema) ?? TypeCompiler.Compile(schema)
  checks.set(schema, check)
  if (!check.Check(body)) {
    const errors = explainErrors(check.Errors(body))
    throw new AppError('validation_failed', errors[0]!.message, { errors })
  }
  refuseBrokenText(body, '')
  return body as Static<T>
}

/** Refuses text that must not be stored: lone surrogates and NUL. */
function refuseBrokenText(value: unknown, path: string): void {
  if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0')))
    throw refused(path, 'wrong_text', 'Must be Unicode text without NUL.')
  if (typeof value !== 'object' || value === null) return
  for (const [name, item] of Object.entries(value)) refuseBrokenText(item, `${path}/${name}`)
}

function checkType(headers: Headers): void {
  const type = headers.get('content-type') ?? ''
  const charset = type.match(CHARSET)?.[1]?.toLowerCase() ?? 'utf-8'
  if (!JSON_TYPE.test(type) || (charset !== 'utf-8' && charset !== 'utf8'))
    throw unsupported('Send the body as "Content-Type: application/json", in UTF-8.')
}

function checkPlain(headers: Headers): void {
  checkType(headers)
  if (encodingOf(headers) !== 'identity')
    throw unsupported('Send the body without a "Content-Encoding"; only a push may have one.')
}

/** The content coding of a body; `x-gzip` is another name of gzip (RFC 9110 §8.4.1.3). */
const encodingOf = (headers: Headers) => {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  return coding === 'x-gzip' ? 'gzip' : coding
}

/** Reads the body up to the limit. A sender that disconnects halfway is no defect of the service. */
async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > bytesMax) throw tooLarge(bytesMax)
  try {
    // The server enforces the stated length, checked above: no need to count.
    if (length !== null) return await request.bytes()
    return await readCounted(request, bytesMax)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw malformed('The body broke off before its end.')
  }
}

/** Reads a body without a stated length, and stops at the limit. */
async function readCounted(request: Request, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > bytesMax) throw tooLarge(bytesMax)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function unzip(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await gunzipElsewhere(bytes, PUSH_BYTES_MAX)
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(PUSH_BYTES_MAX)
    throw malformed('The body is not valid gzip.')
  }
}

const unsupported = (detail: string) => new AppError('unsupported_media_type', detail)
const tooLarge = (bytesMax: number) =>
  new AppError(
    'too_large',
    `The body may have at most ${bytesMax} bytes here, counted after decompression.`,
  )
