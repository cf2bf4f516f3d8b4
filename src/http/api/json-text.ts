import { printParseErrorCode, visit } from 'jsonc-parser'
import { AppError } from '../../domain/kernel/errors.ts'

const DEPTH_MAX = 64
const PLACE_LENGTH_MAX = 100
const QUOTE = 0x22
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses strict JSON: UTF-8 without a byte order mark, no duplicate names in an object, at most 64 levels deep.
 *
 * @throws AppError `malformed_json` (the detail says where)
 */
export function parseJson(bytes: Uint8Array): unknown {
  const members = refuseDeep(bytes)
  const text = decode(bytes)
  const value = parse(text)
  // JSON.parse silently keeps the last of two equal names, and would drop the other value.
  if (countMembers(value) !== members) refuseDuplicates(text)
  return value
}

/** The error for a body that is not JSON. */
export const malformed = (detail: string) => new AppError('malformed_json', detail)

function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw malformed('The body is empty.')
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw malformed('The body begins with a byte order mark; leave it out.')
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed('The body is not UTF-8.')
  }
}

/**
 * Refuses deep nesting before parsing: JSON.parse would take seconds and hundreds of megabytes for a body of brackets,
 * and any walk over the value would overflow the stack.
 *
 * @returns the number of members of all objects, if it is JSON: each has one colon outside strings
 */
function refuseDeep(bytes: Uint8Array): number {
  let depth = 0
  let members = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > DEPTH_MAX)
        throw malformed(`The body is nested deeper than ${DEPTH_MAX} levels, at byte ${at + 1}.`)
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--
    else if (byte === COLON) members++
  }
  return members
}

/** Returns the position of the closing quote of a string, or the end of the text if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1)
  while (end > 0 && isEscapedByte(bytes, end)) end = bytes.indexOf(QUOTE, end + 1)
  return end < 0 ? bytes.length : end
}

function isEscapedByte(bytes: Uint8Array, at: number): boolean {
  let slashes = 0
  while (bytes[at - 1 - slashes] === BACKSLASH) slashes++
  return slashes % 2 === 1
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed(`The body is not JSON${placeOfError(text)}.`)
  }
}

/** Describes the place of the first syntax error; JSON.parse does not report it. */
function placeOfError(text: string): string {
  let place = ''
  try {
    visit(text, {
      onError(error, _offset, _length, line, column) {
        place = ` (${printParseErrorCode(error)} at line ${line + 1}, column ${column + 1})`
        throw place
      },
    })
  } catch {
    // Stopped at the first error.
  }
  return place
}

/**
 * Refuses duplicate names, naming the place. Called only if the count of members shows duplicates: walking every body
 * would cost 6 ms per MB.
 */
function refuseDuplicates(text: string): void {
  const open: Set<string>[] = []
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, _offset, _length, line, column, pathOf) {
      const names = open.at(-1)!
      if (names.has(name))
        throw malformed(
          `"${cut(name)}" appears twice in "/${cut(pathOf().join('/'))}", again at line ${line + 1}, column ${column + 1}.`,
        )
      names.add(name)
    },
  })
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let members = 0
  if (Array.isArray(value)) {
    for (const item of value) members += countMembers(item)
    return members
  }
  for (const name in value) members += 1 + countMembers((value as Record<string, unknown>)[name])
  return members
}

/** Shortens sent names, so that the place fits in a line. */
const cut = (text: string) => text.slice(0, PLACE_LENGTH_MAX)
