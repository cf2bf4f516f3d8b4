import { useState } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { chooseLanguage, LANGUAGES, type Language, t } from '../../lib/i18n.ts'
import { go, type OwnProps, route } from '../../lib/router.ts'
import { refreshUser, type User } from '../../lib/session.ts'
import { Button } from '../../parts/button.tsx'
import { EmailDialog } from '../../parts/email-dialog.tsx'
import { EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { Facts, type Pair } from '../../parts/facts.tsx'
import { choicesOf } from '../../parts/field.tsx'
import { ConfirmRemoval } from '../../parts/made.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { PasswordDialog } from '../../parts/password-dialog.tsx'
import { say } from '../../parts/toast.tsx'
import { SecondFactor } from './factor.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

/**
 * One's own account, the same on each of the pages.
 *
 * @param isBarred the hotel that was asked for lets nobody in without a second factor
 */
export function OwnView({ user, isBarred = false }: OwnProps) {
  return (
    <>
      <PageHead title={t('own.title')} />
      {isBarred && (
        <div class="note warn" role="status">
          <p>{t('own.barred')}</p>
        </div>
      )}
      {isBarred && <SecondFactor user={user} />}
      <Person user={user} />
      {!isBarred && <SecondFactor user={user} />}
      <Passkeys />
      <Sessions />
    </>
  )
}

/** Name, language and password; where one belongs. */
function Person({ user }: { user: User }) {
  const [open, setOpen] = useState<'person' | 'password' | 'email'>()
  const [left, setLeft] = useState<Place>()
  const close = () => setOpen(undefined)
  const save = async (body: object) => {
    await api.patch('/v1/auth/me', { body })
    const { language } = body as { language?: Language }
    if (language) await chooseLanguage(language)
    await refreshUser()
    return t('own.saved')
  }
  const places: Pair[] = user.memberships.map(({ hotelSlug, hotelName, role }) => [
    <bdi key={hotelSlug}>{hotelName}</bdi>,
    <span class="beside" key="role">
      <span>{t(`people.role.${role}`)}</span>
      <Button
        kind="quiet"
        aria-label={t('own.leaveOne', { name: hotelName })}
        onClick={() => setLeft({ hotelSlug, hotelName, role })}
      >
        {t('own.leave')}
      </Button>
    </span>,
  ])
  return (
    <section class="card" aria-labelledby="own-person">
      <div class="view-head">
        <h2 id="own-person">{t('own.person')}</h2>
        <Button onClick={() => setOpen('person')}>{t('action.edit')}</Button>
      </div>
      <Facts
        pairs={[
          [t('list.name'), <bdi key="name">{user.name}</bdi>],
          [t('list.email'), <bdi key="email">{user.email}</bdi>],
          [t('app.language'), user.language ? NAMES[user.language] : t('own.languageAny')],
          [t('own.agency'), user.agencyCode],
          ...places,
        ]}
      />
      <div class="buttons">
        <Button onClick={() => setOpen('password')}>{t('account.password')}</Button>
        <Button onClick={() => setOpen('email')}>{t('own.changeEmail')}</Button>
      </div>
      {left && <Leave {...left} user={user} onClose={() => setLeft(undefined)} />}
      {open === 'person' && (
        <EntityForm
          title={t('own.person')}
          fields={fieldsOf(user)}
          before={{ name: user.name, language: user.language }}
          send={save}
          onClose={close}
        />
      )}
      {open === 'email' && <EmailDialog user={user} onClose={close} />}
      {open === 'password' && <PasswordDialog user={user} onClose={close} />}
    </section>
  )
}

type Place = Pick<User['memberships'][number], 'hotelSlug' | 'hotelName' | 'role'>

/** Asks before one leaves a hotel, whose pages are then another's. */
function Leave({ hotelSlug, hotelName: name, role, user, onClose }: LeaveProps) {
  const path = `/v1/panel/members/${encodeURIComponent(user.id)}`
  const query = { hotel: hotelSlug }
  const leave = async (revoke: boolean) => {
    await api.delete(path, { query: { ...query, ...(revoke && { revoke }) } })
    onClose()
    await refreshUser()
    say(t('own.left', { name }))
    if (route.get().hotel === hotelSlug) go({ hotel: '', view: '' })
  }
  return (
    <ConfirmRemoval
      title={t('own.leaveTitle', { name })}
      action={t('own.leave')}
      name={user.name}
      preview={(signal) => api.delete(path, { query: { ...query, simulate: true }, signal })}
      mayEnd={role === 'owner'}
      act={leave}
      onClose={onClose}
    >
      <p>{t('own.leaveText')}</p>
    </ConfirmRemoval>
  )
}

type LeaveProps = Place & { user: User; onClose: () => void }

const NAMES = { en: 'English', tr: 'Türkçe' }

const fieldsOf = ({ language }: User): FormField[] => [
  { name: 'name', label: t('list.name'), kind: { control: { autocomplete: 'name' } } },
  {
    name: 'language',
    label: t('app.language'),
    hint: t('own.languageHint'),
    options: [
      // What was chosen once stays chosen.
      ...(language ? [] : [{ value: '', text: t('own.languageAny') }]),
      ...choicesOf(LANGUAGES, (value) => NAMES[value]),
    ],
  },
]
