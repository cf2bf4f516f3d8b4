/** An append-only file of records (a write-ahead log): on disk before it is believed, torn tail tolerated, compacted. */
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'connector.log'
/** Compaction: the file may grow to twice what it would be written anew, and this many bytes more. */
const SLACK_BYTES = 4 * 2 ** 20
/** Bytes that are written at once while the file is written anew. */
const PIECE_BYTES = 2 ** 20
const LINE_END = 10
const SUM_LENGTH = 8

/** The records of the file, applied in the order in which they were written. */
export type Records<Item> = {
  /** Takes a record that is on disk. It must be the same whenever it is read again. */
  apply(record: Item): void
  /** Records that make what all records so far have made, each of moderate size. */
  snapshot(): Iterable<Item>
}

export type Journal<Item> = {
  /** Resolves when the record is on disk and applied. A failure is final: the process must end. */
  append(record: Item): Promise<void>
  /** Rejects when a write has failed; never resolves. */
  broken: Promise<never>
  bytes(): number
  close(): Promise<void>
}

/**
 * Opens the journal of a folder and applies its records.
 *
 * @throws Error if the file is damaged before its last line
 */
export async function openJournal<Item>(
  folder: string,
  records: Records<Item>,
  slackBytes = SLACK_BYTES,
): Promise<Journal<Item>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, FILE)
  const file = { ...(await replay(path, records)), handle: await open(path, 'a', 0o600) }
  // A kill or a power cut left part of a line that nobody was told of.
  if (file.torn > 0) await file.handle.truncate(file.bytes)
  await syncAll(file.handle, folder)
  let limitBytes = file.bytes * 2 + slackBytes
  let waiting: Waiting<Item>[] = []
  let isWriting = false
  let written = Promise.resolve()
  let failure: Error | undefined
  let tellBroken: (error: Error) => void = () => {}
  const broken = new Promise<never>((_, reject) => {
    tellBroken = reject
  })
  broken.catch(() => {})

  /** Records that wait together are one line, and share one fsync. */
  async function writeWaiting(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const group = [...waiting]
      const line = lineOf(group.map(({ record }) => record))
      await file.handle.appendFile(line)
      await file.handle.datasync()
      waiting = waiting.slice(group.length)
      file.bytes += line.length
      for (const { record, done } of group) {
        records.apply(record)
        done()
      }
      if (file.bytes > limitBytes) await compact()
    }
    isWriting = false
  }

  async function compact(): Promise<void> {
    await file.handle.close()
    Object.assign(file, await writeAnew(folder, records.snapshot()))
    limitBytes = file.bytes * 2 + slackBytes
  }

  /** After a failed fsync nobody knows what is on disk: only a new start reads it. */
  function fail(error: Error): void {
    failure = error
    for (const { refuse } of waiting) refuse(error)
    tellBroken(error)
  }

  return {
    append: (record) =>
      new Promise((done, refuse) => {
        if (failure) return refuse(failure)
        waiting.push({ record, done, refuse })
        if (!isWriting) written = writeWaiting().catch(fail)
      }),
    broken,
    bytes: () => file.bytes,
    async close() {
      await written
      await file.handle.close().catch(() => {})
    },
  }
}

type Waiting<Item> = { record: Item; done: () => void; refuse: (error: Error) => void }

/** Applies the records of a file, without a change to it. @returns bytes of good lines, and of a torn one after them */
export async function replay<Item>(
  path: string,
  { apply }: Records<Item>,
): Promise<{ bytes: number; torn: number }> {
  const all = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  let at = 0
  while (at < all.length) {
    const end = all.indexOf(LINE_END, at)
    const line = end < 0 ? undefined : readLine<Item>(all.subarray(at, end))
    if (!line) {
      const isLast = end < 0 || all.indexOf(LINE_END, end + 1) < 0
      if (isLast) return { bytes: at, torn: all.length - at }
      throw new Error(`${path} is damaged at byte ${at}: set it aside and start anew`)
    }
    for (const record of line) apply(record)
    at = end + 1
  }
  return { bytes: at, torn: 0 }
}

/** Path of the journal in a folder. */
export const journalPath = (folder: string): string => join(folder, FILE)

/** Writes all that is known beside the file, then puts it in its place: a kill leaves the one or the other. */
async function writeAnew<Item>(
  folder: string,
  snapshot: Iterable<Item>,
): Promise<{ handle: FileHandle; bytes: number }> {
  const path = join(folder, FILE)
  const handle = await open(`${path}.new`, 'w', 0o600)
  let bytes = 0
  let piece: Buffer[] = []
  let pieceBytes = 0
  const write = async () => {
    if (piece.length > 0) await handle.appendFile(Buffer.concat(piece))
    bytes += pieceBytes
    piece = []
    pieceBytes = 0
  }
  for (const record of snapshot) {
    const line = lineOf([record])
    piece.push(line)
    pieceBytes += line.length
    if (pieceBytes > PIECE_BYTES) await write()
  }
  await write()
  await handle.sync()
  await handle.close()
  await rename(`${path}.new`, path)
  const renamed = await open(path, 'a', 0o600)
  await syncAll(renamed, folder)
  return { handle: renamed, bytes }
}

/** The name of a file is on disk when its folder is. */
async function syncAll(handle: FileHandle, folder: string): Promise<void> {
  await handle.sync()
  // Windows syncs no folder.
  const place = await open(folder, 'r').catch(() => undefined)
  await place?.sync().catch(() => {})
  await place?.close()
}

function lineOf(records: readonly unknown[]): Buffer {
  const text = JSON.stringify(records)
  return Buffer.from(`${sumOf(text)} ${text}\n`)
}

function readLine<Item>(line: Buffer): Item[] | undefined {
  const text = line.toString('utf8', SUM_LENGTH + 1)
  return line.toString('latin1', 0, SUM_LENGTH) === sumOf(text) ? JSON.parse(text) : undefined
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, SUM_LENGTH)
