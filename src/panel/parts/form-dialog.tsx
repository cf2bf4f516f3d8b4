import type { ComponentChildren } from 'preact'
import { Problem } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Dialog, useFocusFlaw } from './dialog.tsx'
import { ProblemNote } from './note.tsx'

type FormDialogProps = {
  title: string
  problem: Problem | undefined
  isBusy: boolean
  isWide?: boolean
  /** Words on the button that sends it. */
  action?: string
  onSubmit: () => void
  onClose: () => void
  children: ComponentChildren
}

/** A form in a dialog; when something in it is wrong, the focus goes to the first such field. */
export function FormDialog(props: FormDialogProps) {
  const { problem, isBusy, isWide = false, action, children, ...dialog } = props
  useFocusFlaw(problem)
  const actions = (
    <>
      <Button onClick={dialog.onClose}>{t('action.cancel')}</Button>
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {action ?? t('action.save')}
      </Button>
    </>
  )
  return (
    <Dialog {...dialog} isWide={isWide} actions={actions}>
      <ProblemNote problem={asMarked(problem)} />
      {children}
    </Dialog>
  )
}

/** Where fields say what is wrong, the head of the form only points at them. */
function asMarked(problem: Problem | undefined): Problem | undefined {
  if (!problem?.errors.length) return problem
  return new Problem(problem.status, { code: 'validation_failed', errors: problem.errors })
}
