import { useEffect, useState } from 'preact/hooks'
import type { AccountLink, Answer } from '../../client/call.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../domain/kernel/limits.ts'
import { call, type Problem } from '../lib/api.ts'
import { sendOpenly } from '../lib/http.ts'
import { problemText, t } from '../lib/i18n.ts'
import { useAction, useLoad } from '../lib/load.ts'
import { HOMES, hasEntered, session, type User } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { SignFrame } from './layout.tsx'
import { Loading, ProblemNote } from './note.tsx'
import { SignInForm } from './sign-in.tsx'
import { SmallForm } from './small-form.tsx'

/** A link and its purpose. */
type LinkProps = { token: string; link: AccountLink }

/** The page of a link from a mail: its purpose, and the form that uses it. */
export function LinkPage({ token }: { token: string }) {
  const {
    data: link,
    problem,
    reload,
  } = useLoad((signal) => sendOpenly('readLink', {}, { body: { token }, signal }), [token])
  if (problem?.code === 'link_invalid')
    return <Said title={t('link.dead')} text={problemText(problem)} home="" />
  if (!link)
    return problem ? (
      <SignFrame title={t('app.name')}>
        <ProblemNote problem={problem} onRetry={reload} />
      </SignFrame>
    ) : (
      <Loading />
    )
  const props = { token, link }
  if (link.kind === 'invitation') return <Invitation {...props} />
  return link.kind === 'password_reset' ? <NewPassword {...props} /> : <NewEmail {...props} />
}

/** Accepts an invitation to a hotel or an agency, which opens afterwards. */
function Invitation(props: LinkProps) {
  const { hotel, agency, role, invitedBy, needsSignIn } = props.link
  const about = { role: t(`people.role.${role!}`), may: t(`people.may.${role!}`) }
  return (
    <SignFrame
      title={
        agency
          ? t('link.invitedAgency', { name: agency.name })
          : t('link.invited', { name: hotel!.name })
      }
    >
      <p>
        {invitedBy
          ? t('link.invitedText', { who: invitedBy, ...about })
          : t('link.invitedByNobody', about)}
      </p>
      {needsSignIn ? <Member {...props} /> : <Newcomer {...props} />}
    </SignFrame>
  )
}

/** Makes an account for an invited person. */
function Newcomer({ token, link: { email } }: LinkProps) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { run, isBusy, problem } = useAction(async () => {
    const body = { token, name: name.trim() || undefined, password, keep: true }
    const house = await sendOpenly('acceptInvitation', {}, { body })
    hasEntered()
    openHouse(house)
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

/** Joins with an existing account, after sign-in. */
function Member({ token, link: { email } }: LinkProps) {
  const now = useStore(session)
  const { run, isBusy, problem } = useAction(async () => {
    openHouse(await call('acceptInvitation', {}, { body: { token } }))
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

/** Opens the page of the hotel or the agency, without the link in the address; this browser keeps the session. */
function openHouse({ hotelSlug }: Pick<Answer<'acceptInvitation'>, 'hotelSlug'>): void {
  if (hotelSlug === null) {
    location.replace(HOMES.agency_user!)
    return
  }
  history.replaceState(null, '', `${location.pathname}#/${encodeURIComponent(hotelSlug)}`)
  location.reload()
}

/** Chooses a new password after a forgotten one. */
function NewPassword({ token, link: { email } }: LinkProps) {
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

/** The fields of a new password, with the address for password managers. */
function PasswordField({ email, ...field }: PasswordFieldProps) {
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

type Outcome = 'refused' | 'confirmed' | 'moved'

/** Confirms or refuses a change of an account's address, at the old or the new one. */
function NewEmail({ token, link: { kind, email, newEmail } }: LinkProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  const { run, isBusy, problem } = useAction(async (what: 'confirm' | 'refuse') => {
    const id = what === 'confirm' ? 'confirmEmail' : 'refuseEmail'
    const answer = await sendOpenly(id, {}, { body: { token } })
    setOutcome(answer === undefined ? 'refused' : answer.isDone ? 'moved' : 'confirmed')
  })
  if (outcome === 'moved')
    return <Said title={t('link.moved')} text={t('link.isMovedText')} home="" />
  if (problem?.code === 'already_exists')
    return <Said title={t('link.taken')} text={t('link.takenText')} />
  if (outcome) return <Said title={t(`link.${outcome}`)} text={t(`link.${outcome}Text`)} />
  return (
    <SignFrame title={t('link.email')}>
      <p>
        {kind === 'email_old'
          ? t('link.emailOld', { name: email, other: newEmail ?? '' })
          : t('link.emailNew', { name: email })}
      </p>
      <ProblemNote problem={problem} />
      <Button kind="primary" isBusy={isBusy} onClick={() => run('confirm')}>
        {t('link.confirm')}
      </Button>
      <Button isBusy={isBusy} onClick={() => run('refuse')}>
        {t('link.refuse')}
      </Button>
    </SignFrame>
  )
}

/** The result of a link, with the way on unless `home` is left out. The address no longer has the link. */
function Said({ title, text, home }: { title: string; text: string; home?: string | undefined }) {
  useEffect(() => history.replaceState(null, '', location.pathname), [])
  return (
    <SignFrame title={title}>
      <p role="status">{text}</p>
      {home !== undefined && (
        // It opens another page, or this one anew.
        <a class="button primary" href={home || location.pathname}>
          {t('sign.title')}
        </a>
      )}
    </SignFrame>
  )
}
