import type { Body, Colleague } from '../../client/call.ts'
import { call } from '../lib/api.ts'
import { HERE } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useCall, useList } from '../lib/load.ts'
import type { ViewProps } from '../lib/router.ts'
import { refreshUser } from '../lib/session.ts'
import { menuColumn } from '../parts/columns.tsx'
import { ListHead, useCrud } from '../parts/crud.tsx'
import { Confirm } from '../parts/dialog.tsx'
import type { Entity } from '../parts/entity.ts'
import { Empty } from '../parts/note.tsx'
import { openDialog } from '../parts/open-dialog.tsx'
import { PagedTable } from '../parts/table.tsx'
import { emailField, roleField } from './colleague-fields.ts'
import { InviteDialog, OpenInvitations } from './invitations.tsx'
import type { InviteApi } from './people-api.ts'
import { peopleColumns } from './people-columns.tsx'

const INVITATIONS: InviteApi = {
  invite: async (body: Body<'inviteColleague'>) => ({
    link: await call('inviteColleague', {}, { body }),
    member: null,
  }),
  resend: (id) => call('resendAgencyInvitation', { id }),
  withdraw: (id) => call('withdrawAgencyInvitation', { id }),
}

/** The owner's page of the agency's people: their roles, their invitations, and who is signed out or removed. */
export function AcentaColleagues({ user }: ViewProps) {
  const pages = useList('listColleagues', { limit: 100 })
  const open = useCall('listAgencyInvitations', {})
  const isSelf = ({ userId }: Colleague) => userId === user.id
  const of = colleagues()
  const { edit, dialogs } = useCrud(of, async (person: Colleague) => {
    // The page shows what one's own role allows.
    if (isSelf(person)) await refreshUser()
    pages.reload()
  })
  const invite = () =>
    openDialog((close) => (
      <InviteDialog
        api={INVITATIONS}
        fields={[emailField(), roleField()]}
        onClose={close}
        onDone={open.reload}
      />
    ))
  const actions = menuColumn(of.nameOf, (person: Colleague) => [
    { text: t('action.edit'), run: () => edit(person) },
    { text: t('colleagues.signOut'), run: () => signOut(person) },
    { text: t('people.remove'), isDanger: true, run: () => remove(person, pages.reload) },
  ])
  return (
    <>
      <ListHead of={{ title: of.title, make: { title: t('people.invite') } }} onMake={invite} />
      <p class="dim">{t('colleagues.about')}</p>
      {dialogs}
      <PagedTable
        pages={pages}
        caption={of.title}
        keyOf={of.keyOf}
        columns={[...peopleColumns(isSelf, edit, t('colleagues.role')), actions]}
        empty={<Empty title={of.title} />}
      />
      <OpenInvitations of={open} api={INVITATIONS} timezone={HERE} />
    </>
  )
}

const signOut = ({ userId, name }: Colleague) =>
  openDialog((close) => (
    <Confirm
      title={t('colleagues.signOutTitle', { name })}
      action={t('colleagues.signOut')}
      act={async () => {
        await call('endColleagueSessions', { userId })
        return t('colleagues.signedOut', { name })
      }}
      onClose={close}
    >
      <p>{t('colleagues.signOutText')}</p>
    </Confirm>
  ))

const remove = ({ userId, name }: Colleague, onRemoved: () => void) =>
  openDialog((close) => (
    <Confirm
      title={t('colleagues.removeTitle', { name })}
      action={t('people.remove')}
      act={async () => {
        await call('removeColleague', { userId })
        onRemoved()
        return t('people.removed', { name })
      }}
      onClose={close}
    >
      <p>{t('colleagues.removeText')}</p>
    </Confirm>
  ))

const colleagues = (): Entity<Colleague> => ({
  title: t('colleagues.title'),
  keyOf: ({ userId }) => userId,
  nameOf: ({ name }) => name,
  change: ({ userId }, body: Body<'changeColleague'>) =>
    call('changeColleague', { userId }, { body }),
  fields: () => [roleField()],
})
