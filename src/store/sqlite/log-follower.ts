// Following SQLite's write-ahead log (WAL) without holding up those who write and checkpoint it.

import {
  type Frame,
  type Log,
  type LogIndex,
  readFrames,
  readIndex,
  readLogHead,
  type Sums,
} from './log-format.ts'

/** Frames read at once: about a megabyte. */
const SLICE_FRAMES = 256
const TRIES_MAX = 5
const TOO_FAST = 'the database changed faster than it was read'

/** A place in the log: every frame before it has been read. */
type Place = { generation: string; frames: number; commits: number; sums: Sums }

type Put = (page: number, content: Uint8Array) => void

/** Commits were overwritten before they were read: what follows the log has to begin anew. */
export class TrackLost extends Error {}

/**
 * Makes a follower of the log. Each call hands over the pages that were committed since the call before, the first one
 * those of the whole log; a page that was written twice may come once. No lock is taken: frames that are overwritten
 * while they are read fail their checksum, and the index counts commits, so that a missed one is always noticed.
 *
 * @param log a descriptor of the log
 * @param index a descriptor of its index (`-shm`), which lasts as long as any connection is open
 * @param pageSize the bytes of a page
 * @param put gets the number of a page, counted from 1, and its content
 * @returns the follower; it answers the index as of its last commit, and throws `TrackLost`
 */
export function followLog(
  { log, index, pageSize }: { log: number; index: number; pageSize: number },
  put: Put,
): () => LogIndex {
  const at = { log, pageSize }
  let place: Place | undefined

  return () => {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const now = readIndex(index)
      if (!place) place = beginWhole(at, now, put)
      else {
        if (place.generation !== now.generation) place = nextGeneration(at, place, now, put)
        place = readUpTo(at, place, now, put)
      }
      if (place.generation === now.generation && place.commits === now.commits) return now
    }
    throw new TrackLost(TOO_FAST)
  }
}

/** Reads the whole log, which says how many commits there have been, but not how many are in it. */
function beginWhole(at: Log, now: LogIndex, put: Put): Place {
  const place = readUpTo(at, { ...now, frames: 0, sums: [0, 0] }, now, put)
  // Some of its pages may be handed over as they were before commits that are only in the file.
  if (place.frames < now.frames) throw new TrackLost(TOO_FAST)
  return { ...place, commits: now.commits }
}

/**
 * Reads the rest of a generation, whose log has been begun anew: what is beyond the newer frames still stands in the
 * file. Frames that were never committed may stand behind it.
 */
function nextGeneration(at: Log, from: Place, now: LogIndex, put: Put): Place {
  let [place, whole] = [from, from]
  const pending: Frame[] = []
  for (;;) {
    const frames = readFrames(at, place, SLICE_FRAMES)
    for (const frame of frames) {
      place = after(place, frame)
      pending.push(frame)
      if (!frame.isCommit) continue
      whole = place
      for (const { page, content } of pending.splice(0)) put(page, content)
    }
    if (frames.length < SLICE_FRAMES) break
  }
  return { generation: now.generation, frames: 0, commits: whole.commits, sums: [0, 0] }
}

/** Reads the frames of a generation that are committed. */
function readUpTo(at: Log, from: Place, now: LogIndex, put: Put): Place {
  let place = from
  if (place.frames === 0 && now.frames > 0) {
    const sums = readLogHead(at.log, place.generation)
    if (!sums) return place
    place = { ...place, sums }
  }
  while (place.frames < now.frames) {
    const count = Math.min(SLICE_FRAMES, now.frames - place.frames)
    const frames = readFrames(at, place, count)
    const newest = new Map<number, Uint8Array>()
    for (const frame of frames) {
      place = after(place, frame)
      newest.set(frame.page, frame.content)
    }
    for (const [page, content] of newest) put(page, content)
    if (frames.length < count) break
  }
  return place
}

const after = ({ generation, frames, commits }: Place, { isCommit, sums }: Frame): Place => ({
  ...{ generation, frames: frames + 1, sums },
  // The counter of the index has 32 bits.
  commits: isCommit ? (commits + 1) >>> 0 : commits,
})
