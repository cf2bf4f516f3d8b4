import { useState } from 'preact/hooks'
import { sendOpenly } from '../lib/http.ts'
import { language, t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { SmallForm } from './small-form.tsx'

/** Asks for a link to choose a new password; what comes of it is the same for every address. */
export function ForgottenForm({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('')
  const [said, setSaid] = useState('')
  const { run, isBusy, problem } = useAction(async () => {
    const body = { email: email.trim(), language: language.get() }
    const { isMailing } = await sendOpenly('forgotPassword', {}, { body })
    setSaid(isMailing ? t('forgot.sent', { name: body.email }) : t('forgot.noMail'))
  })
  return (
    <>
      {said ? (
        <p role="status">{said}</p>
      ) : (
        <SmallForm action={t('forgot.send')} send={run} isBusy={isBusy} problem={problem}>
          <p>{t('forgot.text')}</p>
          <TextField
            label={t('sign.email')}
            name="email"
            type="email"
            autocomplete="username"
            required
            value={email}
            onText={setEmail}
            problem={problem}
            path="/email"
          />
        </SmallForm>
      )}
      <Button kind="quiet" onClick={onBack}>
        {t('forgot.back')}
      </Button>
    </>
  )
}
