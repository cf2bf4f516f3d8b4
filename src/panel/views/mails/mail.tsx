import type { Body, Mail, MailSettings as Settings, WholeHotel } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { ago } from '../../lib/format.ts'
import { LANGUAGES, t } from '../../lib/i18n.ts'
import { useCall, useList } from '../../lib/load.ts'
import { isAdmin, may } from '../../lib/may.ts'
import { href, type ViewProps } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { textColumn, timeColumn } from '../../parts/columns.tsx'
import { EntityForm, type FormFields } from '../../parts/entity-form.tsx'
import { Facts, Two } from '../../parts/facts.tsx'
import { choicesOf } from '../../parts/field.tsx'
import { EMAIL, OPTIONAL } from '../../parts/kinds.ts'
import { Badge, Empty, Read, type Tone } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { type Column, PagedTable, Table } from '../../parts/table.tsx'

const TONES: Record<Mail['state'], Tone> = {
  pending: 'info',
  sent: 'good',
  bounced: 'bad',
  failed: 'bad',
  unknown: 'warn',
  dropped: 'warn',
}

/** The hotel's mails: their recipients and their delivery states. */
export function MailView({ hotel }: ViewProps) {
  const pages = useList('listMails', { hotel: hotel.slug })
  return (
    <>
      <PageHead title={t('mail.title')} />
      <MailSettings hotel={hotel} />
      <section class="stack" aria-labelledby="mails">
        <h2 id="mails">{t('mail.log')}</h2>
        <p class="dim">{t('mail.about')}</p>
        <PagedTable
          pages={pages}
          caption={t('mail.log')}
          keyOf={({ id }) => id}
          columns={[bookingColumn(), ...columnsOf(hotel.timezone)]}
          empty={<Empty title={t('list.none')}>{t('mail.noneText')}</Empty>}
        />
      </section>
    </>
  )
}

/** The mail settings of a hotel, which its owners and admins change. */
export function MailSettings({ hotel }: { hotel: WholeHotel }) {
  const query = { hotel: hotel.slug }
  const read = useCall('listMails', { ...query, limit: 1 })
  const send = async (body: Body<'changeMailSettings'>) => {
    await call('changeMailSettings', query, { body })
    read.reload()
    return t('mail.saved')
  }
  const edit = (before: Settings) =>
    openDialog((onClose) => (
      <EntityForm title={t('mail.settings')} fields={fieldsOf()} {...{ before, send, onClose }} />
    ))
  return (
    <section class="card" aria-labelledby="mail-settings">
      <div class="view-head">
        <h2 id="mail-settings">{t('mail.settings')}</h2>
        {read.data && may(hotel, 'owner') && (
          <Button onClick={() => edit(read.data!.settings)}>{t('mail.edit')}</Button>
        )}
      </div>
      <Read of={read}>
        {({ settings }) => (
          <>
            {!settings.isMailing && (
              <p class="note warn">
                {t('mail.off')} {isAdmin() && t('mail.offHow')}
              </p>
            )}
            <Facts
              pairs={[
                [t('mail.toGuests'), t(settings.mailGuests ? 'mail.guestsOn' : 'mail.guestsOff')],
                [t('mail.language'), t(`mail.${settings.mailLanguage}`)],
                [t('mail.address'), <bdi>{settings.mailAddress ?? '–'}</bdi>],
              ]}
            />
          </>
        )}
      </Read>
    </section>
  )
}

const fieldsOf = (): FormFields => [
  { name: 'mailGuests', label: t('mail.guests'), hint: t('mail.guestsHint'), initial: false },
  {
    name: 'mailLanguage',
    label: t('mail.language'),
    hint: t('mail.languageHint'),
    options: choicesOf(LANGUAGES, (value) => t(`mail.${value}`)),
  },
  {
    name: 'mailAddress',
    label: t('mail.address'),
    hint: t('mail.addressHint'),
    kind: { ...EMAIL, ...OPTIONAL },
  },
]

/** The mails about a booking. */
export function BookingMails({ mails, timezone }: { mails: readonly Mail[]; timezone: string }) {
  return (
    <Table
      caption={t('mail.ofBooking')}
      rows={mails}
      keyOf={({ id }) => id}
      columns={columnsOf(timezone)}
    />
  )
}

const bookingColumn = (): Column<Mail> => ({
  head: t('list.code'),
  isName: true,
  // A mail about a group leads to the whole of it.
  cell: ({ bookingCode, groupCode }) => (
    <a
      href={href({
        ...{ view: 'bookings', rest: [bookingCode] },
        query: { whole: groupCode ? true : undefined },
      })}
    >
      {groupCode ?? bookingCode}
    </a>
  ),
})

const columnsOf = (timezone: string): Column<Mail>[] => [
  {
    head: t('mail.what'),
    cell: ({ kind, revision, language }) => (
      <Two over={t(`mail.kind.${kind}`)}>
        {t('booking.revision', { revision })} · {t(`mail.${language}`)}
      </Two>
    ),
  },
  textColumn(t('mail.to'), ({ recipient }) => <bdi>{recipient}</bdi>),
  {
    head: t('list.state'),
    cell: ({ state, attempts, nextAt }) => (
      <Two over={<Badge tone={TONES[state]}>{t(`mail.state.${state}`)}</Badge>}>
        {nextAt && attempts > 0 && t('mail.next', { when: ago(nextAt) })}
      </Two>
    ),
  },
  timeColumn(t('list.when'), ({ lastAt, createdAt }) => lastAt ?? createdAt, timezone),
  textColumn(t('mail.answer'), answerOf),
]

/** The answer of the mail server, or the reason why a mail was never handed to it. */
function answerOf({ attempts, answer, state }: Mail): string {
  if (answer === null) return '–'
  if (attempts > 0) return answer
  return t(state === 'pending' ? 'mail.waits' : state === 'dropped' ? 'mail.tooMany' : 'mail.late')
}
