import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { api, asProblem, type Page, type Problem, type Query } from './api.ts'
import { queryText } from './http.ts'

/** Something that is read when a view opens. */
export type Loaded<T> = {
  /** Undefined until the first answer; kept while it is read again. */
  data: T | undefined
  problem: Problem | undefined
  isBusy: boolean
  /** Reads it again. */
  reload: () => void
  /** Puts what is known to be true in the place of what was read. */
  set: (data: T) => void
}

/**
 * Reads something now and whenever `inputs` change: `useLoad((signal) => api.get<Hotel>(path, { signal }), [path])`.
 * An answer that comes after the inputs changed is dropped.
 */
export function useLoad<T>(
  read: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
): Loaded<T> {
  const [state, setState] = useState<Pick<Loaded<T>, 'data' | 'problem' | 'isBusy'>>({
    data: undefined,
    problem: undefined,
    isBusy: true,
  })
  const [round, setRound] = useState(0)
  const reading = useRef<AbortController>(undefined)
  useEffect(() => {
    const end = new AbortController()
    reading.current = end
    setState(({ data }) => ({ data, problem: undefined, isBusy: true }))
    read(end.signal).then(
      (data) => !end.signal.aborted && setState({ data, problem: undefined, isBusy: false }),
      (error) =>
        !end.signal.aborted &&
        setState(({ data }) => ({ data, problem: asProblem(error), isBusy: false })),
    )
    return () => end.abort()
  }, [...inputs, round])
  const reload = useCallback(() => setRound((now) => now + 1), [])
  const set = useCallback((data: T) => {
    // An answer that is under way is older than this.
    reading.current?.abort()
    setState({ data, problem: undefined, isBusy: false })
  }, [])
  return { ...state, reload, set }
}

/** Reads an address of the API, now and whenever it or its query changes. */
export const useGet = <T>(path: string, query: Query = {}): Loaded<T> =>
  useLoad((signal) => api.get<T>(path, { query, signal }), [path + queryText(query)])

/** A list that is read page after page. */
export type Pages<Item> = Omit<Loaded<Item[]>, 'set'> & {
  hasMore: boolean
  /** Whether the next page is being read. */
  isMore: boolean
  /** The instant down to which a search has looked; undefined when there is nothing older to look at. */
  searchedUntil: string | undefined
  more: () => void
}

/** Reads a list of the API by its cursor: `usePages<Booking>('/v1/panel/bookings', { hotel, limit: 25 })`. */
export function usePages<Item>(path: string, query: Query = {}): Pages<Item> {
  const first = useGet<Page<Item>>(path, query)
  const [rest, setRest] = useState<Page<Item>[]>([])
  const [more, setMore] = useState<{ isBusy: boolean; problem?: Problem }>({ isBusy: false })
  const round = useRef(0)
  useEffect(() => {
    round.current++
    setRest([])
    setMore({ isBusy: false })
  }, [first.data])
  const last = rest.at(-1) ?? first.data
  const nextCursor = last?.nextCursor ?? null
  const readMore = useCallback(() => {
    if (nextCursor === null) return
    const mine = round.current
    setMore({ isBusy: true })
    api.get<Page<Item>>(path, { query: { ...query, cursor: nextCursor } }).then(
      (page) => {
        if (mine !== round.current) return
        setRest((pages) => [...pages, page])
        setMore({ isBusy: false })
      },
      (error) => mine === round.current && setMore({ isBusy: false, problem: asProblem(error) }),
    )
  }, [nextCursor])
  return {
    data: first.data && [first.data, ...rest].flatMap(({ items }) => items),
    problem: first.problem ?? more.problem,
    isBusy: first.isBusy || more.isBusy,
    hasMore: nextCursor !== null,
    isMore: more.isBusy,
    searchedUntil: last?.searchedUntil,
    more: readMore,
    reload: first.reload,
  }
}

/**
 * Runs something that changes the world when a form is sent or a button pressed, one at a time.
 *
 * @returns `run`, which answers what it answered or undefined when it failed; the problem is kept to be shown
 */
export function useAction<Args extends unknown[], T>(act: (...args: Args) => Promise<T>) {
  const [state, setState] = useState<{ isBusy: boolean; problem: Problem | undefined }>({
    isBusy: false,
    problem: undefined,
  })
  const isRunning = useRef(false)
  const run = async (...args: Args): Promise<T | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setState({ isBusy: true, problem: undefined })
    try {
      const result = await act(...args)
      setState({ isBusy: false, problem: undefined })
      return result
    } catch (error) {
      setState({ isBusy: false, problem: asProblem(error) })
      return undefined
    } finally {
      isRunning.current = false
    }
  }
  return { ...state, run }
}
