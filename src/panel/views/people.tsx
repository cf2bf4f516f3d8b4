import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { WholeHotel } from '../../client/call.ts'
import { MEMBER_ROLES } from '../../domain/accounts/membership.ts'
import type { MemberSchema } from '../../http/accounts/member-shape.ts'
import { api } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { useGet, usePages } from '../lib/load.ts'
import { go, type ViewProps } from '../lib/router.ts'
import { refreshUser, type User } from '../lib/session.ts'
import { ListHead, useCrud } from '../parts/crud.tsx'
import type { Entity } from '../parts/entity.ts'
import type { FormField } from '../parts/entity-form.tsx'
import { Two } from '../parts/facts.tsx'
import { choicesOf } from '../parts/field.tsx'
import { EMAIL } from '../parts/kinds.ts'
import { ConfirmRemoval } from '../parts/made.tsx'
import { Menu } from '../parts/menu.tsx'
import { Badge, Empty } from '../parts/note.tsx'
import { type Column, PagedTable, RowName } from '../parts/table.tsx'
import { say } from '../parts/toast.tsx'
import { FactorRequired } from './factor-required.tsx'
import { type Invitations, InviteDialog, OpenInvitations } from './invitations.tsx'

type Member = Static<typeof MemberSchema>

/** The owner's page of who may do what in the hotel. */
export function PeopleView({ hotel, user }: ViewProps) {
  return <People hotel={hotel} self={user} />
}

type PeopleProps = { hotel: Pick<WholeHotel, 'slug' | 'timezone'>; self: User; isAdmin?: boolean }

/** Who belongs to a hotel, and as what: added, changed, removed; for admins a section of the hotel's page. */
export function People({ hotel: { slug, timezone }, self, isAdmin = false }: PeopleProps) {
  const of = peopleOf(slug, isAdmin)
  const pages = usePages<Member>(of.make!.path, { ...of.query, limit: 100 })
  const at = { path: of.make!.path.replace(/members$/, 'invitations'), query: of.query }
  const open = useGet<Invitations>(at.path, at.query)
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Member>()
  const isSelf = ({ userId }: Member) => userId === self.id
  const changed = async (member: Member) => {
    // What the page shows of the hotel goes by it.
    if (isSelf(member)) await refreshUser()
    pages.reload()
  }
  const { edit, dialogs } = useCrud(of, changed)
  const remove = async (member: Member, revoke: boolean) => {
    await api.delete(of.pathOf(member), { query: { ...of.query, ...(revoke && { revoke }) } })
    setLeaving(undefined)
    say(t('people.removed', { name: member.name }))
    await changed(member)
    if (isSelf(member)) go({ hotel: '', view: '' })
  }
  const actions: Column<Member> = {
    head: t('list.actions'),
    cell: (member) => (
      <Menu
        name={t('admin.actionsOf', { name: member.name })}
        items={[
          { text: t('action.edit'), run: () => edit(member) },
          { text: t('people.remove'), isDanger: true, run: () => setLeaving(member) },
        ]}
      />
    ),
  }
  const list = (
    <>
      <ListHead isPage={!isAdmin} of={of} onMake={() => setInviting(true)} />
      <p class="dim">{t('people.about')}</p>
      {dialogs}
      <PagedTable
        pages={pages}
        caption={of.title}
        keyOf={of.keyOf}
        columns={[...columnsOf(isSelf, edit), actions]}
        empty={<Empty title={t('people.none')}>{t('people.noneText')}</Empty>}
      />
      <OpenInvitations of={open} at={at} timezone={timezone} />
      {isInviting && (
        <InviteDialog
          at={at}
          fields={[emailField(), roleField()]}
          onClose={() => setInviting(false)}
          onDone={() => {
            pages.reload()
            open.reload()
          }}
        />
      )}
      <FactorRequired slug={slug} isAdmin={isAdmin} people={pages.data ?? []} />
      {leaving && (
        <ConfirmRemoval
          title={t('people.removeTitle', { name: leaving.name })}
          action={t('people.remove')}
          name={leaving.name}
          preview={(signal) =>
            api.delete(of.pathOf(leaving), { query: { ...of.query, simulate: true }, signal })
          }
          act={(revoke) => remove(leaving, revoke)}
          onClose={() => setLeaving(undefined)}
        >
          <p>{t('people.removeText')}</p>
          {isSelf(leaving) && <p class="note warn">{t('people.removeYou')}</p>}
        </ConfirmRemoval>
      )}
    </>
  )
  return isAdmin ? <section class="card">{list}</section> : list
}

function peopleOf(slug: string, isAdmin: boolean): Entity<Member> {
  const path = isAdmin
    ? `/v1/admin/hotels/${encodeURIComponent(slug)}/members`
    : '/v1/panel/members'
  return {
    title: t('people.title'),
    keyOf: ({ userId }) => userId,
    nameOf: ({ name }) => name,
    pathOf: ({ userId }) => `${path}/${encodeURIComponent(userId)}`,
    make: { path, title: t('people.invite') },
    ...(!isAdmin && { query: { hotel: slug } }),
    fields: () => [roleField()],
  }
}

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

const columnsOf = (
  isSelf: (member: Member) => boolean,
  edit: (member: Member) => void,
): Column<Member>[] => [
  {
    head: t('list.name'),
    isName: true,
    cell: (member) => (
      <RowName
        name={member.name}
        mark={isSelf(member) && ` (${t('people.you')})`}
        onEdit={() => edit(member)}
      >
        <bdi>{member.email}</bdi>
      </RowName>
    ),
  },
  {
    head: t('people.role'),
    cell: ({ role, status }) => (
      <Two
        over={
          <span class="beside">
            <Badge tone={role === 'owner' ? 'info' : 'neutral'}>{t(`people.role.${role}`)}</Badge>
            {status === 'blocked' && <Badge tone="bad">{t('people.blocked')}</Badge>}
          </span>
        }
      >
        {t(`people.may.${role}`)}
      </Two>
    ),
  },
  {
    head: t('people.factor'),
    isTold: true,
    cell: ({ secondFactor }) => (
      <Badge tone={secondFactor ? 'good' : 'neutral'}>
        {t(secondFactor ? 'people.factorOn' : 'people.factorOff')}
      </Badge>
    ),
  },
]
