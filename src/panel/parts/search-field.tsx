import { useEffect, useState } from 'preact/hooks'
import { route, setQuery } from '../lib/router.ts'
import { useSettled } from '../lib/typing.ts'
import { TextField } from './field.tsx'

/** A search that is kept in the address, some time after the last keystroke. */
export function SearchField({ name = 'q', label }: { name?: string; label: string }) {
  const asked = route.get().query.get(name) ?? ''
  const [text, setText] = useState(asked)
  const settled = useSettled(text)
  useEffect(() => {
    // Cleared from elsewhere.
    if (asked === '') setText('')
  }, [asked])
  useEffect(() => {
    if (settled === text.trim() && settled !== asked) setQuery({ [name]: settled || undefined })
  }, [settled])
  return <TextField label={label} type="search" maxLength={100} value={text} onText={setText} />
}
