import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Problem } from '../lib/api.ts'
import { Button } from './button.tsx'
import { ProblemNote } from './note.tsx'

type SmallFormProps = {
  /** The text of the sending button; left out if there is nothing to send. */
  action: string | false
  send: () => unknown
  isBusy: boolean
  problem: Problem | undefined
  /** True for one of several forms on a page: it takes no focus, and its button is not primary. */
  isQuiet?: boolean
  children: ComponentChildren
}

/** A small form on a card of its own: the problem, the fields with the focus on the first, and the button. */
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
