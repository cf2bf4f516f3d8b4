import { useState } from 'preact/hooks'
import type { Body } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { chooseLanguage, LANGUAGES, t } from '../../lib/i18n.ts'
import { go, type OwnProps, route } from '../../lib/router.ts'
import { refreshUser, signOut, type User } from '../../lib/session.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { EmailDialog } from '../../parts/email-dialog.tsx'
import { EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { Facts, type Pair } from '../../parts/facts.tsx'
import { choicesOf } from '../../parts/field.tsx'
import { ConfirmRemoval } from '../../parts/made.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { PasswordDialog } from '../../parts/password-dialog.tsx'
import { say } from '../../parts/toast.tsx'
import { SecondFactor } from './factor.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

/**
 * One's own account, the same in the panels of hotels, agencies and admins.
 *
 * @param isBarred true if the hotel in the address admits nobody without a second factor
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

/** One's name, language, password and hotels. */
function Person({ user }: { user: User }) {
  const [isChangingPassword, setIsChangingPassword] = useState(false)
  const hotels: Pair[] = user.memberships.map((membership) => [
    <bdi key={membership.hotelSlug}>{membership.hotelName}</bdi>,
    <span class="beside" key="role">
      <span>{t(`people.role.${membership.role}`)}</span>
      <Button
        kind="quiet"
        aria-label={t('own.leaveOne', { name: membership.hotelName })}
        onClick={() => openDialog((close) => <Leave of={membership} user={user} onClose={close} />)}
      >
        {t('own.leave')}
      </Button>
    </span>,
  ])
  return (
    <section class="card" aria-labelledby="own-person">
      <div class="view-head">
        <h2 id="own-person">{t('own.person')}</h2>
        <Button onClick={() => editPerson(user)}>{t('action.edit')}</Button>
      </div>
      <Facts
        pairs={[
          [t('list.name'), <bdi key="name">{user.name}</bdi>],
          [t('list.email'), <bdi key="email">{user.email}</bdi>],
          [t('app.language'), user.language ? NAMES[user.language] : t('own.languageAny')],
          [
            t('own.agency'),
            user.agencyCode && <OwnAgency key="agency" code={user.agencyCode} user={user} />,
          ],
          [t('colleagues.role'), user.agencyRole && t(`people.role.${user.agencyRole}`)],
          ...hotels,
        ]}
      />
      <div class="buttons">
        <Button onClick={() => setIsChangingPassword(true)}>{t('account.password')}</Button>
        <Button onClick={() => openDialog((close) => <EmailDialog user={user} onClose={close} />)}>
          {t('own.changeEmail')}
        </Button>
      </div>
      {/* Drawn by the page, for a field joins it if the second factor is switched on meanwhile. */}
      {isChangingPassword && (
        <PasswordDialog user={user} onClose={() => setIsChangingPassword(false)} />
      )}
    </section>
  )
}

/** The agency of one's account, and the way out of it. */
const OwnAgency = ({ code, user }: { code: string; user: User }) => (
  <span class="beside">
    <span>{code}</span>
    <Button
      kind="quiet"
      aria-label={t('own.leaveAgency', { code })}
      onClick={() => openDialog((close) => <LeaveAgency code={code} user={user} onClose={close} />)}
    >
      {t('own.leave')}
    </Button>
  </span>
)

/** Asks before one leaves an agency, which ends the session. */
const LeaveAgency = ({
  code,
  user: { id: userId },
  onClose,
}: {
  code: string
  user: User
  onClose: () => void
}) => (
  <Confirm
    title={t('own.leaveAgencyTitle', { code })}
    action={t('own.leave')}
    act={async () => {
      await call('removeColleague', { userId })
      await signOut()
      return t('own.leftAgency', { code })
    }}
    onClose={onClose}
  >
    <p>{t('own.leaveAgencyText')}</p>
  </Confirm>
)

const editPerson = (user: User) =>
  openDialog((close) => (
    <EntityForm
      title={t('own.person')}
      fields={fieldsOf(user)}
      before={{ name: user.name, language: user.language }}
      send={async (body: Body<'changeMe'>) => {
        await call('changeMe', {}, { body })
        if (body.language) await chooseLanguage(body.language)
        await refreshUser()
        return t('own.saved')
      }}
      onClose={close}
    />
  ))

type LeaveProps = { of: User['memberships'][number]; user: User; onClose: () => void }

/** Asks before one leaves a hotel, whose pages belong to others then. */
function Leave({ of: { hotelSlug: hotel, hotelName: name, role }, user, onClose }: LeaveProps) {
  const of = { hotel, userId: user.id }
  const leave = async (revoke: boolean) => {
    await call('removePanelMember', { ...of, ...(revoke && { revoke }) })
    onClose()
    await refreshUser()
    say(t('own.left', { name }))
    if (route.get().hotel === hotel) go({ hotel: '', view: '' })
  }
  return (
    <ConfirmRemoval
      title={t('own.leaveTitle', { name })}
      action={t('own.leave')}
      name={user.name}
      preview={(signal) => call('removePanelMember', { ...of, simulate: true }, { signal })}
      mayEnd={role === 'owner'}
      act={leave}
      onClose={onClose}
    >
      <p>{t('own.leaveText')}</p>
    </ConfirmRemoval>
  )
}

const NAMES = { en: 'English', tr: 'Türkçe' }

const fieldsOf = ({ language }: User): FormField[] => [
  { name: 'name', label: t('list.name'), kind: { control: { autocomplete: 'name' } } },
  {
    name: 'language',
    label: t('app.language'),
    hint: t('own.languageHint'),
    options: [
      // A language that was chosen once cannot be taken back.
      ...(language ? [] : [{ value: '', text: t('own.languageAny') }]),
      ...choicesOf(LANGUAGES, (value) => NAMES[value]),
    ],
  },
]
