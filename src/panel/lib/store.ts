import { useLayoutEffect, useState } from 'preact/hooks'

/** A shared value of the page, which notifies its subscribers of each change. */
export type Store<T> = {
  get: () => T
  set: (next: T) => void
  subscribe: (listener: (value: T) => void) => () => void
}

/** Makes a store. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<(value: T) => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of [...listeners]) listener(value)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a store in a component, which redraws on each change. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState({ now: store.get() })
  useLayoutEffect(() => {
    const update = (now: T) => setValue({ now })
    // The value may have changed since the drawing.
    if (!Object.is(store.get(), value.now)) update(store.get())
    return store.subscribe(update)
  }, [store])
  return value.now
}

/** A store of one of several words, kept in localStorage beyond the page. */
export function createKeptStore<T extends string>(
  name: string,
  allowed: readonly T[],
  initial: T,
): Store<T> {
  const kept = read(name)
  const store = createStore<T>(allowed.find((each) => each === kept) ?? initial)
  store.subscribe((value) => write(name, value))
  return store
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    // A browser may refuse storage; the choice then lasts as long as the page.
    return null
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // The browser refuses storage, as above.
  }
}
