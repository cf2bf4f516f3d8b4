import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { InvitationListSchema, InvitedSchema } from '../../http/accounts/link-shape.ts'
import { api } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { asSentence, language, t } from '../lib/i18n.ts'
import { type Loaded, useAction } from '../lib/load.ts'
import { EntityForm, type FormField } from '../parts/entity-form.tsx'
import { Two } from '../parts/facts.tsx'
import { Menu } from '../parts/menu.tsx'
import { Badge, ProblemNote, type Tone } from '../parts/note.tsx'
import { ShownOnce } from '../parts/secret.tsx'
import { Table } from '../parts/table.tsx'
import { say } from '../parts/toast.tsx'

type Invited = Static<typeof InvitedSchema>
export type Invitations = Static<typeof InvitationListSchema>
type Invitation = Invitations['items'][number]

/** Where a hotel's invitations are, for its owners or for admins. */
export type InvitationPlace = { path: string; query?: { hotel: string } | undefined }

/** A link to be handed over, and to whom. */
type Handed = { url: string; name: string }

const TONES: Partial<Record<NonNullable<Invitation['mailState']>, Tone>> = {
  sent: 'good',
  bounced: 'bad',
  failed: 'bad',
  dropped: 'bad',
}

/** Invites somebody; where there is no mail the link is shown to be handed over. */
export function InviteDialog({
  at: { path, query },
  fields,
  onClose,
  onDone,
}: {
  at: InvitationPlace
  fields: FormField[]
  onClose: () => void
  onDone: () => void
}) {
  const [handed, setHanded] = useState<Handed>()
  if (handed) return <LinkOnce {...handed} onClose={onClose} />
  return (
    <EntityForm
      title={t('people.invite')}
      action={t('people.inviteSend')}
      fields={fields}
      send={async (body, { email }) => {
        const sent = { ...body, language: language.get() }
        const { link, member } = await api.post<Invited>(path, { body: sent, query })
        onDone()
        const name = member?.name ?? String(email)
        if (link?.url) return setHanded({ url: link.url, name })
        return t(member ? 'people.added' : 'people.invited', { name })
      }}
      onClose={onClose}
    />
  )
}

/** Who was invited and has not come; nothing where that is nobody. */
export function OpenInvitations({
  of: { data, reload },
  at,
  timezone,
}: {
  of: Loaded<Invitations>
  at: InvitationPlace
  /** The hotel's, in which times are told. */
  timezone: string
}) {
  const [handed, setHanded] = useState<Handed>()
  const pathOf = ({ id }: Invitation) => `${at.path}/${encodeURIComponent(id)}`
  const again = useAction(async (one: Invitation) => {
    const { url } = await api.post<{ url: string | null }>(`${pathOf(one)}/resend`, {
      query: at.query,
    })
    reload()
    if (url) setHanded({ url, name: one.email })
    else say(t('people.invited', { name: one.email }))
  })
  const withdrawal = useAction(async (one: Invitation) => {
    await api.delete(pathOf(one), { query: at.query })
    reload()
    say(t('people.withdrawn', { name: one.email }))
  })
  if (!data?.items.length) return null
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
            head: t('people.role'),
            cell: ({ role }) => (
              <Badge tone={role === 'owner' ? 'info' : 'neutral'}>{t(`people.role.${role}`)}</Badge>
            ),
          },
          { head: t('list.state'), cell: (one) => <State {...one} timezone={timezone} /> },
          {
            head: t('list.actions'),
            cell: (one) => (
              <Menu
                name={t('admin.actionsOf', { name: one.email })}
                items={[
                  {
                    text: t(data.isMailing ? 'people.again' : 'people.newLink'),
                    run: () => again.run(one),
                  },
                  {
                    text: t('people.withdraw'),
                    isDanger: true,
                    run: () => withdrawal.run(one),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {handed && <LinkOnce {...handed} onClose={() => setHanded(undefined)} />}
    </>
  )
}

/** A link that is shown this once, to be handed over. */
export function LinkOnce({ url, name, onClose }: Handed & { onClose: () => void }) {
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
