import { useEffect, useState } from 'preact/hooks'

const TYPING_MS = 300

/** A typed text, trimmed, once no key was pressed for some time (debounce). */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text.trim())
  useEffect(() => {
    const alarm = setTimeout(() => setSettled(text.trim()), TYPING_MS)
    return () => clearTimeout(alarm)
  }, [text])
  return settled
}
