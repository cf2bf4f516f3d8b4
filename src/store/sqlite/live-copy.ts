// The copy of a SQLite file that is written meanwhile.

import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { realFile } from './lock.ts'
import { followLog, TrackLost } from './log-follower.ts'
import { openQuietly, textColumn } from './look.ts'

/** Bytes copied at once, each time written to disk: a commit of the service then waits for no more than these. */
const STEP_BYTES = 1_048_576
/** The part of the time in which it works; in the rest it leaves disk and processor to others. */
const WORK_SHARE = 0.5
/** How often it looks into the log meanwhile. */
const LOOK_MS = 20
/** Pages of the log that wait in memory at most: 64 MB. A page that is written again and again waits only once. */
const NEWER_PAGES_MAX = 16_384
/** How often a copy begins anew because the log has escaped it, before it is left to SQLite. */
const ROUNDS_MAX = 5

/** The places of the bytes of a page that say that the database has a log beside it. */
const LOG_FLAGS = [18, 19]
const NO_LOG = 1

/**
 * Copies the pages of a database to a new file while others write and checkpoint it: first the file as it stands at
 * each moment, and meanwhile, over it, all pages that are committed. The copy is the database as of its last commit,
 * which comes after the begin. No lock is held, so that the log is checkpointed and begun anew as ever.
 *
 * It runs in a process that has no other connection to the database: the system drops the locks of a process on a file
 * when it closes any descriptor of it.
 *
 * @param newerMax how many pages of the log wait in memory at most
 * @returns false, and nothing is kept, if the database has no log or is too busy to be followed
 */
export async function copyLive(
  file: string,
  target: string,
  newerMax = NEWER_PAGES_MAX,
): Promise<boolean> {
  // The connection keeps log and index in being.
  const { database, close } = openQuietly(file)
  const open: number[] = []
  const opened = (path: string, flags: string) => {
    const handle = openSync(path, flags, 0o600)
    open.push(handle)
    return handle
  }
  try {
    if (textColumn(database, 'pragma journal_mode')[0] !== 'wal') return false
    const pageSize = Number(textColumn(database, 'pragma page_size')[0])
    const path = realFile(file)
    const [source, log, index] = [path, `${path}-wal`, `${path}-shm`].map((each) =>
      opened(each, 'r'),
    )
    const copy = opened(target, 'w')
    for (let round = 0; round < ROUNDS_MAX; round++)
      if (await copyPages({ source: source!, log: log!, index: index!, copy, pageSize, newerMax }))
        return true
    rmSync(target)
    return false
  } finally {
    for (const handle of open) closeSync(handle)
    close()
  }
}

type Handles = {
  source: number
  log: number
  index: number
  copy: number
  pageSize: number
  newerMax: number
}

/** Makes the copy. @returns false if the log has escaped it */
async function copyPages(handles: Handles): Promise<boolean> {
  try {
    await followPages(handles)
    return true
  } catch (error) {
    if (error instanceof TrackLost) return false
    throw error
  }
}

async function followPages({ source, log, index, copy, pageSize, newerMax }: Handles) {
  /** Pages from the log that are not written yet, each as of the newest commit that was read. */
  const newer = new Map<number, Uint8Array>()
  /** Pages from the log that are written, while the file is not copied up to them: those in it are older. */
  const ahead = new Set<number>()
  const catchUp = followLog({ log, index, pageSize }, (page, content) => {
    // A copy: the page is part of a megabyte, which would stay in memory with it.
    newer.set(page, new Uint8Array(content))
  })
  const file = { source, copy, pageSize, copied: 0 }
  catchUp()
  for (let isOver = false; !isOver; ) {
    const startMs = performance.now()
    if (newer.size < newerMax) isOver = !copyStep(file, ahead)
    else writeNewer(file, newer, ahead)
    fdatasyncSync(copy)
    const endMs = performance.now()
    await pause(endMs + (endMs - startMs) * (1 / WORK_SHARE - 1), catchUp)
  }
  const { pages } = catchUp()
  while (newer.size > 0) {
    writeNewer(file, newer, ahead)
    fdatasyncSync(copy)
  }
  if (pages > 0) ftruncateSync(copy, pages * pageSize)
  for (const place of LOG_FLAGS) writeAll(copy, new Uint8Array([NO_LOG]), place)
  fsyncSync(copy)
}

/** Leaves disk and processor to others until a time, and looks into the log at least once. */
async function pause(untilMs: number, catchUp: () => void): Promise<void> {
  do {
    catchUp()
    await Bun.sleep(Math.max(0, Math.min(LOOK_MS, untilMs - performance.now())))
  } while (performance.now() < untilMs)
}

/** A file on its way into the copy. */
type Way = { source: number; copy: number; pageSize: number; copied: number }

/** Copies the next pages of the file. @returns false at its end */
function copyStep(way: Way, ahead: Set<number>): boolean {
  const { source, copy, pageSize, copied } = way
  const bytes = Buffer.alloc(STEP_BYTES)
  const pages = Math.floor(readSync(source, bytes, 0, STEP_BYTES, copied * pageSize) / pageSize)
  let from = 0
  const write = (to: number) => {
    if (to > from)
      writeAll(copy, bytes.subarray(from * pageSize, to * pageSize), (copied + from) * pageSize)
    from = to + 1
  }
  for (let n = 0; n < pages; n++) if (ahead.delete(copied + n + 1)) write(n)
  write(pages)
  way.copied += pages
  return pages > 0
}

/** Writes some pages from the log. */
function writeNewer(
  { copy, pageSize, copied }: Way,
  newer: Map<number, Uint8Array>,
  ahead: Set<number>,
) {
  let left = STEP_BYTES / pageSize
  for (const [page, content] of newer) {
    if (left-- <= 0) return
    writeAll(copy, content, (page - 1) * pageSize)
    newer.delete(page)
    if (page > copied) ahead.add(page)
  }
}

/** Writes bytes at a place, all of them: one call may write less, as a disk that is nearly full does. */
function writeAll(handle: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(handle, bytes, done, bytes.length - done, at + done)
}
