import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { t } from './i18n.ts'
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

/** Ways out of a page that somebody was asked about: of several who ask the first does. */
const asked = new WeakSet<Event>()

/**
 * Has the browser ask whoever reloads or closes the page while something would be lost.
 *
 * @param mayGo whether somebody goes on to another view; left out: nothing is lost by that
 */
export function useAsked(isLost: boolean, mayGo?: (event: NavigateEvent) => boolean): void {
  // In the moment in which it is typed: who leaves may be quick.
  useLayoutEffect(() => {
    if (!isLost) return
    const ask = (event: Event) => event.preventDefault()
    const leave = (event: NavigateEvent) => mayGo?.(event) === false && ask(event)
    const { navigation } = window as Partial<Window>
    addEventListener('beforeunload', ask)
    navigation?.addEventListener('navigate', leave)
    return () => {
      removeEventListener('beforeunload', ask)
      navigation?.removeEventListener('navigate', leave)
    }
  }, [isLost])
}

/** Asks whoever goes on to another view whether what they typed may be lost. */
export function asksToGo(event: NavigateEvent): boolean {
  if (!event.hashChange || !event.cancelable || asked.has(event)) return true
  asked.add(event)
  return confirm(t('desk.leave'))
}

/** Forgets what the present entry keeps: the form was sent. */
export const forgetEntry = (): void => history.replaceState(null, '')
