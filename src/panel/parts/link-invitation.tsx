import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { sendOpenly } from '../lib/http.ts'
import { t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { hasEntered, session } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import type { LinkProps } from './link-model.ts'
import { PasswordField } from './link-new-password.tsx'
import { Loading, ProblemNote } from './note.tsx'
import { SignFrame, SignInForm } from './sign-in.tsx'
import { SmallForm } from './small-form.tsx'

/** Accepts an invitation into a hotel, which opens then. */
export function Invitation(props: LinkProps) {
  const { hotel, role, invitedBy, needsSignIn } = props.link
  const about = { role: t(`people.role.${role!}`), may: t(`people.may.${role!}`) }
  return (
    <SignFrame title={t('link.invited', { name: hotel!.name })}>
      <p>
        {invitedBy
          ? t('link.invitedText', { who: invitedBy, ...about })
          : t('link.invitedByNobody', about)}
      </p>
      {needsSignIn ? <Member {...props} /> : <Newcomer {...props} />}
    </SignFrame>
  )
}

/** Makes an account. */
function Newcomer({ token, link: { email } }: LinkProps) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { run, isBusy, problem } = useAction(async () => {
    const body = { token, name: name.trim() || undefined, password, keep: true }
    const { hotelSlug } = await sendOpenly('acceptInvitation', {}, { body })
    hasEntered()
    openHotel(hotelSlug)
  })
  return (
    <SmallForm action={t('link.accept')} send={run} isBusy={isBusy} problem={problem}>
      <TextField
        label={t('link.yourName')}
        name="name"
        autocomplete="name"
        required
        value={name}
        onText={setName}
        problem={problem}
        path="/name"
      />
      <TextField label={t('list.email')} type="email" value={email} disabled onText={() => {}} />
      <PasswordField email={email} value={password} onText={setPassword} problem={problem} />
    </SmallForm>
  )
}

/** Joins with the account that there is, once signed in to it. */
function Member({ token, link: { email } }: LinkProps) {
  const now = useStore(session)
  const { run, isBusy, problem } = useAction(async () => {
    const { hotelSlug } = await call('acceptInvitation', {}, { body: { token } })
    openHotel(hotelSlug)
  })
  if (now.status === 'starting') return <Loading />
  if (now.status === 'out' || now.user.email !== email)
    return (
      <>
        <p>{t('link.signInFirst')}</p>
        <SignInForm email={email} />
      </>
    )
  return (
    <>
      <ProblemNote problem={problem} />
      <Button kind="primary" isBusy={isBusy} onClick={run}>
        {t('link.acceptAs', { name: now.user.name })}
      </Button>
    </>
  )
}

/** Opens the panel from its beginning, without the link in its address; the session is kept in this browser. */
function openHotel(slug: string): void {
  history.replaceState(null, '', `${location.pathname}#/${encodeURIComponent(slug)}`)
  location.reload()
}
