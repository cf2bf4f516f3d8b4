import type { Parts } from './parts.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
/** Frames that browsers can show: baseline, extended and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2]
/** Tables and scans: DHT, SOS, DQT, DRI. */
const TABLES = [0xc4, SOS, 0xdb, 0xdd]
/** Prefixes of application segments that the colours depend on. */
const COLOURS: Record<number, string> = { 226: 'ICC_PROFILE\0', 238: 'Adobe' }
const EXIF = 'Exif\0\0'
/** Length of a JFIF header without a preview. */
const JFIF_LENGTH = 16

/** Reads a JPEG segment by segment to its end (ITU-T T.81 annex B); undefined when it is none. */
export function readJpeg(file: Uint8Array, mayGoOn: () => boolean): Parts | undefined {
  if (file[0] !== 0xff || file[1] !== SOI) return undefined
  const found: Parts = { width: 0, height: 0, parts: [file.subarray(0, 2)] }
  let [at, hasScan] = [2, false]
  while (mayGoOn()) {
    if (file[at] !== 0xff) return undefined
    // Any number of fill bytes may stand before a marker.
    if (file[at + 1] === 0xff) {
      at++
      continue
    }
    const marker = file[at + 1]!
    if (marker === EOI) {
      found.parts.push(file.subarray(at, at + 2))
      return hasScan && found.width > 0 ? found : undefined
    }
    const length = (file[at + 2]! << 8) | file[at + 3]!
    const segment = file.subarray(at, at + 2 + length)
    if (!isSegment(marker) || length < 2 || segment.length < 2 + length) return undefined
    if (FRAMES.includes(marker)) {
      // A second frame would be another picture.
      if (found.width > 0 || length < 8) return undefined
      found.height = (segment[5]! << 8) | segment[6]!
      found.width = (segment[7]! << 8) | segment[8]!
    }
    if (marker === APP1 && begins(segment, EXIF)) found.exif = segment.subarray(4)
    const end = marker === SOS ? endOfScan(file, at + segment.length) : at + segment.length
    if (isKept(marker, segment)) found.parts.push(file.subarray(at, end))
    hasScan ||= marker === SOS
    at = end
  }
  return undefined
}

/** True if a length follows the marker; frames that no browser shows do not count. */
const isSegment = (marker: number) =>
  FRAMES.includes(marker) ||
  TABLES.includes(marker) ||
  (marker >= APP0 && marker <= 0xef) ||
  marker === 0xfe

function isKept(marker: number, segment: Uint8Array): boolean {
  if (marker === APP0) return segment.length === 2 + JFIF_LENGTH && begins(segment, 'JFIF\0')
  const name = COLOURS[marker]
  return name === undefined
    ? FRAMES.includes(marker) || TABLES.includes(marker)
    : begins(segment, name)
}

/** Returns the index of the next marker after a scan's data, where 0xff is followed by 0 or a restart number. */
function endOfScan(file: Uint8Array, start: number): number {
  const { length } = file
  let at = start
  for (; at < length; at++) {
    if (file[at] !== 0xff) continue
    const next = file[at + 1]!
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) break
  }
  return at
}

const begins = (segment: Uint8Array, name: string) =>
  String.fromCharCode(...segment.subarray(4, 4 + name.length)) === name
