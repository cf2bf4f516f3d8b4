import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Static, TSchema } from 'typebox'
import { type TypeCheck, TypeCompiler } from 'typebox/compiler'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { explainErrors } from '../../domain/kernel/explain.ts'
import { BODY_BYTES_MAX, PUSH_BYTES_MAX } from '../../domain/kernel/limits.ts'
import { nextTurn } from '../../store/engine/pace.ts'
import { malformed, parseJson } from './json-text.ts'

const gunzipAsync = promisify(gunzip)
const JSON_TYPE = /^application\/json *(;.*)?$/i
const FORM_TYPE = /^application\/x-www-form-urlencoded *(;.*)?$/i
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Does something when its turn has come. */
type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Reads the JSON body of a push of availability, the only one that may be large, and does what it asks: at most 4 MiB,
 * plain or gzip (contract §2). One of more than 64 KiB is parsed when its turn has come: the values of 64 that wait
 * would be hundreds of megabytes, over which the collector of garbage stops everybody for a tenth of a second. It is
 * for callers who have shown who they are.
 *
 * @param use told whether it has its turn
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
    return await use(parseJson(text), true)
  })
}

/**
 * Reads a JSON body of a schema, at most 64 KiB and not encoded, unknown fields refused where the schema says so; each
 * schema is compiled once.
 *
 * @throws AppError as `withPushJson`, and `validation_failed` naming every place that is wrong
 */
export async function readBody<T extends TSchema>(schema: T, request: Request): Promise<Static<T>> {
  checkPlain(request.headers)
  return readAs(schema, await readBytes(request, BODY_BYTES_MAX))
}

/**
 * Reads a JSON body that its route checks itself, of so many bytes and not encoded.
 *
 * @throws AppError as `withPushJson`
 */
export async function readJson(request: Request, bytesMax: number): Promise<unknown> {
  checkPlain(request.headers)
  return parseJson(await readBytes(request, bytesMax))
}

/**
 * Reads a body that is a file, sent as one of these media types: what it is it says itself.
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
 * Reads what a page's form sends, as browsers do without a script; of a field sent twice the last counts.
 *
 * @throws AppError `unsupported_media_type`, `too_large`, and `validation_failed` of broken text
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

/** As `readBody`, but a body of no bytes counts as `{}`, whatever its headers call it. */
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

/** Text that will be stored must be Unicode (no half of a surrogate pair) and hold no NUL. */
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

const encodingOf = (headers: Headers) =>
  headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'

/** A sender that goes away halfway is no defect of ours: there is nobody left to answer. */
async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > bytesMax) throw tooLarge(bytesMax)
  try {
    // A stated length was checked and the server holds the sender to it: no need to count.
    if (length !== null) return await request.bytes()
    return await readCounted(request, bytesMax)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw malformed('The body broke off before its end.')
  }
}

/** Reads no further than the limit, whatever the sender goes on to send. */
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
    return await gunzipAsync(bytes, { maxOutputLength: PUSH_BYTES_MAX })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(PUSH_BYTES_MAX)
    throw malformed('The body is not valid gzip.')
  }
}

const unsupported = (detail: string) => new AppError('unsupported_media_type', detail)
const tooLarge = (bytesMax: number) =>
  new AppError(
    'too_large',
    `A body has at most ${bytesMax} bytes here, counted after decompression.`,
  )
