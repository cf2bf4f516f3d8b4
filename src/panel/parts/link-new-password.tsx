import { useState } from 'preact/hooks'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../domain/kernel/limits.ts'
import type { Problem } from '../lib/api.ts'
import { sendOpenly } from '../lib/http.ts'
import { t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { HOMES, type User } from '../lib/session.ts'
import { TextField } from './field.tsx'
import type { LinkProps } from './link-model.ts'
import { Said } from './link-said.tsx'
import { SignFrame } from './sign-in.tsx'
import { SmallForm } from './small-form.tsx'

/** Chooses a new password for who has forgotten theirs. */
export function NewPassword({ token, link: { email } }: LinkProps) {
  const [password, setPassword] = useState('')
  const [role, setRole] = useState<User['role']>()
  const { run, isBusy, problem } = useAction(async () => {
    const answer = await sendOpenly('resetPassword', {}, { body: { token, password } })
    setRole(answer.role)
  })
  if (role)
    return <Said title={t('link.isSet')} text={t('link.isSetText')} home={HOMES[role] ?? ''} />
  return (
    <SignFrame title={t('link.reset')}>
      <p>{t('link.resetText', { name: email })}</p>
      <SmallForm action={t('link.setPassword')} send={run} isBusy={isBusy} problem={problem}>
        <PasswordField email={email} value={password} onText={setPassword} problem={problem} />
      </SmallForm>
    </SignFrame>
  )
}

type PasswordFieldProps = {
  email: string
  value: string
  onText: (text: string) => void
  problem: Problem | undefined
}

/** A new password, and for who keeps passwords whose it is. */
export function PasswordField({ email, ...field }: PasswordFieldProps) {
  return (
    <>
      <input type="email" autocomplete="username" value={email} readOnly hidden />
      <TextField
        label={t('account.new')}
        hint={t('account.newHint', { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX })}
        name="password"
        type="password"
        autocomplete="new-password"
        required
        path="/password"
        {...field}
      />
    </>
  )
}
