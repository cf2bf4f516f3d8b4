import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes read from the file and sent at a time. */
const PIECE_BYTES = 64 * 1_024
/** Characters buffered before a write to the file. */
const WRITTEN_LENGTH = 256 * 1_024

/**
 * A spool: an unlinked temporary file between the database, which fills it at full speed, and a client, which may
 * download it slowly. The snapshot does not wait for the network, and neither is held in memory.
 */
export type Spool = {
  /** Discards what was written, before a new attempt. */
  reset: () => Promise<void>
  write: (text: string) => Promise<void>
  /** Returns the content as a stream, once; the file is freed when it is read or the client has gone. */
  send: (onEnd: () => void) => Promise<ReadableStream<Uint8Array>>
  close: () => Promise<void>
}

/** Opens a spool in the system's temporary folder. */
export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `roomwire-export-${crypto.randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  // Unlinked at once: the file does not outlive this process, however it ends.
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

/** Writes all bytes: a nearly full disk accepts a part before it fails. */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at)
    at += bytesWritten
  }
}

/** Returns the file as a stream of pieces, each read on demand. */
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
