import { useState } from 'preact/hooks'
import type { User } from '../../../client/call.ts'
import { USER_STATUSES } from '../../../domain/accounts/user.ts'
import { PASSWORD_LENGTH_MIN } from '../../../domain/kernel/limits.ts'
import { api } from '../../lib/api.ts'
import { when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, usePages } from '../../lib/load.ts'
import { go, type ViewProps } from '../../lib/router.ts'
import { Confirm } from '../../parts/dialog.tsx'
import type { Entity, SwitchQuestion } from '../../parts/entity.ts'
import { type Draft, EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { choicesOf } from '../../parts/field.tsx'
import { EMAIL } from '../../parts/kinds.ts'
import { ConfirmRemoval } from '../../parts/made.tsx'
import { Badge, Empty } from '../../parts/note.tsx'
import { ChoiceFilter, SearchField } from '../../parts/search-field.tsx'
import { sayWrong } from '../../parts/toast.tsx'
import { LinkOnce } from '../invitations.tsx'
import { Crud } from './crud.tsx'
import { AgencyField, HotelsField, makePassword, ROLES } from './user-fields.tsx'

/** Every account: listed, made, changed, blocked, given another password. */
export function AdminUsers({ user: self, route: { query } }: ViewProps) {
  const [reset, setReset] = useState<User>()
  const [handed, setHanded] = useState<{ url: string; name: string }>()
  const [lost, setLost] = useState<User>()
  const link = useAction(async (user: User) => {
    const path = `${userPath(user)}/reset-link`
    // Told by the page: the list is long.
    const made = await api.post<{ url: string }>(path).catch(sayWrong)
    if (typeof made === 'object') setHanded({ url: made.url, name: user.name })
  })
  const [role, status, q] = ['role', 'status', 'q'].map((name) => query.get(name) || undefined)
  const pages = usePages<User>('/v1/admin/users', { role, status, q, limit: 25 })
  return (
    <>
      <Crud
        of={usersOf(self.id)}
        pages={pages}
        empty={<Empty title={t('admin.noUsers')}>{t('admin.noFilterText')}</Empty>}
        name={{ head: t('list.name'), under: ({ email }) => <bdi>{email}</bdi> }}
        moreOf={(user) => [
          {
            text: t('admin.whatTheyDid'),
            run: () => go({ view: 'history', query: { userId: user.id } }),
          },
          { text: t('account.new'), run: () => setReset(user) },
          ...(user.status === 'active'
            ? [{ text: t('admin.resetLink'), run: () => link.run(user) }]
            : []),
          ...(user.secondFactor && user.id !== self.id
            ? [{ text: t('admin.factorOff'), isDanger: true, run: () => setLost(user) }]
            : []),
        ]}
        columns={[
          { head: t('admin.role'), cell: (user) => t(`admin.role.${user.role}`) },
          {
            head: t('admin.belongsTo'),
            cell: ({ memberships, agencyCode }) =>
              agencyCode ?? (memberships.map(membershipText).join(', ') || '–'),
          },
          { head: t('admin.made_at'), cell: ({ createdAt }) => when(createdAt) },
          { head: t('list.state'), cell: StatusBadge },
        ]}
      >
        <SearchField label={t('admin.searchUsers')} />
        <ChoiceFilter name="role" label={t('admin.role')} options={roles()} />
        <ChoiceFilter name="status" label={t('list.state')} options={statuses()} />
      </Crud>
      {handed && <LinkOnce {...handed} onClose={() => setHanded(undefined)} />}
      {lost && (
        <Confirm
          title={t('admin.factorTitle', { name: lost.name })}
          action={t('own.off')}
          act={async () => {
            await api.delete(`${userPath(lost)}/second-factor`)
            pages.reload()
            return t('admin.factorDone', { name: lost.name })
          }}
          onClose={() => setLost(undefined)}
        >
          <p>{t('admin.factorText')}</p>
        </Confirm>
      )}
      {reset && <PasswordForm user={reset} onClose={() => setReset(undefined)} />}
    </>
  )
}

const usersOf = (selfId: string): Entity<User> => ({
  title: t('admin.users'),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  pathOf: userPath,
  make: { path: '/v1/admin/users', title: t('admin.newUser') },
  switch: {
    isOn: ({ status }) => status === 'active',
    bodyOf: (isOn) => ({ status: isOn ? 'active' : 'blocked' }),
    on: t('admin.unblock'),
    off: t('admin.block'),
    title: (name) => t('admin.blockTitle', { name }),
    text: t('admin.blockText'),
    ask: AskBlock,
    said: (isOn, name) => t(isOn ? 'admin.isUnblocked' : 'admin.isBlocked', { name }),
    // Who blocks themselves could not undo it.
    isFixed: ({ id }) => id === selfId,
  },
  // What belongs to another role is not sent: the service refuses it.
  fields: (user) => [
    { name: 'name', label: t('list.name') },
    { name: 'email', label: t('list.email'), kind: EMAIL },
    ...(user ? [] : [passwordField()]),
    {
      name: 'role',
      label: t('admin.role'),
      initial: 'hotel_manager',
      options: roles(),
    },
    {
      name: 'hotels',
      label: t('admin.itsHotels'),
      hint: t('admin.itsHotelsHint'),
      initial: [],
      isAsked: ({ role }) => role === 'hotel_manager',
      draw: HotelsField,
    },
    // Somebody else may have let them into a hotel, or out of one, since the list was read.
    ...(user
      ? [
          {
            name: 'seenHotels',
            label: '',
            isAsked: ({ role }: Draft) => role === 'hotel_manager',
            draw: () => null,
            readWith: () => user.hotels,
          },
        ]
      : []),
    {
      name: 'agencyCode',
      label: t('admin.agency'),
      isAsked: ({ role }) => role === 'agency_user',
      draw: AgencyField,
      readWith: ({ agencyCode }) => agencyCode || null,
    },
  ],
})

/** Asks before an account is blocked, with what it made at any hotel. */
function AskBlock({ row, text, act, ...dialog }: SwitchQuestion<User>) {
  return (
    <ConfirmRemoval
      {...dialog}
      name={row.name}
      preview={(signal) =>
        api.patch(userPath(row), { body: { status: 'blocked', simulate: true }, signal })
      }
      act={(revoke) => act(revoke ? { revoke } : {})}
    >
      <p>{text}</p>
    </ConfirmRemoval>
  )
}

const roles = () => choicesOf(ROLES, (value) => t(`admin.role.${value}`))
const statuses = () => choicesOf(USER_STATUSES, (value) => t(`admin.${value}`))

const userPath = ({ id }: User): string => `/v1/admin/users/${encodeURIComponent(id)}`

const passwordField = (): FormField => ({
  name: 'password',
  label: t('sign.password'),
  hint: t('admin.passwordHint', { min: PASSWORD_LENGTH_MIN }),
  kind: { control: { autocomplete: 'off' } },
  initial: makePassword(),
})

/** Gives an account another password. */
function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { name } = user
  return (
    <EntityForm
      title={t('admin.resetTitle', { name })}
      fields={[passwordField()]}
      before={{}}
      send={async (body) => {
        await api.patch(userPath(user), { body })
        return t('admin.resetDone', { name })
      }}
      onClose={onClose}
    >
      <p>{t('admin.resetText')}</p>
    </EntityForm>
  )
}

const membershipText = ({ hotelName, role }: User['memberships'][number]) =>
  `${hotelName} (${t(`people.role.${role}`)})`

const StatusBadge = ({ status }: Pick<User, 'status'>) => (
  <Badge tone={status === 'active' ? 'good' : 'bad'}>{t(`admin.${status}`)}</Badge>
)
