import { dateTime, HERE } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Pages } from '../../lib/load.ts'
import type { Hotel } from '../../lib/types.ts'
import { Empty } from '../../parts/note.tsx'
import { PagedTable } from '../../parts/table.tsx'
import { changesOf, type Entry, sentenceOf } from './entry-text.ts'

type HistoryListProps = {
  pages: Pages<Entry>
  caption: string
  /** The hotel that all of it is of; left out: each entry says its id, and times are the reader's. */
  hotel?: Pick<Hotel, 'timezone' | 'currency'>
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
        { head: t('list.when'), cell: ({ at }) => dateTime(at, hotel?.timezone ?? HERE) },
        {
          head: t('admin.what'),
          isName: true,
          cell: (entry) => (
            <div class="told">
              <p>{sentenceOf(entry, hotel?.currency)}</p>
              {!hotel && (
                <p class="dim">
                  <bdi>{entry.id}</bdi>
                </p>
              )}
              <Changes entry={entry} currency={hotel?.currency} />
            </div>
          ),
        },
      ]}
    />
  )
}

/** What the sentence leaves to say: the fields, when several changed; of what was made all of them, folded. */
function Changes({ entry, currency }: { entry: Entry; currency: string | undefined }) {
  const { entity, before } = entry
  const changes = changesOf(entry, currency)
  if (entity === 'member' || entity === 'review' || entity === 'export') return null
  if (before && changes.length < 2) return null
  const lines = changes.map(({ field, before: was, after: is }) => (
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
  if (before) return <>{lines}</>
  return (
    <details>
      <summary>{t('history.details')}</summary>
      {lines}
    </details>
  )
}
