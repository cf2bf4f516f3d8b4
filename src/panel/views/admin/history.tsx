import { t } from '../../lib/i18n.ts'
import { useList } from '../../lib/load.ts'
import { setQuery, type ViewProps } from '../../lib/router.ts'
import { choicesOf, SelectField } from '../../parts/field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { HistoryFilter, HistoryList, HOTEL_KINDS } from '../history/list.tsx'

/** The kinds of changes outside hotels. */
const OTHER_KINDS = ['user', 'agency', 'vendor', 'city', 'board'] as const

/** The audit trail of catalogue and accounts, newest first, filtered by person, kind and the reader's days. */
export function AdminHistory({ route: { query } }: ViewProps) {
  const asked = (name: string) => query.get(name) || undefined
  const userId = asked('userId')
  const entity = [...HOTEL_KINDS, ...OTHER_KINDS].find((each) => each === asked('entity'))
  const pages = useList('listCatalogHistory', {
    entity,
    id: entity && asked('id'),
    userId,
    since: startOf(asked('from')),
    until: startOf(asked('to'), 1),
    limit: 25,
  })
  return (
    <>
      <PageHead title={t('admin.history')} />
      <search class="filters">
        <HistoryFilter pages={pages} people={userId ? [{ userId, name: userId }] : []}>
          <SelectField
            label={t('admin.entity')}
            value={entity ?? ''}
            options={[
              { value: '', text: t('list.any') },
              ...choicesOf(HOTEL_KINDS, (value) => t(`history.kind.${value}`)),
              ...choicesOf(OTHER_KINDS, (value) => t(`admin.entity.${value}`)),
            ]}
            onPick={(value) => setQuery({ entity: value || undefined, id: undefined })}
          />
        </HistoryFilter>
        {entity && <SearchField key={entity} name="id" label={t('admin.id')} />}
      </search>
      <HistoryList pages={pages} caption={t('admin.history')} />
    </>
  )
}

/** The instant at which a day of the reader begins, moved by some days; undefined if there is no such day. */
function startOf(day: string | undefined, after = 0): string | undefined {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + after)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
