import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Answer, type Item, type Params, type Query, queryText } from '../../client/call.ts'
import { asProblem, call, type Page, type Problem } from './api.ts'
import type { Addresses, PeopleId } from './http.ts'

/** Data that a view reads when it opens. */
export type Loaded<T> = {
  /** Undefined until the first answer; kept during a reload. */
  data: T | undefined
  problem: Problem | undefined
  isBusy: boolean
  /** Reads it again. */
  reload: () => void
  /** Replaces the data with newer data from another call. */
  set: (data: T) => void
  /** Changes a part of the data; an answer that is under way still takes their place. */
  revise: (change: (data: T) => T) => void
}

/**
 * Reads data now and whenever `inputs` change: `useLoad((signal) => readRooms(hotel, signal), [hotel])`. An answer that
 * comes after the inputs changed is dropped.
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
    // An answer that is still under way is older than these data.
    reading.current?.abort()
    setState({ data, problem: undefined, isBusy: false })
  }, [])
  const revise = useCallback(
    (change: (data: T) => T) =>
      setState((now) => (now.data === undefined ? now : { ...now, data: change(now.data) })),
    [],
  )
  return { ...state, reload, set, revise }
}

/** An operation that a view reads: with GET, without a body. */
type ReadId = {
  [Of in PeopleId]: Addresses[Of] extends `GET ${string}` ? Of : never
}[PeopleId]

/** An operation that answers a list, mostly page by page (contract §5). */
export type ListId = {
  [Of in ReadId]: Answer<Of> extends { items: readonly unknown[] } ? Of : never
}[ReadId]

/** Reads the filter of a list from an address; the service checks its values. */
export const filterIn = <Of extends ListId>(
  query: URLSearchParams,
  ...names: (keyof Params<Of> & string)[]
): Params<Of> =>
  Object.fromEntries(names.map((name) => [name, query.get(name) || undefined])) as Params<Of>

/** Reads an operation now and whenever its parameters change: `useCall('getPanelHotel', { hotel })`. */
export const useCall = <Of extends ReadId>(id: Of, params: Params<Of>): Loaded<Answer<Of>> =>
  useLoad((signal) => read(id, params, { signal }), [id + queryText(params as Query)])

/** Reads a list by its cursor: `useList('listMails', { hotel })`. */
export const useList = <Of extends ListId>(id: Of, params: Params<Of>): Pages<Item<Of>> =>
  usePagesOf(
    useLoad((signal) => readPage(id, params, { signal }), [id + queryText(params as Query)]),
    (cursor) => readPage(id, { ...params, cursor }),
  )

type Reading = { signal: AbortSignal }

/** `call` for operations without a body. */
const read = call as <Of extends ReadId>(
  id: Of,
  params: Params<Of>,
  options: Reading,
) => Promise<Answer<Of>>

/** `call` for operations that answer a page of a list. */
export const readPage = call as unknown as <Of extends ListId>(
  id: Of,
  params: Params<Of> & { cursor?: string | undefined },
  options?: Reading,
) => Promise<Page<Item<Of>>>

/** A list that is read page after page. */
export type Pages<Element> = Omit<Loaded<Element[]>, 'set' | 'revise'> & {
  hasMore: boolean
  /** True while the next page is read. */
  isMore: boolean
  /** The instant down to which a search has looked; undefined when it has looked at everything. */
  searchedUntil: string | undefined
  more: () => void
}

function usePagesOf<Element>(
  first: Loaded<Page<Element>>,
  readPage: (cursor: string) => Promise<Page<Element>>,
): Pages<Element> {
  const [rest, setRest] = useState<Page<Element>[]>([])
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
    readPage(nextCursor).then(
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
 * Runs an act when a form is sent or a button pressed, one at a time.
 *
 * @returns `run`, which answers the act's result, or undefined when it failed; the problem is kept to be shown
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
