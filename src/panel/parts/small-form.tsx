import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Problem } from '../lib/api.ts'
import { Button } from './button.tsx'
import { ProblemNote } from './note.tsx'

type SmallFormProps = {
  /** Words on the button that sends it; nothing: there is nothing to send. */
  action: string | false
  send: () => unknown
  isBusy: boolean
  problem: Problem | undefined
  /** One of several on a page: it takes no focus, and its button is like others. */
  isQuiet?: boolean
  children: ComponentChildren
}

/** A form of a few fields on a card of its own: what went wrong, the fields, of which the first has the focus, and the button. */
export function SmallForm(props: SmallFormProps) {
  const { action, send, isBusy, problem, isQuiet = false, children } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isQuiet)
      form.current?.querySelector<HTMLElement>('input:not([hidden], :disabled)')?.focus()
  }, [])
  const button = action && (
    <Button type="submit" {...(!isQuiet && { kind: 'primary' })} isBusy={isBusy}>
      {action}
    </Button>
  )
  return (
    <form ref={form} class="stack" noValidate onSubmit={() => void send()}>
      {!isQuiet && <ProblemNote problem={problem} />}
      {children}
      {isQuiet ? button && <div class="buttons">{button}</div> : button}
      {isQuiet && <ProblemNote problem={problem} />}
    </form>
  )
}
