import { useEffect, useRef } from 'preact/hooks'
import { api, asProblem } from './api.ts'
import { pause } from './pause.ts'
import { createStore } from './store.ts'

/** One entry of the hotel's feed (`GET /v1/panel/changes`). */
export type Change = { cursor: string; type: 'availability' | 'booking'; [member: string]: unknown }

type Feed = { changes: Change[]; nextCursor: string; hasMore: boolean }

const WAIT_SECONDS = 25
/** Between two polls, so that a busy partner does not use up the page's requests. */
const PAUSE_MS = 1_000
const RETRY_MS = 3_000

/** Whether what happens is told at once; false while the feed cannot be read. */
export const isLive = createStore(true)

/**
 * Follows what happens to a hotel from now on: `useEffect(() => followChanges(slug, handle), [slug])`.
 *
 * @param handle is told of changes as they come, oldest first; of `undefined` when some may have been missed
 * @returns ends it
 */
export function followChanges(
  hotel: string,
  handle: (changes: Change[] | undefined) => void,
): () => void {
  const end = new AbortController()
  follow(hotel, handle, end.signal).catch(() => {
    // Ended, or signed out: whoever follows next begins anew.
  })
  return () => end.abort()
}

/** Follows a hotel while a view is open; see `followChanges`. */
export function useLive(hotel: string, handle: (changes: Change[] | undefined) => void): void {
  const newest = useRef(handle)
  newest.current = handle
  useEffect(() => followChanges(hotel, (changes) => newest.current(changes)), [hotel])
}

async function follow(
  hotel: string,
  handle: (changes: Change[] | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  let cursor = 'latest'
  // What came between the view's own first read and the newest change that is now asked for.
  let mayHaveMissed = true
  while (!signal.aborted) {
    try {
      const waitSeconds = cursor === 'latest' ? 0 : WAIT_SECONDS
      const query = { hotel, cursor, waitSeconds }
      const feed = await api.get<Feed>('/v1/panel/changes', { query, signal })
      cursor = feed.nextCursor
      isLive.set(true)
      if (mayHaveMissed) handle(undefined)
      else if (feed.changes.length > 0) handle(feed.changes)
      mayHaveMissed = false
      await pause(PAUSE_MS, signal)
    } catch (error) {
      signal.throwIfAborted()
      const { code, retryAfterSeconds } = asProblem(error)
      if (code === 'not_found' || code === 'unauthenticated' || code === 'forbidden') return
      isLive.set(false)
      // Whatever it was: after a while from the newest on, and everything is read again.
      cursor = 'latest'
      mayHaveMissed = true
      await pause((retryAfterSeconds ?? 0) * 1_000 || RETRY_MS, signal)
    }
  }
}
