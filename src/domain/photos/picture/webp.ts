import type { Parts } from './parts.ts'

/** `RIFF`, the length of what follows, `WEBP`. */
const HEAD_LENGTH = 12
/** Of a chunk: its name and length. */
const CHUNK_HEAD = 8
/** In the flags of an extended file: has a colour profile, has transparency; is animated. */
const FLAGS_KEPT = 0b0011_0000
const ANIMATED = 0b0000_0010
const SIZE_MASK = 0x3fff

type Size = Pick<Parts, 'width' | 'height'>

/** Reads a still WebP chunk by chunk (RFC 9649); undefined when it is none. */
export function readWebp(file: Uint8Array, mayGoOn: () => boolean): Parts | undefined {
  if (nameAt(file, 0) !== 'RIFF' || nameAt(file, 8) !== 'WEBP') return undefined
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const fileEnd = CHUNK_HEAD + view.getUint32(4, true)
  if (fileEnd > file.length) return undefined
  const head = new Uint8Array(file.subarray(0, HEAD_LENGTH))
  const found: Parts = { width: 0, height: 0, parts: [head] }
  let [at, canvas]: [number, Size | undefined] = [HEAD_LENGTH, undefined]
  while (at < fileEnd) {
    if (!mayGoOn() || at + CHUNK_HEAD > fileEnd) return undefined
    const name = nameAt(file, at)
    const length = view.getUint32(at + 4, true)
    const end = at + CHUNK_HEAD + length + (length % 2)
    if (end > fileEnd) return undefined
    const data = new DataView(file.buffer, file.byteOffset + at + CHUNK_HEAD, length)
    const chunk = new Uint8Array(file.subarray(at, end))
    if (name === 'VP8X') {
      if (length < 10 || data.getUint8(0) & ANIMATED) return undefined
      canvas = { width: 1 + size24(data, 4), height: 1 + size24(data, 7) }
      chunk[CHUNK_HEAD]! &= FLAGS_KEPT
    }
    if (name === 'VP8 ' || name === 'VP8L') {
      const size = name === 'VP8 ' ? lossySize(data) : losslessSize(data)
      if (!size || found.width > 0) return undefined
      Object.assign(found, size)
    }
    if (name === 'EXIF') found.exif = file.subarray(at + CHUNK_HEAD, end)
    if (['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'].includes(name)) found.parts.push(chunk)
    at = end
  }
  if (canvas && (canvas.width !== found.width || canvas.height !== found.height)) return undefined
  const length = found.parts.reduce((sum, part) => sum + part.length, 0) - CHUNK_HEAD
  new DataView(head.buffer).setUint32(4, length, true)
  return found.width > 0 ? found : undefined
}

/** Of a key frame (RFC 6386 §9.1). */
function lossySize(data: DataView): Size | undefined {
  if (data.byteLength < 10 || data.getUint8(0) & 1) return undefined
  if (data.getUint16(3) !== 0x9d01 || data.getUint8(5) !== 0x2a) return undefined
  const [width, height] = [data.getUint16(6, true), data.getUint16(8, true)]
  return { width: width & SIZE_MASK, height: height & SIZE_MASK }
}

function losslessSize(data: DataView): Size | undefined {
  if (data.byteLength < 5 || data.getUint8(0) !== 0x2f) return undefined
  const bits = data.getUint32(1, true)
  return { width: 1 + (bits & SIZE_MASK), height: 1 + ((bits >>> 14) & SIZE_MASK) }
}

const size24 = (data: DataView, at: number) =>
  data.getUint16(at, true) | (data.getUint8(at + 2) << 16)

const nameAt = (file: Uint8Array, at: number) => String.fromCharCode(...file.subarray(at, at + 4))
