import type { WholeHotel } from '../../../client/call.ts'
import { dateTime, HERE } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Pages } from '../../lib/load.ts'
import { Empty } from '../../parts/note.tsx'
import { PagedTable } from '../../parts/table.tsx'
import { changesOf, type Entry, isBrief, sentenceOf } from './entry-text.ts'
import { daysLines } from './log-text.ts'

type HistoryListProps = {
  pages: Pages<Entry>
  caption: string
  /** The hotel that all of it is of; left out: each entry says its id, and times are the reader's. */
  hotel?: Pick<WholeHotel, 'timezone' | 'currency'>
}

/** Who changed what, an entry a row, in words. */
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
          cell: ({ at }) => <span class="when">{dateTime(at, hotel?.timezone ?? HERE)}</span>,
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

/** Kinds of which the sentence says all. */
const SAID: readonly string[] = ['member', 'invitation', 'review', 'export', 'visit', 'days']

type DetailsProps = { entry: Entry; hotel: HistoryListProps['hotel'] }

/** What the sentence leaves to say, behind a press: the fields, and for admins the id; the fields of a change at once. */
function Details({ entry, hotel }: DetailsProps) {
  const currency = hotel?.currency ?? entry.currency
  const { entity, id, before } = entry
  const changes = changesOf(entry, currency, hotel?.timezone)
  const isSaid =
    SAID.includes(entity) ||
    (entity === 'booking' && entry.after.what !== 'changed') ||
    (before && isBrief(changes) && entity !== 'booking')
  const lines = (isSaid ? [] : changes).map(({ field, before: was, after: is }) => (
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
