import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is read of the file to be sent at a time. */
const PIECE_BYTES = 64 * 1_024
/** Text that is written to the file at a time. */
const WRITTEN_LENGTH = 256 * 1_024

/**
 * A file without a name, for an answer that is made at once and taken as slowly as who asked for it can: whoever reads
 * the database waits for no network, and memory holds neither.
 */
export type Spool = {
  /** Forgets what was written: the reading begins anew. */
  reset: () => Promise<void>
  write: (text: string) => Promise<void>
  /** What was written, once; the file is gone when it has been read, or nobody reads on. */
  send: (onEnd: () => void) => Promise<ReadableStream<Uint8Array>>
  close: () => Promise<void>
}

/** Opens one in the system's folder for such files. */
export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `roomwire-export-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  // Whatever ends this process, nothing stays behind.
  await unlink(path)
  let waiting: string[] = []
  let length = 0
  let bytes = 0
  const flush = async () => {
    const written = Buffer.from(waiting.join(''))
    waiting = []
    length = 0
    await writeAll(file, written, bytes)
    bytes += written.length
  }
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await file.close()
  }
  return {
    async reset() {
      waiting = []
      length = 0
      bytes = 0
      await file.truncate()
    },
    async write(text) {
      waiting.push(text)
      length += text.length
      if (length >= WRITTEN_LENGTH) await flush()
    },
    async send(onEnd) {
      await flush()
      return pieces(file, () => close().finally(onEnd))
    },
    close,
  }
}

/** Writes all of it: a disk that is nearly full takes a part, and then fails. */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at)
    at += bytesWritten
  }
}

/** The file in pieces, each read when somebody takes it. */
function pieces(file: FileHandle, end: () => Promise<void>): ReadableStream<Uint8Array> {
  let position = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES)
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position)
      if (bytesRead === 0) {
        await end()
        return controller.close()
      }
      position += bytesRead
      controller.enqueue(piece.subarray(0, bytesRead))
    },
    cancel: end,
  })
}
