import type { Body, Member, WholeHotel } from '../../client/call.ts'
import { MEMBER_ROLES } from '../../domain/accounts/membership.ts'
import { t } from '../lib/i18n.ts'
import { go, type ViewProps } from '../lib/router.ts'
import { refreshUser, type User } from '../lib/session.ts'
import { menuColumn } from '../parts/columns.tsx'
import { ListHead, useCrud } from '../parts/crud.tsx'
import type { Entity } from '../parts/entity.ts'
import type { FormField } from '../parts/entity-form.tsx'
import { choicesOf } from '../parts/field.tsx'
import { EMAIL } from '../parts/kinds.ts'
import { ConfirmRemoval } from '../parts/made.tsx'
import { Empty } from '../parts/note.tsx'
import { openDialog } from '../parts/open-dialog.tsx'
import { PagedTable } from '../parts/table.tsx'
import { say } from '../parts/toast.tsx'
import { FactorRequired } from './factor-required.tsx'
import { InviteDialog, OpenInvitations } from './invitations.tsx'
import { asAdmin, asOwner, type PeopleApi } from './people-api.ts'
import { peopleColumns } from './people-columns.tsx'

/** The owner's page of the people of the hotel. */
export function PeopleView({ hotel, user }: ViewProps) {
  return <People hotel={hotel} self={user} />
}

type PeopleProps = { hotel: Pick<WholeHotel, 'slug' | 'timezone'>; self: User; isAdmin?: boolean }

/** The people of a hotel and their roles; for admins a section of the hotel's page. */
export function People({ hotel: { slug, timezone }, self, isAdmin = false }: PeopleProps) {
  const api = isAdmin ? asAdmin(slug) : asOwner(slug)
  const pages = api.useMembers()
  const open = api.useInvitations()
  const isSelf = ({ userId }: Member) => userId === self.id
  const changed = async (member: Member) => {
    // The page shows the hotel by the person's role.
    if (isSelf(member)) await refreshUser()
    pages.reload()
  }
  const of = peopleOf(api)
  const { edit, dialogs } = useCrud(of, changed)
  const remove = (member: Member) =>
    openDialog((close) => (
      <RemoveMember
        {...{ api, member, isSelf: isSelf(member), onClose: close }}
        onRemoved={() => changed(member)}
      />
    ))
  const invite = () =>
    openDialog((close) => (
      <InviteDialog
        api={api}
        fields={[emailField(), roleField()]}
        onClose={close}
        onDone={() => {
          pages.reload()
          open.reload()
        }}
      />
    ))
  const actions = menuColumn(of.nameOf, (member: Member) => [
    { text: t('action.edit'), run: () => edit(member) },
    { text: t('people.remove'), isDanger: true, run: () => remove(member) },
  ])
  const list = (
    <>
      <ListHead
        isPage={!isAdmin}
        of={{ title: of.title, make: { title: t('people.invite') } }}
        onMake={invite}
      />
      <p class="dim">{t('people.about')}</p>
      {dialogs}
      <PagedTable
        pages={pages}
        caption={of.title}
        keyOf={of.keyOf}
        columns={[...peopleColumns(isSelf, edit, t('people.role')), actions]}
        empty={<Empty title={t('people.none')}>{t('people.noneText')}</Empty>}
      />
      <OpenInvitations of={open} api={api} timezone={timezone} />
      <FactorRequired api={api} people={pages.data ?? []} isCard={!isAdmin} />
    </>
  )
  return isAdmin ? <section class="card">{list}</section> : list
}

type RemoveProps = {
  api: PeopleApi
  member: Member
  isSelf: boolean
  onRemoved: () => Promise<void>
  onClose: () => void
}

/** Asks before it removes a person from the hotel, and lists the keys, webhooks and sites that they made. */
function RemoveMember({ api, member, isSelf, onRemoved, onClose }: RemoveProps) {
  const { name, userId } = member
  return (
    <ConfirmRemoval
      title={t('people.removeTitle', { name })}
      action={t('people.remove')}
      name={name}
      preview={(signal) => api.remove({ userId, simulate: true }, { signal })}
      act={async (revoke) => {
        await api.remove({ userId, ...(revoke && { revoke }) })
        onClose()
        say(t('people.removed', { name }))
        await onRemoved()
        if (isSelf) go({ hotel: '', view: '' })
      }}
      onClose={onClose}
    >
      <p>{t('people.removeText')}</p>
      {isSelf && <p class="note warn">{t('people.removeYou')}</p>}
    </ConfirmRemoval>
  )
}

const peopleOf = ({ change }: PeopleApi): Entity<Member> => ({
  title: t('people.title'),
  keyOf: ({ userId }) => userId,
  nameOf: ({ name }) => name,
  change: ({ userId }, body: Body<'changeMember'>) => change(userId, body),
  fields: () => [roleField()],
})

const emailField = (): FormField => ({
  name: 'email',
  label: t('list.email'),
  hint: t('people.inviteHint'),
  kind: { ...EMAIL, control: { ...EMAIL.control, autofocus: true } },
})

const roleField = (): FormField => ({
  name: 'role',
  label: t('people.role'),
  initial: 'front_desk',
  options: choicesOf(
    MEMBER_ROLES,
    (value) => `${t(`people.role.${value}`)}: ${t(`people.may.${value}`)}`,
  ),
})
