import { useEffect } from 'preact/hooks'

/** Reads again every so often what no feed tells of, for as long as news are expected and somebody can see the page. */
export function useRefresh(reload: () => void, everyMs: number, isExpected = true): void {
  useEffect(() => {
    if (!isExpected) return
    const clock = setInterval(() => document.hidden || reload(), everyMs)
    return () => clearInterval(clock)
  }, [reload, everyMs, isExpected])
}
