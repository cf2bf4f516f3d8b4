import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { signIn, type User } from '../lib/session.ts'
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

/** E-mail address and password. @param email whose is to be signed in to, if that is known */
export function SignInForm({ email: known = '' }: { email?: string }) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  /** The code that is typed; undefined while none is asked for. */
  const [code, setCode] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const { run, isBusy, problem } = useAction(signIn)
  const isAsked = code !== undefined
  useEffect(() => {
    if (problem?.code === 'totp_required' || problem?.code === 'totp_invalid') setCode('')
    // The password was changed meanwhile.
    if (problem?.code === 'credentials_invalid') setCode(undefined)
  }, [problem])
  const focus = () => {
    const name = isAsked ? 'totp' : known || problem ? 'password' : 'email'
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }
  // In the moment in which it is shown, for whoever sees it may be typing already.
  useLayoutEffect(focus, [problem, isAsked])
  // A dialog around it opens after that.
  useEffect(focus, [])
  const submit = async () => {
    await run(email.trim(), password, code?.trim() || undefined)
  }
  return (
    <form ref={form} class="stack" noValidate onSubmit={submit}>
      <ProblemNote problem={problem?.code === 'totp_required' ? undefined : problem} />
      {isAsked ? (
        <TextField
          label={t('own.code')}
          hint={t('sign.codeText')}
          name="totp"
          autocomplete="one-time-code"
          required
          value={code}
          onText={setCode}
          problem={problem}
          path="/totp"
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
      {isAsked && (
        <>
          <Button kind="quiet" onClick={() => setCode(undefined)}>
            {t('sign.back')}
          </Button>
          <p class="dim">{t('sign.lost')}</p>
        </>
      )}
    </form>
  )
}
