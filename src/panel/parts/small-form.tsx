import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Problem } from '../lib/api.ts'
import { Button } from './button.tsx'
import { ProblemNote } from './note.tsx'

type SmallFormProps = {
  /** Words on the button that sends it. */
  action: string
  send: () => unknown
  isBusy: boolean
  problem: Problem | undefined
  children: ComponentChildren
}

/** A form of a few fields on a card of its own: what went wrong, the fields, of which the first has the focus, and the button. */
export function SmallForm({ action, send, isBusy, problem, children }: SmallFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([hidden], :disabled)')?.focus()
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    send()
  }
  return (
    <form ref={form} class="stack" noValidate onSubmit={submit}>
      <ProblemNote problem={problem} />
      {children}
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  )
}
