import { useEffect, useState } from 'preact/hooks'

/** The width of an element, now and whenever it changes. */
export function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(box.current?.clientWidth ?? 0))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  return width
}
