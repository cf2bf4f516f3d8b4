import { asProblem } from '../lib/api.ts'
import { problemText, t } from '../lib/i18n.ts'
import { createStore, useStore } from '../lib/store.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Toast = {
  id: number
  text: string
  tone: 'good' | 'bad'
  action?: { text: string; run: () => void } | undefined
}

const SHOWN_MS = 10_000
const toasts = createStore<Toast[]>([])
let nextId = 1

/**
 * Shows a toast, which is read out too, and answers the function that removes it: `say(t('keys.made'), { action: {
 * text, run } })`.
 */
export function say(
  text: string,
  options: Partial<Pick<Toast, 'tone' | 'action'>> = {},
): () => void {
  const toast: Toast = { id: nextId++, text, tone: 'good', ...options }
  toasts.set([...toasts.get().slice(-2), toast])
  setTimeout(() => dismiss(toast.id), SHOWN_MS)
  return () => dismiss(toast.id)
}

/** Shows an error: a text, or the problem that was thrown. */
export const sayWrong = (what: unknown): (() => void) =>
  say(typeof what === 'string' ? what : problemText(asProblem(what)), { tone: 'bad' })

/** Removes the toast. */
function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** Removes the toasts whose undo belongs to the page that was left. */
export function forgetActions(): void {
  toasts.set(toasts.get().filter(({ action }) => !action))
}

/** The place of the toasts, once on the page. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {useStore(toasts).map(({ id, text, tone, action }) => (
        <div key={id} class={`toast ${tone}`}>
          <span>{text}</span>
          {action && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.text}
            </Button>
          )}
          <Button kind="quiet" aria-label={t('action.dismiss')} onClick={() => dismiss(id)}>
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  )
}
