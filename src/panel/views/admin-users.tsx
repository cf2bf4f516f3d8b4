import { useState } from 'preact/hooks'
import { api, type Page } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { useAction, usePages } from '../lib/load.ts'
import { setQuery, type ViewProps } from '../lib/router.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { SelectField } from '../parts/field.tsx'
import { Badge, Empty, ProblemNote } from '../parts/note.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { say } from '../parts/toast.tsx'
import { RowMenu } from './admin-agencies.tsx'
import { asSentence, PagedTable, when } from './admin-parts.tsx'
import { ROLES } from './admin-user-fields.tsx'
import { type Account, PasswordForm, UserForm, userPath } from './admin-user-forms.tsx'

type Open = { what: 'new' } | { what: 'edit' | 'password' | 'block'; user: Account }

/** Every account: listed, made, changed, blocked, given another password. */
export function AdminUsers({ user: self, route: { query } }: ViewProps) {
  const [open, setOpen] = useState<Open>()
  const [role, status, q] = ['role', 'status', 'q'].map((name) => query.get(name) || undefined)
  const pages = usePages(
    (cursor, signal) =>
      api.get<Page<Account>>('/v1/admin/users', {
        query: { role, status, q, cursor, limit: 25 },
        signal,
      }),
    [role, status, q],
  )
  const close = () => setOpen(undefined)
  const switching = useAction(async (user: Account, to: Account['status']) => {
    await api.patch(userPath(user), { body: { status: to } })
    close()
    say(t(to === 'blocked' ? 'admin.isBlocked' : 'admin.isUnblocked', { name: user.name }))
    pages.reload()
  })
  const itemsOf = (user: Account) => [
    { text: t('rooms.edit'), run: () => setOpen({ what: 'edit', user }) },
    { text: t('admin.reset'), run: () => setOpen({ what: 'password', user }) },
    // Who blocks themselves could not undo it.
    ...(user.id === self.id ? [] : [blockItem(user)]),
  ]
  const blockItem = (user: Account) =>
    user.status === 'blocked'
      ? { text: t('admin.unblock'), run: () => switching.run(user, 'active') }
      : { text: t('admin.block'), isDanger: true, run: () => setOpen({ what: 'block', user }) }
  return (
    <>
      <div class="view-head">
        <h1>{t('admin.users')}</h1>
        <Button kind="primary" onClick={() => setOpen({ what: 'new' })}>
          {t('admin.newUser')}
        </Button>
      </div>
      <Filters query={query} />
      {!open && <ProblemNote problem={asSentence(switching.problem)} />}
      <PagedTable
        pages={pages}
        caption={t('admin.users')}
        keyOf={({ id }) => id}
        empty={<Empty title={t('admin.noUsers')}>{t('admin.noFilterText')}</Empty>}
        columns={[
          {
            head: t('admin.name'),
            isName: true,
            cell: ({ name, email }) => (
              <span class="two">
                <bdi>{name}</bdi>
                <bdi class="dim">{email}</bdi>
              </span>
            ),
          },
          { head: t('admin.role'), cell: (user) => t(`admin.role.${user.role}`) },
          {
            head: t('admin.belongsTo'),
            cell: ({ hotels, agencyCode }) => agencyCode ?? (hotels.join(', ') || '–'),
          },
          { head: t('admin.made_at'), cell: ({ createdAt }) => when(createdAt) },
          { head: t('admin.state'), cell: (user) => <StatusBadge status={user.status} /> },
          {
            head: t('admin.actions'),
            cell: (user) => <RowMenu name={user.name} items={itemsOf(user)} />,
          },
        ]}
      />
      {open?.what === 'block' && (
        <Confirm
          title={t('admin.blockTitle', { name: open.user.name })}
          action={t('admin.block')}
          isBusy={switching.isBusy}
          problem={asSentence(switching.problem)}
          onConfirm={() => switching.run(open.user, 'blocked')}
          onClose={close}
        >
          <p>{t('admin.blockText')}</p>
        </Confirm>
      )}
      {open?.what === 'password' && (
        <PasswordForm user={open.user} onClose={close} onSaved={pages.reload} />
      )}
      {(open?.what === 'new' || open?.what === 'edit') && (
        <UserForm
          user={open.what === 'edit' ? open.user : undefined}
          onClose={close}
          onSaved={pages.reload}
        />
      )}
    </>
  )
}

function Filters({ query }: { query: URLSearchParams }) {
  return (
    <search class="staff-filters">
      <SearchField label={t('admin.searchUsers')} />
      <SelectField
        label={t('admin.role')}
        value={query.get('role') ?? ''}
        options={[
          { value: '', text: t('admin.any') },
          ...ROLES.map((value) => ({ value, text: t(`admin.role.${value}`) })),
        ]}
        onPick={(value) => setQuery({ role: value || undefined })}
      />
      <SelectField
        label={t('admin.state')}
        value={query.get('status') ?? ''}
        options={[
          { value: '', text: t('admin.any') },
          { value: 'active', text: t('admin.active') },
          { value: 'blocked', text: t('admin.blocked') },
        ]}
        onPick={(value) => setQuery({ status: value || undefined })}
      />
    </search>
  )
}

function StatusBadge({ status }: { status: Account['status'] }) {
  return (
    <Badge tone={status === 'active' ? 'good' : 'bad'}>
      {t(status === 'active' ? 'admin.active' : 'admin.blocked')}
    </Badge>
  )
}
