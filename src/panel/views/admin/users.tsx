import type { Body, User } from '../../../client/call.ts'
import { AGENCY_ROLES } from '../../../domain/accounts/agency-role.ts'
import { USER_STATUSES } from '../../../domain/accounts/user.ts'
import { PASSWORD_LENGTH_MIN } from '../../../domain/kernel/limits.ts'
import { call } from '../../lib/api.ts'
import { when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { filterIn, useList } from '../../lib/load.ts'
import { go, type ViewProps } from '../../lib/router.ts'
import { Confirm } from '../../parts/dialog.tsx'
import type { Entity, SwitchQuestion } from '../../parts/entity.ts'
import { type Draft, EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { choicesOf } from '../../parts/field.tsx'
import { EMAIL } from '../../parts/kinds.ts'
import { ConfirmRemoval } from '../../parts/made.tsx'
import { Badge, Empty } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { ChoiceFilter, SearchField } from '../../parts/search-field.tsx'
import { sayWrong } from '../../parts/toast.tsx'
import { LinkOnce } from '../invitations.tsx'
import { Crud } from './crud.tsx'
import { AgencyField, HotelsField, makePassword, ROLES } from './user-fields.tsx'

/** Lists, makes, changes and blocks accounts, and resets passwords and second factors. */
export function AdminUsers({ user: self, route: { query } }: ViewProps) {
  const filter = filterIn<'listUsers'>(query, 'role', 'status', 'q')
  const pages = useList('listUsers', { ...filter, limit: 25 })
  return (
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
        {
          text: t('account.new'),
          run: () => openDialog((close) => <PasswordForm user={user} onClose={close} />),
        },
        ...(user.status === 'active'
          ? [{ text: t('admin.resetLink'), run: () => openResetLink(user) }]
          : []),
        ...(user.secondFactor && user.id !== self.id
          ? [
              {
                text: t('admin.factorOff'),
                isDanger: true,
                run: () => openFactorRemoval(user, pages.reload),
              },
            ]
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
  )
}

/** Makes a link for a new password, and shows it to be handed over. */
async function openResetLink({ id, name }: User): Promise<void> {
  // A toast tells the problem: the list is long.
  try {
    const { url } = await call('makeResetLink', { id })
    if (url) await openDialog((close) => <LinkOnce {...{ url, name, onClose: close }} />)
  } catch (error) {
    sayWrong(error)
  }
}

/** Asks before it removes the second factor of an account. */
const openFactorRemoval = ({ id, name }: User, onRemoved: () => void) =>
  openDialog((close) => (
    <Confirm
      title={t('admin.factorTitle', { name })}
      action={t('own.off')}
      act={async () => {
        await call('removeUserSecondFactor', { id })
        onRemoved()
        return t('admin.factorDone', { name })
      }}
      onClose={close}
    >
      <p>{t('admin.factorText')}</p>
    </Confirm>
  ))

const usersOf = (selfId: string): Entity<User> => ({
  title: t('admin.users'),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  change: ({ id }, body: Body<'changeUser'>) => call('changeUser', { id }, { body }),
  make: {
    send: (body: Body<'createUser'>) => call('createUser', {}, { body }),
    title: t('admin.newUser'),
  },
  switch: {
    isOn: ({ status }) => status === 'active',
    bodyOf: (isOn) => ({ status: isOn ? 'active' : 'blocked' }),
    on: t('admin.unblock'),
    off: t('admin.block'),
    title: (name) => t('admin.blockTitle', { name }),
    text: t('admin.blockText'),
    ask: AskBlock,
    said: (isOn, name) => t(isOn ? 'admin.isUnblocked' : 'admin.isBlocked', { name }),
    // A person who blocks their own account could not undo it.
    isFixed: ({ id }) => id === selfId,
  },
  // Fields of another role are not sent: the service refuses them.
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
    // The hotels as the list shows them: the service refuses to write over newer ones.
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
    {
      name: 'agencyRole',
      label: t('colleagues.role'),
      initial: 'agency_owner',
      isAsked: ({ role }) => role === 'agency_user',
      options: choicesOf(AGENCY_ROLES, (value) => t(`people.role.${value}`)),
    },
  ],
})

/** Asks before an account is blocked, and lists the keys, webhooks and sites that it made. */
function AskBlock({ row, text, act, ...dialog }: SwitchQuestion<User>) {
  return (
    <ConfirmRemoval
      {...dialog}
      name={row.name}
      preview={(signal) =>
        call('changeUser', { id: row.id }, { body: { status: 'blocked', simulate: true }, signal })
      }
      act={(revoke) => act(revoke ? { revoke } : {})}
    >
      <p>{text}</p>
    </ConfirmRemoval>
  )
}

const roles = () => choicesOf(ROLES, (value) => t(`admin.role.${value}`))
const statuses = () => choicesOf(USER_STATUSES, (value) => t(`admin.${value}`))

const passwordField = (): FormField => ({
  name: 'password',
  label: t('sign.password'),
  hint: t('admin.passwordHint', { min: PASSWORD_LENGTH_MIN }),
  kind: { control: { autocomplete: 'off' } },
  initial: makePassword(),
})

/** Sets another password for an account. */
function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { id, name } = user
  return (
    <EntityForm
      title={t('admin.resetTitle', { name })}
      fields={[passwordField()]}
      before={{}}
      send={async (body: Body<'changeUser'>) => {
        await call('changeUser', { id }, { body })
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
