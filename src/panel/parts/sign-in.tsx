import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Problem } from '../lib/http.ts'
import { t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { hasPasskeys } from '../lib/passkey.ts'
import { signIn, signInByPasskey, type User } from '../lib/session.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { ForgottenForm } from './forgotten.tsx'
import { Brand, Choices } from './layout.tsx'
import { ProblemNote } from './note.tsx'
import { Toasts } from './toast.tsx'

/** The frame of a page for who is not signed in: the product, one card, language and theme. */
export function SignFrame({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title])
  return (
    <main class="sign-in">
      <p>
        <Brand />
      </p>
      <section class="card" aria-labelledby="sign-in">
        <h1 id="sign-in">{title}</h1>
        {children}
      </section>
      <div class="form-row">
        <Choices />
      </div>
      <Toasts />
    </main>
  )
}

/** The page of who is not signed in. */
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

/** The same form over the view somebody is in whose session has ended; what they typed there stays. */
export function SignInAgain({ user }: { user: User }) {
  // There is nothing to go back to without signing in.
  return (
    <Dialog title={t('sign.title')} isKept onClose={() => {}}>
      <p>{t('sign.again')}</p>
      <SignInForm email={user.email} />
    </Dialog>
  )
}

/** A problem that asks for more, which the form does in its own words. */
const isQuestion = (problem: Problem | undefined) =>
  problem?.code === 'totp_required' || problem?.code === 'mail_code_required'

/** E-mail address and password. @param email whose is to be signed in to, if that is known */
export function SignInForm({ email: known = '' }: { email?: string }) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  /** Codes that are typed; undefined while none is asked for. */
  const [code, setCode] = useState<string>()
  const [mailed, setMailed] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const byPassword = useAction(signIn)
  const byPasskey = useAction(signInByPasskey)
  const [isByPasskey, setByPasskey] = useState(false)
  const { run, isBusy } = byPassword
  const { problem } = isByPasskey ? byPasskey : byPassword
  const isMailed = code === undefined && mailed !== undefined
  const isAsked = code !== undefined || isMailed
  const goBack = (kept?: string) => {
    setCode(undefined)
    setMailed(kept)
  }
  // Before it is shown, or a code that is typed at once would be taken away again.
  useLayoutEffect(() => {
    if (problem?.code === 'totp_required' || problem?.code === 'totp_invalid') setCode('')
    if (problem?.code === 'mail_code_required') goBack(mailed ?? '')
    if (problem?.code === 'mail_code_invalid') goBack('')
    // The password was changed meanwhile.
    if (problem?.code === 'credentials_invalid') goBack()
  }, [problem])
  const focus = () => {
    const first = known || problem ? 'password' : 'email'
    const name = isMailed ? 'mailedCode' : isAsked ? 'totp' : first
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }
  // In the moment in which it is shown, for whoever sees it may be typing already.
  useLayoutEffect(focus, [problem, isAsked, isMailed])
  // A dialog around it opens after that.
  useEffect(focus, [])
  const send = async (mailedCode = mailed) => {
    setByPasskey(false)
    const codes = { totp: code?.trim() || undefined, mailedCode: mailedCode?.trim() || undefined }
    await run(email.trim(), password, codes)
  }
  return (
    <form ref={form} class="stack" noValidate onSubmit={() => send()}>
      <ProblemNote problem={isQuestion(problem) ? undefined : problem} />
      {isAsked ? (
        <TextField
          key={isMailed}
          label={t('own.code')}
          hint={isMailed ? t('sign.mailedText', { name: email.trim() }) : t('sign.codeText')}
          name={isMailed ? 'mailedCode' : 'totp'}
          autocomplete="one-time-code"
          required
          value={isMailed ? mailed : code!}
          onText={isMailed ? setMailed : setCode}
          problem={problem}
          path={isMailed ? '/mailedCode' : '/totp'}
        />
      ) : (
        <>
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
          <TextField
            label={t('sign.password')}
            name="password"
            type="password"
            autocomplete="current-password"
            required
            value={password}
            onText={setPassword}
            problem={problem}
            path="/password"
          />
        </>
      )}
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {t('sign.title')}
      </Button>
      {!isAsked && hasPasskeys() && (
        <Button
          isBusy={byPasskey.isBusy}
          onClick={() => {
            setByPasskey(true)
            void byPasskey.run()
          }}
        >
          {t('sign.passkey')}
        </Button>
      )}
      {isAsked && (
        <>
          {isMailed && (
            <Button kind="quiet" onClick={() => send('')}>
              {t('sign.mailAgain')}
            </Button>
          )}
          <Button kind="quiet" onClick={() => goBack()}>
            {t('sign.back')}
          </Button>
          <p class="dim">{t(isMailed ? 'sign.noMail' : 'sign.lost')}</p>
        </>
      )}
    </form>
  )
}
