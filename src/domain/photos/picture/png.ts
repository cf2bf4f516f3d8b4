import type { Parts } from './parts.ts'

const SIGNATURE = '\x89PNG\r\n\x1a\n'
/** Chunks of the picture and its colours; other chunks with an initial capital are critical and refused. */
const KEPT = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'pHYs',
]
/** Length and name before the data of a chunk, its sum behind. */
const AROUND = 12
const HEADER_LENGTH = 13

/** Reads a PNG chunk by chunk to its end (RFC 2083 §3); undefined when it is none, or a sum is not right. */
export function readPng(file: Uint8Array, mayGoOn: () => boolean): Parts | undefined {
  if (textAt(file, 0, SIGNATURE.length) !== SIGNATURE) return undefined
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const found: Parts = { width: 0, height: 0, parts: [file.subarray(0, SIGNATURE.length)] }
  let [at, hasData] = [SIGNATURE.length, false]
  while (mayGoOn()) {
    if (at + AROUND > file.length) return undefined
    const length = view.getUint32(at)
    const end = at + AROUND + length
    if (end > file.length) return undefined
    const name = textAt(file, at + 4, 4)
    if (Bun.hash.crc32(file.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return undefined
    const isHeader = name === 'IHDR'
    if (isHeader !== (found.parts.length === 1)) return undefined
    if (isHeader) {
      if (length !== HEADER_LENGTH) return undefined
      found.width = view.getUint32(at + 8)
      found.height = view.getUint32(at + 12)
    }
    if (KEPT.includes(name)) found.parts.push(file.subarray(at, end))
    else if (/^[A-Z]/.test(name)) return undefined
    if (name === 'eXIf') found.exif = file.subarray(at + 8, end - 4)
    hasData ||= name === 'IDAT'
    if (name === 'IEND') return hasData ? found : undefined
    at = end
  }
  return undefined
}

const textAt = (file: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...file.subarray(at, at + length))
