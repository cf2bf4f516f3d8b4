import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { t } from './i18n.ts'
import { session } from './session.ts'

/**
 * The state of a form, kept in the current entry of the browser's history: a reload and Back restore it; a form that is
 * opened anew and the next person to sign in do not get it.
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

/** Navigations that a question was asked about, so that only the first of several askers asks. */
const asked = new WeakSet<Event>()

/**
 * Makes the browser ask before a reload or a close of the page that would lose input.
 *
 * @param mayGo answers if a change of the view may go on; left out if such a change loses nothing
 */
export function useAsked(isLost: boolean, mayGo?: (event: NavigateEvent) => boolean): void {
  // It takes effect at the keystroke, since a person may leave right after it.
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

/** Asks before a change of the view that would lose typed text. */
export function asksToGo(event: NavigateEvent): boolean {
  if (!event.hashChange || !event.cancelable || asked.has(event)) return true
  asked.add(event)
  return confirm(t('desk.leave'))
}

/** Clears the state in the current entry after the form was sent. */
export const forgetEntry = (): void => history.replaceState(null, '')
