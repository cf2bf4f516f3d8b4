import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { hasPasskeys, showPasskey } from '../lib/passkey.ts'
import { route } from '../lib/router.ts'
import type { User } from '../lib/session.ts'
import { type StepUpAsked, stepUpAsked } from '../lib/step-up.ts'
import { useStore } from '../lib/store.ts'
import { Button } from './button.tsx'
import { ActionDialog, useFocusFlaw } from './dialog.tsx'
import { TextField } from './field.tsx'
import { ProblemNote } from './note.tsx'

/** The step-up dialog: it asks for proof of identity before a sensitive act, above the form, which keeps its text. */
export function StepUp({ user }: { user: User }) {
  const asked = useStore(stepUpAsked)
  return asked ? <StepUpDialog {...asked} user={user} /> : null
}

function StepUpDialog({ act, settle, user }: StepUpAsked & { user: User }) {
  const [currentPassword, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [hasCode, setHasCode] = useState(user.secondFactor)
  const { run, isBusy, problem } = useAction(async () => {
    const body = { currentPassword, ...(hasCode && { code: code.trim() }) }
    await call('stepUp', {}, { body })
    settle(true)
  })
  const byPasskey = useAction(async () => {
    const passkey = await showPasskey((options) => call('askForPasskey', {}, options), 'step_up')
    await call('stepUp', {}, { body: { passkey } })
    settle(true)
  })
  useEffect(() => {
    // The second factor was switched on elsewhere meanwhile.
    if (problem?.errors.some(({ path }) => path === '/code')) setHasCode(true)
  }, [problem])
  useFocusFlaw(problem)
  const place = useStore(route)
  // A change of address or person cancels the dialog, since nothing was proven.
  useLayoutEffect(() => () => settle(false), [place, user.id])
  return (
    <ActionDialog
      title={t('stepUp.title')}
      action={t('stepUp.go')}
      kind="primary"
      isBusy={isBusy}
      onSubmit={run}
      onClose={() => settle(false)}
    >
      <p>{t('stepUp.text', { what: t(`stepUp.${act}`) })}</p>
      {/* For who keeps passwords: whose it is. */}
      <input type="email" autocomplete="username" value={user.email} readOnly hidden />
      <TextField
        {...{ problem, path: '/currentPassword', label: t('sign.password') }}
        type="password"
        autocomplete="current-password"
        required
        value={currentPassword}
        onText={setPassword}
      />
      {hasCode && (
        <TextField
          {...{ problem, path: '/code', label: t('own.code'), hint: t('own.codeHint') }}
          autocomplete="one-time-code"
          required
          value={code}
          onText={setCode}
        />
      )}
      <ProblemNote problem={problem?.errors.length ? undefined : problem} />
      {hasPasskeys() && (
        <>
          <ProblemNote problem={byPasskey.problem} />
          <Button isBusy={byPasskey.isBusy} onClick={() => byPasskey.run()}>
            {t('stepUp.passkeyGo')}
          </Button>
        </>
      )}
    </ActionDialog>
  )
}
