import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Problem } from '../lib/api.ts'
import { useAsked } from '../lib/entry-state.ts'
import { asSentence, t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { ProblemNote } from './note.tsx'
import { say } from './toast.tsx'

type DialogProps = {
  title: string
  /** Runs on Escape, the cross and, for a dialog without a form in browsers that can, a click beside it. */
  onClose: () => void
  children: ComponentChildren
  /** The buttons at the foot. */
  actions?: ComponentChildren
  /** Sends the dialog's form, on Enter or by a `type="submit"` button among the actions. */
  onSubmit?: () => void
  isWide?: boolean
  /** True if only one of its actions may close it, because its content would be lost. */
  isKept?: boolean
}

/**
 * Focuses the first invalid field when a form comes back with a problem. The focus moves as soon as the problem is
 * drawn, since a person may be typing already.
 */
export function useFocusFlaw(problem: unknown): void {
  useLayoutEffect(() => {
    if (problem) document.querySelector<HTMLElement>('dialog [aria-invalid]')?.focus()
  }, [problem])
}

/** The first field of a dialog. */
const FIRST_FIELD = '.body :is(input:not([readonly]), select, textarea):enabled'

/** Focuses the control that opened a dialog; if it is gone, the keyboard continues from the top of the page. */
function goHome(opener: Element | null): void {
  const home = opener?.isConnected ? opener : document.querySelector('main')
  if (home instanceof HTMLElement) home.focus()
}

/** A modal dialog, open for as long as it is drawn; the focus moves into it, stays there and returns afterwards. */
export function Dialog({ title, onClose, children, actions, onSubmit, ...look }: DialogProps) {
  const { isWide, isKept = false } = look
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [isLost, setLost] = useState(isKept)
  // A Back gesture on a phone leaves the dialog open once; browsers allow no page to refuse it twice.
  useAsked(isLost, ({ navigationType }) => navigationType !== 'traverse')
  // It runs before the effects of the content, which may put the focus elsewhere.
  useLayoutEffect(() => {
    const opener = document.activeElement
    const dialog = element.current!
    dialog.showModal()
    // The first field has the focus; browsers would choose the cross, where Enter closes the dialog.
    // In a confirmation a second Enter presses the button that changes nothing.
    const leave = isKept ? null : dialog.querySelector<HTMLElement>('footer button')
    ;(dialog.querySelector<HTMLElement>(FIRST_FIELD) ?? leave)?.focus()
    return () => {
      dialog.close()
      goHome(opener)
      // The view may be drawn after this and remove the opening control, because of the same act.
      queueMicrotask(() => document.activeElement === document.body && goHome(opener))
    }
  }, [])
  // A dialog without `onSubmit` may hold a form of its own.
  const Body = onSubmit ? 'form' : 'div'
  return (
    <dialog
      ref={element}
      class={isWide ? 'wide' : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (!isKept) onClose()
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.isConnected) return
        // Chromium closes a dialog at the second Escape by itself: its owner still decides.
        currentTarget.showModal()
        if (!isKept) onClose()
      }}
      // A click beside the dialog must not lose typed text either.
      {...{ closedby: isKept ? 'none' : onSubmit ? 'closerequest' : 'any' }}
    >
      <Body
        {...(onSubmit && {
          noValidate: true,
          onSubmit: () => onSubmit(),
          onInput: () => setLost(true),
        })}
      >
        <header>
          <h2 id={titleId}>{title}</h2>
          {!isKept && (
            <Button kind="quiet" aria-label={t('action.close')} onClick={onClose}>
              <Icon name="close" />
            </Button>
          )}
        </header>
        <div class="body">{children}</div>
        {actions && <footer>{actions}</footer>}
      </Body>
    </dialog>
  )
}

type ActionProps = Pick<DialogProps, 'title' | 'onClose' | 'children'> & {
  isWide?: boolean | undefined
  /** The text of the confirming button. */
  action: string
  /** The text of the button that changes nothing; default: Cancel. */
  leave?: string
  kind?: 'primary' | 'danger'
}

/** A dialog with a confirming and a cancelling button; it stays open while the act runs, to show its problem. */
export function ActionDialog(props: ActionProps & { isBusy: boolean; onSubmit: () => void }) {
  const { action, leave, kind = 'danger', isBusy, isWide = false, ...dialog } = props
  const onClose = () => isBusy || dialog.onClose()
  const actions = (
    <>
      <Button onClick={onClose}>{leave ?? t('action.cancel')}</Button>
      <Button type="submit" kind={kind} isBusy={isBusy}>
        {action}
      </Button>
    </>
  )
  return <Dialog {...dialog} isWide={isWide} onClose={onClose} actions={actions} />
}

type ConfirmProps = Omit<ActionProps, 'children'> & {
  /** The text of the question; a function if its fields show the problem of `act`. */
  children: ComponentChildren | ((problem: Problem | undefined) => ComponentChildren)
  /** Runs on confirmation; a text that it answers closes the dialog and becomes a toast, an error is shown. */
  act: () => unknown
}

/** Closes a dialog after its act, whose toast is shown. */
export function closeSaying(said: unknown, onClose: () => void): void {
  if (typeof said !== 'string') return
  onClose()
  say(said)
}

/** Asks before an act that cannot be undone. */
export function Confirm({ children, act, ...props }: ConfirmProps) {
  const { run, isBusy, problem } = useAction(async () => closeSaying(await act(), props.onClose))
  const hasFields = typeof children === 'function'
  return (
    <ActionDialog {...props} isBusy={isBusy} onSubmit={run}>
      {hasFields ? children(problem) : children}
      <ProblemNote problem={hasFields ? problem : asSentence(problem)} />
    </ActionDialog>
  )
}
