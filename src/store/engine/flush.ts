// Files that are on disk, not in the system's memory.

import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Gives a file its name for good: the file is on disk before it has the name, and the name before this returns. */
export async function renameFlushed(from: string, to: string): Promise<void> {
  await flush(from)
  await rename(from, to)
  // Windows opens no folder.
  await flush(dirname(to)).catch(() => {})
}

/** Waits until a file or folder is on disk (fsync). */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
