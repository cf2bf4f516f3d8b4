import { useState } from 'preact/hooks'
import type { Answer, Invitation } from '../../client/call.ts'
import { dateTime } from '../lib/format.ts'
import { asSentence, language, t } from '../lib/i18n.ts'
import { type Loaded, useAction } from '../lib/load.ts'
import { menuColumn } from '../parts/columns.tsx'
import { EntityForm, type FormField } from '../parts/entity-form.tsx'
import { Two } from '../parts/facts.tsx'
import { Badge, ProblemNote, type Tone } from '../parts/note.tsx'
import { ShownOnce } from '../parts/secret.tsx'
import { Table } from '../parts/table.tsx'
import { say } from '../parts/toast.tsx'
import type { InviteApi } from './people-api.ts'

/** A link to be handed over to a person. */
type HandedLink = { url: string; name: string }

const TONES: Partial<Record<NonNullable<Invitation['mailState']>, Tone>> = {
  sent: 'good',
  bounced: 'bad',
  failed: 'bad',
  dropped: 'bad',
}

/** Invites a person by mail; without a mail server it shows the link to be handed over. */
export function InviteDialog({
  api,
  fields,
  onClose,
  onDone,
}: {
  api: InviteApi
  fields: FormField[]
  onClose: () => void
  onDone: () => void
}) {
  const [handed, setHanded] = useState<HandedLink>()
  if (handed) return <LinkOnce {...handed} onClose={onClose} />
  return (
    <EntityForm
      title={t('people.invite')}
      action={t('people.inviteSend')}
      fields={fields}
      send={async (body: object, { email }) => {
        const { link, member } = await api.invite({ ...body, language: language.get() })
        onDone()
        const name = member?.name ?? String(email)
        if (link?.url) return setHanded({ url: link.url, name })
        return t(member ? 'people.added' : 'people.invited', { name })
      }}
      onClose={onClose}
    />
  )
}

/** Invitations that are still open; nothing without any. */
export function OpenInvitations({
  of: { data, reload },
  api,
  timezone,
}: {
  of: Loaded<Answer<'listInvitations'>>
  api: InviteApi
  /** The time zone of the hotel, or the reader's. */
  timezone: string
}) {
  const [handed, setHanded] = useState<HandedLink>()
  const again = useAction(async (one: Invitation) => {
    const { url } = await api.resend(one.id)
    reload()
    if (url) setHanded({ url, name: one.email })
    else say(t('people.invited', { name: one.email }))
  })
  const withdrawal = useAction(async (one: Invitation) => {
    await api.withdraw(one.id)
    reload()
    say(t('people.withdrawn', { name: one.email }))
  })
  if (!data?.items.length) return null
  const isOfAgency = data.items[0]!.role.startsWith('agency_')
  return (
    <>
      <h2>{t('people.open')}</h2>
      <ProblemNote problem={asSentence(again.problem ?? withdrawal.problem)} />
      <Table
        caption={t('people.open')}
        rows={data.items}
        keyOf={({ id }) => id}
        columns={[
          {
            head: t('list.email'),
            isName: true,
            cell: ({ email, invitedBy }) => (
              <Two over={<bdi>{email}</bdi>}>
                {invitedBy && t('people.invitedBy', { name: invitedBy })}
              </Two>
            ),
          },
          {
            head: t(isOfAgency ? 'colleagues.role' : 'people.role'),
            cell: ({ role }) => (
              <Badge tone={role.endsWith('owner') ? 'info' : 'neutral'}>
                {t(`people.role.${role}`)}
              </Badge>
            ),
          },
          { head: t('list.state'), cell: (one) => <State {...one} timezone={timezone} /> },
          menuColumn(
            ({ email }) => email,
            (one: Invitation) => [
              {
                text: t(data.isMailing ? 'people.again' : 'people.newLink'),
                run: () => again.run(one),
              },
              { text: t('people.withdraw'), isDanger: true, run: () => withdrawal.run(one) },
            ],
          ),
        ]}
      />
      {handed && <LinkOnce {...handed} onClose={() => setHanded(undefined)} />}
    </>
  )
}

/** Shows a link once, to be handed over. */
export function LinkOnce({ url, name, onClose }: HandedLink & { onClose: () => void }) {
  return (
    <ShownOnce
      title={t('link.once')}
      note={t('link.onceNote')}
      label={t('link.label')}
      secret={url}
      onClose={onClose}
    >
      <p>{t('link.onceText', { name })}</p>
    </ShownOnce>
  )
}

function State({ mailState, expiresAt, timezone }: Invitation & { timezone: string }) {
  const isOver = new Date(expiresAt) <= new Date()
  if (isOver) return <Badge tone="warn">{t('people.expired')}</Badge>
  return (
    <Two
      over={
        <Badge tone={(mailState && TONES[mailState]) ?? 'neutral'}>
          {t(mailState ? `people.mail.${mailState}` : 'people.handed')}
        </Badge>
      }
    >
      {t('people.until', { when: dateTime(expiresAt, timezone) })}
    </Two>
  )
}
