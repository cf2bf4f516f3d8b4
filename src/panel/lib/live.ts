import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Change } from '../../client/call.ts'
import { asProblem, call } from './api.ts'
import { pause } from './pause.ts'
import { createStore } from './store.ts'

const WAIT_SECONDS = 25
/** The pause between two polls, so that a busy partner does not use up the page's requests (rate limit). */
const PAUSE_MS = 1_000
const RETRY_MS = 3_000

/** True if changes are shown at once; false while the feed cannot be read. */
export const isLive = createStore(true)

/** A followed feed. */
export type Live = {
  /** The place up to which changes are handed on; undefined while they cannot be read. */
  cursor: () => string | undefined
  /** Polls at once instead of waiting: something has just happened. */
  hurry: () => void
}

/**
 * Follows the hotel's feed of changes while a view is open (long polling).
 *
 * @param handle gets changes as they come, oldest first; `undefined` if some may have been missed
 */
export function useLive(hotel: string, handle: (changes: Change[] | undefined) => void): Live {
  const newest = useRef(handle)
  newest.current = handle
  const place = useRef<Place>({})
  useEffect(() => {
    const end = new AbortController()
    place.current = {}
    follow(hotel, (changes) => newest.current(changes), place.current, end.signal).catch(() => {
      // Ended, or signed out: the next follower begins anew.
    })
    return () => end.abort()
  }, [hotel])
  return useMemo(
    () => ({ cursor: () => place.current.cursor, hurry: () => place.current.hurry?.() }),
    [],
  )
}

/** The place of a follower in the feed, and the way to end its pause. */
type Place = { cursor?: string; hurry?: () => void }

async function follow(
  hotel: string,
  handle: (changes: Change[] | undefined) => void,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  let cursor = 'latest'
  // Changes between the view's own first read and the newest one are never handed on.
  let mayHaveMissed = true
  while (!signal.aborted) {
    try {
      const waitSeconds = cursor === 'latest' ? 0 : WAIT_SECONDS
      const feed = await call('listPanelChanges', { hotel, cursor, waitSeconds }, { signal })
      cursor = feed.nextCursor
      place.cursor = cursor
      isLive.set(true)
      if (mayHaveMissed) handle(undefined)
      else if (feed.changes.length > 0) handle(feed.changes)
      mayHaveMissed = false
      await pause(PAUSE_MS, signal, (hurry) => {
        place.hurry = hurry
      })
    } catch (error) {
      signal.throwIfAborted()
      const { code, retryAfterSeconds } = asProblem(error)
      if (code === 'not_found' || code === 'unauthenticated' || code === 'forbidden') return
      isLive.set(false)
      delete place.cursor
      // After any other problem the feed is followed from its newest change on, and everything is read again.
      cursor = 'latest'
      mayHaveMissed = true
      await pause((retryAfterSeconds ?? 0) * 1_000 || RETRY_MS, signal)
    }
  }
}
