import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Problem, sendOpenly } from '../lib/http.ts'
import { language, t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { hasPasskeys } from '../lib/passkey.ts'
import { signIn, signInByPasskey, type User } from '../lib/session.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { SignFrame } from './layout.tsx'
import { ProblemNote } from './note.tsx'
import { SmallForm } from './small-form.tsx'

/** The sign-in page. */
export function SignIn() {
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten)
    return (
      <SignFrame title={t('forgot.title')}>
        <ForgottenForm onBack={() => setForgotten(false)} />
      </SignFrame>
    )
  return (
    <SignFrame title={t('sign.title')}>
      <SignInForm />
      <Button kind="quiet" onClick={() => setForgotten(true)}>
        {t('sign.forgot')}
      </Button>
    </SignFrame>
  )
}

/** Asks for a link to choose a new password; the answer is the same for every address. */
function ForgottenForm({ onBack }: { onBack: () => void }) {
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

/** The sign-in form over the view in which the session ended; text typed there stays. */
export function SignInAgain({ user }: { user: User }) {
  // The dialog cannot be closed: nothing below it works without a session.
  return (
    <Dialog title={t('sign.title')} isKept onClose={() => {}}>
      <p>{t('sign.again')}</p>
      <SignInForm email={user.email} />
    </Dialog>
  )
}

/** The form for an e-mail address and a password, then for a code. @param email the address, if it is known */
export function SignInForm({ email = '' }: { email?: string }) {
  const form = useSignIn(email)
  const { problem } = form
  return (
    <form ref={form.element} class="stack" noValidate onSubmit={() => form.send()}>
      <ProblemNote problem={isQuestion(problem) ? undefined : problem} />
      {form.step === 'password' ? <PasswordFields form={form} /> : <CodeFields form={form} />}
      <Button type="submit" kind="primary" isBusy={form.isBusy}>
        {t('sign.title')}
      </Button>
      {form.step === 'password' ? (
        hasPasskeys() && (
          <Button isBusy={form.byPasskey.isBusy} onClick={form.sendPasskey}>
            {t('sign.passkey')}
          </Button>
        )
      ) : (
        <CodeHelp form={form} />
      )}
    </form>
  )
}

type SignInState = ReturnType<typeof useSignIn>

function PasswordFields({ form }: { form: SignInState }) {
  const { problem } = form
  return (
    <>
      <TextField
        label={t('sign.email')}
        name="email"
        type="email"
        autocomplete="username"
        required
        value={form.email}
        onText={form.setEmail}
        problem={problem}
        path="/email"
      />
      <TextField
        label={t('sign.password')}
        name="password"
        type="password"
        autocomplete="current-password"
        required
        value={form.password}
        onText={form.setPassword}
        problem={problem}
        path="/password"
      />
    </>
  )
}

/** The field for a code of the app or, after its mail, for the mailed code. */
function CodeFields({ form }: { form: SignInState }) {
  const name = form.step
  const isMailed = name === 'mailedCode'
  return (
    <TextField
      key={name}
      label={t('own.code')}
      hint={isMailed ? t('sign.mailedText', { name: form.email.trim() }) : t('sign.codeText')}
      name={name}
      autocomplete="one-time-code"
      required
      value={(isMailed ? form.mailed : form.code) ?? ''}
      onText={isMailed ? form.setMailed : form.setCode}
      problem={form.problem}
      path={`/${name}`}
    />
  )
}

/** The ways on for a person without a code. */
function CodeHelp({ form }: { form: SignInState }) {
  const isMailed = form.step === 'mailedCode'
  return (
    <>
      {isMailed && (
        <Button kind="quiet" onClick={() => form.send('')}>
          {t('sign.mailAgain')}
        </Button>
      )}
      <Button kind="quiet" onClick={() => form.goBack()}>
        {t('sign.back')}
      </Button>
      <p class="dim">{t(isMailed ? 'sign.noMail' : 'sign.lost')}</p>
    </>
  )
}

/** True if a problem asks for a code: the form asks for it in its own words. */
const isQuestion = (problem: Problem | undefined) =>
  problem?.code === 'totp_required' || problem?.code === 'mail_code_required'

/** The state and the calls of the form. */
function useSignIn(known: string) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  /** The typed codes; undefined until one is asked for. */
  const [code, setCode] = useState<string>()
  const [mailed, setMailed] = useState<string>()
  const byPassword = useAction(signIn)
  const byPasskey = useAction(signInByPasskey)
  const [isByPasskey, setByPasskey] = useState(false)
  const { problem } = isByPasskey ? byPasskey : byPassword
  const codeStep = code === undefined ? ('mailedCode' as const) : ('totp' as const)
  const step = code === undefined && mailed === undefined ? ('password' as const) : codeStep
  const goBack = (kept?: string) => {
    setCode(undefined)
    setMailed(kept)
  }
  // It runs before the code's field is drawn: a later run would clear a code that is typed at once.
  useLayoutEffect(() => {
    if (problem?.code === 'totp_required' || problem?.code === 'totp_invalid') setCode('')
    if (problem?.code === 'mail_code_required') goBack(mailed ?? '')
    if (problem?.code === 'mail_code_invalid') goBack('')
    // The password was changed meanwhile.
    if (problem?.code === 'credentials_invalid') goBack()
  }, [problem])
  const first = known || problem ? 'password' : 'email'
  const element = useFocus(step === 'password' ? first : step, [problem, step])
  const send = async (mailedCode = mailed) => {
    setByPasskey(false)
    const codes = { totp: code?.trim() || undefined, mailedCode: mailedCode?.trim() || undefined }
    await byPassword.run(email.trim(), password, codes)
  }
  const sendPasskey = () => {
    setByPasskey(true)
    void byPasskey.run()
  }
  const fields = { email, setEmail, password, setPassword, code, setCode, mailed, setMailed }
  const { isBusy } = byPassword
  return { ...fields, element, step, problem, isBusy, byPasskey, goBack, send, sendPasskey }
}

/** Focuses the form's field of a name whenever `inputs` change. */
function useFocus(name: string, inputs: readonly unknown[]) {
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  // The field has the focus as soon as it is drawn, since a person may be typing already.
  useLayoutEffect(focus, inputs)
  // A dialog around the form opens after that.
  useEffect(focus, [])
  return form
}
