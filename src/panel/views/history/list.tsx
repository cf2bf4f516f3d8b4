import type { ComponentChildren } from 'preact'
import type { AuditEntry, Member, WholeHotel } from '../../../client/call.ts'
import { dateTime, HERE } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Pages } from '../../lib/load.ts'
import { route, setQuery } from '../../lib/router.ts'
import { TextField } from '../../parts/field.tsx'
import { Empty } from '../../parts/note.tsx'
import { ChoiceFilter } from '../../parts/search-field.tsx'
import { PagedTable } from '../../parts/table.tsx'
import { changesOf, isBrief, sentenceOf, whoOf } from './entry-text.ts'
import { daysLines } from './log-text.ts'

/** The kinds of changes of a hotel, beside its days and bookings, in the order of the choice. */
export const HOTEL_KINDS = [
  'hotel',
  'room_type',
  'photo',
  'rate',
  'extra',
  'agency_terms',
  'statement',
  'allotment',
  'member',
  'invitation',
  'api_key',
  'site',
  'webhook',
  'review',
  'desk',
  'export',
  'visit',
] as const

type FilterProps = {
  pages: Pages<AuditEntry>
  /** People who are offered even if none of the entries names them. */
  people?: readonly Pick<Member, 'userId' | 'name'>[] | undefined
  /** Stands between the person and the days. */
  children?: ComponentChildren
}

/** The choice of a person, among those that the entries of the list name, and of the first and the last day. */
export function HistoryFilter({ pages, people = [], children }: FilterProps) {
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  for (const entry of pages.data ?? [])
    if (entry.actor.type === 'user') names.set(entry.actor.id, whoOf(entry))
  return (
    <>
      <ChoiceFilter
        name="userId"
        label={t('history.person')}
        options={[...names].map(([value, text]) => ({ value, text }))}
      />
      {children}
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`history.${name}`)}
          type="date"
          value={route.get().query.get(name) ?? ''}
          problem={pages.problem}
          path={`?${name}`}
          onText={(text) => setQuery({ [name]: text || undefined })}
        />
      ))}
    </>
  )
}

type HistoryListProps = {
  pages: Pages<AuditEntry>
  caption: string
  /** The hotel of all entries; left out: each entry shows its id, and times are the reader's. */
  hotel?: Pick<WholeHotel, 'timezone' | 'currency'>
}

/** The audit trail in words: each row says who changed what. */
export function HistoryList({ pages, caption, hotel }: HistoryListProps) {
  return (
    <PagedTable
      pages={pages}
      caption={caption}
      keyOf={(entry) => `${entry.at} ${entry.entity} ${entry.id} ${JSON.stringify(entry.after)}`}
      empty={<Empty title={t('history.none')}>{t('history.noneText')}</Empty>}
      columns={[
        {
          head: t('list.when'),
          cell: ({ at }) => <span class="unbroken">{dateTime(at, hotel?.timezone ?? HERE)}</span>,
        },
        {
          head: t('admin.what'),
          isName: true,
          cell: (entry) => (
            <div class="told">
              <p>{sentenceOf(entry, hotel?.currency ?? entry.currency, hotel?.timezone)}</p>
              <Details entry={entry} hotel={hotel} />
            </div>
          ),
        },
      ]}
    />
  )
}

/** The kinds whose sentence says everything. */
const COMPLETE: readonly string[] = ['member', 'invitation', 'review', 'export', 'visit', 'days']

type DetailsProps = { entry: AuditEntry; hotel: HistoryListProps['hotel'] }

/** The details that the sentence leaves out: the fields of a change, and, behind a press, those of a creation and the id for admins. */
function Details({ entry, hotel }: DetailsProps) {
  const currency = hotel?.currency ?? entry.currency
  const { entity, id, before } = entry
  const changes = changesOf(entry, currency, hotel?.timezone)
  const isComplete =
    COMPLETE.includes(entity) ||
    (entity === 'booking' && entry.after.what !== 'changed') ||
    (before && isBrief(changes) && entity !== 'booking')
  const lines = (isComplete ? [] : changes).map(({ field, before: was, after: is }) => (
    <p key={field}>
      {field}:{' '}
      {before && (
        <>
          <del>{was}</del> →{' '}
        </>
      )}
      <ins>{is}</ins>
    </p>
  ))
  const folded = [...(before ? [] : lines), ...(hotel ? [] : [<bdi class="dim">{id}</bdi>])]
  return (
    <>
      {before && lines}
      {entity === 'days' && daysLines(entry, currency).map((line) => <p key={line}>{line}</p>)}
      {folded.length > 0 && (
        <details>
          <summary>{t('history.details')}</summary>
          {folded}
        </details>
      )}
    </>
  )
}
