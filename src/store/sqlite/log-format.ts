// The formats of SQLite's write-ahead log (WAL) and of its index, for a reader beside the processes that write:
// https://sqlite.org/fileformat2.html#walformat and https://sqlite.org/walformat.html

import { readSync } from 'node:fs'

const LOG_HEAD_BYTES = 32
const FRAME_HEAD_BYTES = 24
const INDEX_HEAD_BYTES = 48
/** The first four bytes of a log whose checksums are over words in the order of this machine (little-endian). */
const MAGIC = 0x377f0682
const TRIES_MAX = 100

/** What the index says of the log. */
export type LogIndex = {
  /** The salts, which change whenever the log is begun anew. */
  generation: string
  /** The committed frames of this generation. */
  frames: number
  /** Counts the commits of all generations; begins anew after a recovery. */
  commits: number
  /** The pages of the database after the last commit; 0 if there was none since a recovery. */
  pages: number
}

/** A descriptor of the log, and the bytes of a page. */
export type Log = { log: number; pageSize: number }

/** A running checksum. */
export type Sums = readonly [number, number]

/** One frame of the log: a page as a commit has left it. `isCommit`: it is the last one of its commit. */
export type Frame = { page: number; isCommit: boolean; content: Uint8Array; sums: Sums }

/** Reads the index. @throws Error if it has no valid head, which no writer leaves for longer than a moment */
export function readIndex(index: number): LogIndex {
  const bytes = Buffer.alloc(2 * INDEX_HEAD_BYTES)
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const read = readSync(index, bytes, 0, bytes.length, 0)
    const [first, second] = [bytes.subarray(0, INDEX_HEAD_BYTES), bytes.subarray(INDEX_HEAD_BYTES)]
    // The writer writes the second copy first: two that are equal are whole.
    if (read < bytes.length || !first.equals(second) || first[12] !== 1) {
      Bun.sleepSync(1)
      continue
    }
    return {
      commits: first.readUInt32LE(8),
      frames: first.readUInt32LE(16),
      pages: first.readUInt32LE(20),
      generation: first.toString('hex', 32, 40),
    }
  }
  throw new Error('the index of the log cannot be read')
}

/** Reads the checksum with which the frames of a generation begin; undefined if the log is of another one. */
export function readLogHead(log: number, generation: string): Sums | undefined {
  const head = Buffer.alloc(LOG_HEAD_BYTES)
  if (readSync(log, head, 0, LOG_HEAD_BYTES, 0) < LOG_HEAD_BYTES) return undefined
  if (head.readUInt32BE(0) !== MAGIC || head.toString('hex', 16, 24) !== generation)
    return undefined
  const sums = addTo([0, 0], head.subarray(0, 24))
  const isWhole = sums[0] === head.readInt32BE(24) && sums[1] === head.readInt32BE(28)
  return isWhole ? sums : undefined
}

/** Reads frames from a place on, as far as they belong to a generation and are whole. */
export function readFrames(
  { log, pageSize }: Log,
  { generation, frames, sums }: { generation: string; frames: number; sums: Sums },
  count: number,
): Frame[] {
  const size = FRAME_HEAD_BYTES + pageSize
  const bytes = Buffer.from(new ArrayBuffer(count * size))
  const read = readSync(log, bytes, 0, bytes.length, LOG_HEAD_BYTES + frames * size)
  const found: Frame[] = []
  let last = sums
  for (let at = 0; at + size <= read; at += size) {
    const head = bytes.subarray(at, at + FRAME_HEAD_BYTES)
    const content = bytes.subarray(at + FRAME_HEAD_BYTES, at + size)
    if (head.toString('hex', 8, 16) !== generation) break
    last = addTo(addTo(last, head.subarray(0, 8)), content)
    if (last[0] !== head.readInt32BE(16) || last[1] !== head.readInt32BE(20)) break
    const page = head.readUInt32BE(0)
    found.push({ page, isCommit: head.readUInt32BE(4) !== 0, content, sums: last })
  }
  return found
}

/** Adds bytes to a checksum; their number is a multiple of 8. */
function addTo([first, second]: Sums, bytes: Buffer): Sums {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  let [a, b] = [first, second]
  for (let n = 0; n < words.length; n += 2) {
    a = (a + words[n]! + b) | 0
    b = (b + words[n + 1]! + a) | 0
  }
  return [a, b]
}
