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
  /** Escape, the cross and, where it only shows something and the browser can, a click beside it. */
  onClose: () => void
  children: ComponentChildren
  /** Buttons at the foot. */
  actions?: ComponentChildren
  /** Sends the dialog's form: Enter and a `type="submit"` button among the actions. */
  onSubmit?: () => void
  isWide?: boolean
  /** Nothing but one of its actions closes it: what it shows would be lost. */
  isKept?: boolean
}

/**
 * Puts the focus on the first field that is wrong, when a form comes back with a problem: in the moment in which that is
 * shown, for whoever sees it may be typing already.
 */
export function useFocusFlaw(problem: unknown): void {
  useLayoutEffect(() => {
    if (problem) document.querySelector<HTMLElement>('dialog [aria-invalid]')?.focus()
  }, [problem])
}

/** What a dialog asks for first. */
const FIRST_FIELD = '.body :is(input:not([readonly]), select, textarea):enabled'

/** A modal dialog that is open for as long as it is drawn; the focus goes in, stays in and comes back. */
export function Dialog({ title, onClose, children, actions, onSubmit, ...look }: DialogProps) {
  const { isWide, isKept = false } = look
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [isLost, setLost] = useState(isKept)
  // Back, a gesture on a telephone, leaves it open: once, a second time the browser lets nobody keep it.
  useAsked(isLost, ({ navigationType }) => navigationType !== 'traverse')
  // Before the effects of what it shows, which may put the focus elsewhere.
  useLayoutEffect(() => {
    const opener = document.activeElement
    const dialog = element.current!
    dialog.showModal()
    // What is asked for is typed at once; the browser would begin at the cross, where Enter closes it.
    // What only asks is left as it is by a second Enter.
    const leave = isKept ? null : dialog.querySelector<HTMLElement>('footer button')
    ;(dialog.querySelector<HTMLElement>(FIRST_FIELD) ?? leave)?.focus()
    return () => {
      dialog.close()
      // Where what opened it is gone, the keyboard goes on from the top of the page.
      const home = opener?.isConnected ? opener : document.querySelector('main')
      if (home instanceof HTMLElement) home.focus()
    }
  }, [])
  // What only shows something may hold a form of its own.
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
        // Chromium closes it at a second Escape unasked: whether it goes is still its owner's to say.
        currentTarget.showModal()
        if (!isKept) onClose()
      }}
      // What somebody typed is not lost to a click beside it either.
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
  /** Words on the button that does it. */
  action: string
  /** Words on the button that leaves everything as it is; default: Cancel. */
  leave?: string
  kind?: 'primary' | 'danger'
}

/** A dialog that ends in doing something or leaving it; while it is done, what comes of it is still to be shown. */
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
  /** What it will do; a function where fields in it show what `act` ended in. */
  children: ComponentChildren | ((problem: Problem | undefined) => ComponentChildren)
  /** Does it; a text that it answers closes the dialog and is said, what it throws is shown. */
  act: () => unknown
}

/** Closes a dialog that is done with, when it is said what was done. */
export function closeSaying(said: unknown, onClose: () => void): void {
  if (typeof said !== 'string') return
  onClose()
  say(said)
}

/** Asks before something is done that cannot be undone. */
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
