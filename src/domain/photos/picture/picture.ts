import { refused } from '../../kernel/errors.ts'
import type { Photo } from '../photo.ts'
import { PHOTO_SIDE_MAX } from '../photo.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

/** A picture as stored and served: the sent bytes without everything that is not part of the picture. */
export type Picture = Pick<Photo, 'type' | 'width' | 'height' | 'sha256'> & { bytes: Uint8Array }

/** Maximum pieces of a file; cameras and programs write about a hundred. */
const PIECES_MAX = 2_000

const READERS = [
  ['image/jpeg', readJpeg],
  ['image/png', readPng],
  ['image/webp', readWebp],
] as const

/**
 * Reads a still JPEG, PNG or WebP by its content, whatever its name. It keeps the picture and its colours and strips
 * metadata (EXIF with the place, XMP, comments, previews) and anything after its end.
 *
 * @param path the field of the picture; empty: the body is the picture
 * @throws AppError `validation_failed` if it is no picture, broken, too large, or not stored upright
 */
export function readPicture(file: Uint8Array, path = ''): Picture {
  for (const [type, read] of READERS) {
    const found = read(file, countTo(PIECES_MAX))
    if (!found) continue
    const { width, height, parts, exif } = found
    checkSide(path, 'width', width)
    checkSide(path, 'height', height)
    if (exif && orientationOf(exif) !== 1)
      throw refused(
        path,
        'turned_picture',
        'Must stand upright without a note that turns it (EXIF).',
      )
    const bytes = joinParts(parts)
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    return { type, width, height, sha256, bytes }
  }
  throw refused(path, 'wrong_picture', 'Must be a whole, still picture: JPEG, PNG or WebP.')
}

/** Limits the pieces. @returns a function that is true while one more piece is allowed */
function countTo(max: number): () => boolean {
  let left = max
  return () => left-- > 0
}

function checkSide(path: string, name: string, pixels: number): void {
  const max = PHOTO_SIDE_MAX
  if (pixels >= 1 && pixels <= max) return
  throw refused(path, 'out_of_range', `Its ${name} must be 1 to ${max} pixels.`, { min: 1, max })
}

/** Returns the EXIF orientation: 1 upright, up to 8 (Exif 2.3 §4.6.4); 1 for invalid data. */
function orientationOf(exif: Uint8Array): number {
  const named = String.fromCharCode(...exif.subarray(0, 4)) === 'Exif' ? exif.subarray(6) : exif
  const view = new DataView(named.buffer, named.byteOffset, named.byteLength)
  const lastEntry = view.byteLength - 12
  if (lastEntry < 8) return 1
  const isLittle = view.getUint16(0) === 0x4949
  const start = view.getUint32(4, isLittle)
  if (start > lastEntry) return 1
  const count = view.getUint16(start, isLittle)
  for (let at = start + 2, seen = 0; seen < count && at <= lastEntry; at += 12, seen++)
    if (view.getUint16(at, isLittle) === 0x0112) return view.getUint16(at + 8, isLittle)
  return 1
}

function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
