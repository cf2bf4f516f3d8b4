import { useState } from 'preact/hooks'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../domain/limits.ts'
import { api } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { renewSession, type User } from '../lib/session.ts'
import { useFocusFlaw } from './dialog.tsx'
import { TextField } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { say } from './toast.tsx'

/** Changes one's own password: it asks for the one there is, and ends every session but this page's. */
export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [wrong, setWrong] = useState<{ again?: string }>({})
  const { run, isBusy, problem } = useAction(async () => {
    const body = { currentPassword: current, newPassword: next }
    await api.patch('/v1/auth/me', { body })
    await renewSession(user.email, next)
    onClose()
    say(t('account.changed'))
  })
  useFocusFlaw(wrong)
  const submit = async () => {
    const isSame = next === again
    setWrong(isSame ? {} : { again: t('account.differs') })
    if (isSame) await run()
  }
  const field = { type: 'password', problem } as const
  return (
    <FormDialog
      title={t('account.password')}
      problem={problem}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={() => isBusy || onClose()}
    >
      {/* For who keeps passwords: whose it is. */}
      <input type="email" autocomplete="username" value={user.email} readOnly hidden />
      <TextField
        {...field}
        label={t('account.current')}
        autocomplete="current-password"
        value={current}
        onText={setCurrent}
        path="/currentPassword"
      />
      <TextField
        {...field}
        label={t('account.new')}
        hint={t('account.newHint', { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX })}
        autocomplete="new-password"
        value={next}
        onText={setNext}
        path="/newPassword"
      />
      <TextField
        {...field}
        label={t('account.again')}
        autocomplete="new-password"
        value={again}
        onText={setAgain}
        error={wrong.again}
      />
      <p class="dim">{t('account.ends')}</p>
    </FormDialog>
  )
}
