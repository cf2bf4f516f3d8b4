import { useState } from 'preact/hooks'
import { sendOpenly } from '../lib/http.ts'
import { problemText, t } from '../lib/i18n.ts'
import { useAction, useLoad } from '../lib/load.ts'
import { Button } from './button.tsx'
import { Invitation } from './link-invitation.tsx'
import type { LinkProps } from './link-model.ts'
import { NewPassword } from './link-new-password.tsx'
import { Said } from './link-said.tsx'
import { Loading, ProblemNote } from './note.tsx'
import { SignFrame } from './sign-in.tsx'

/** The page of who has opened a link: what it is good for, and its use. */
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

type Outcome = 'refused' | 'confirmed' | 'moved'

/** Confirms another address of an account, or refuses it, at one of the two addresses. */
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
