import type { Body } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { HERE } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { emailField, roleField } from '../colleague-fields.ts'
import { InviteDialog, OpenInvitations } from '../invitations.tsx'
import type { InviteApi } from '../people-api.ts'

/** The open invitations into an agency, and a way to send another: an admin brings in its first owner. */
export function AgencyInvitations({
  agency: { code, name },
  onClose,
}: {
  agency: { code: string; name: string }
  onClose: () => void
}) {
  const open = useCall('listInvitationsOfAgency', { code })
  const api = invitationsOf(code)
  const invite = () =>
    openDialog((close) => (
      <InviteDialog
        api={api}
        fields={[emailField(), roleField('agency_owner')]}
        onClose={close}
        onDone={open.reload}
      />
    ))
  return (
    <Dialog
      title={t('admin.agencyPeople', { name })}
      isWide
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={invite}>
          {t('people.invite')}
        </Button>
      }
    >
      <p>{t('admin.agencyPeopleText')}</p>
      <OpenInvitations of={open} api={api} timezone={HERE} />
    </Dialog>
  )
}

const invitationsOf = (code: string): InviteApi => ({
  invite: async (body: Body<'inviteIntoAgency'>) => ({
    link: await call('inviteIntoAgency', { code }, { body }),
    member: null,
  }),
  resend: (id) => call('resendInvitationOfAgency', { code, id }),
  withdraw: (id) => call('withdrawInvitationOfAgency', { code, id }),
})
