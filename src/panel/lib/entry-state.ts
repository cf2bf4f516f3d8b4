import { useEffect, useState } from 'preact/hooks'
import { session } from './session.ts'

/**
 * State of a form that its entry of the browser's history keeps: it is there again after a reload, and when one comes
 * back to it, but not when the form is opened anew, nor for who signs in after.
 */
export function useEntryState<T>(name: string, initial: T) {
  const now = session.get()
  const key = `${'user' in now && now.user.id} ${name}`
  const [value, set] = useState<T>(() => history.state?.[key] ?? initial)
  useEffect(() => {
    if (value !== initial) history.replaceState({ ...history.state, [key]: value }, '')
  }, [value])
  return [value, set] as const
}

/** Has the browser ask whoever reloads or closes the page while something would be lost. */
export function useAsked(isLost: boolean): void {
  useEffect(() => {
    const ask = (event: Event) => isLost && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isLost])
}

/** Forgets what the present entry keeps: the form was sent. */
export const forgetEntry = (): void => history.replaceState(null, '')
