import { t } from '../../lib/i18n.ts'
import { usePages } from '../../lib/load.ts'
import { setQuery, type ViewProps } from '../../lib/router.ts'
import { SelectField } from '../../parts/field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import type { Entry } from '../history/entry-text.ts'
import { HistoryList } from '../history/list.tsx'

const ENTITIES = [
  'hotel',
  'room_type',
  'rate',
  'user',
  'member',
  'agency',
  'vendor',
  'api_key',
  'webhook',
  'review',
  'city',
  'board',
] as const

/** Who changed what of the catalogue and of accounts, newest first. */
export function AdminHistory({ route: { query } }: ViewProps) {
  const entity = ENTITIES.find((each) => each === query.get('entity'))
  const id = (entity && query.get('id')) || undefined
  const pages = usePages<Entry>('/v1/admin/history', { entity, id, limit: 25 })
  return (
    <>
      <PageHead title={t('admin.history')} />
      <search class="filters">
        <SelectField
          label={t('admin.entity')}
          value={entity ?? ''}
          options={[
            { value: '', text: t('list.any') },
            ...ENTITIES.map((value) => ({ value, text: t(`admin.entity.${value}`) })),
          ]}
          onPick={(value) => setQuery({ entity: value || undefined, id: undefined })}
        />
        {entity && <SearchField key={entity} name="id" label={t('admin.id')} />}
      </search>
      <HistoryList pages={pages} caption={t('admin.history')} />
    </>
  )
}
