import { useEffect } from 'preact/hooks'

/** Reloads data without a live feed at intervals, while changes are expected and the page is visible. */
export function useRefresh(reload: () => void, everyMs: number, isExpected = true): void {
  useEffect(() => {
    if (!isExpected) return
    const clock = setInterval(() => document.hidden || reload(), everyMs)
    return () => clearInterval(clock)
  }, [reload, everyMs, isExpected])
}
