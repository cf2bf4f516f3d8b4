import { when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { usePages } from '../../lib/load.ts'
import { setQuery, type ViewProps } from '../../lib/router.ts'
import { Two } from '../../parts/facts.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Empty } from '../../parts/note.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { PagedTable } from '../../parts/table.tsx'

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

type Fields = Record<string, unknown>
type Entry = {
  entity: (typeof ENTITIES)[number]
  id: string
  actor: { type: string; id: string; name: string | null }
  before: Fields | null
  after: Fields
  at: string
}

/** Who changed what of the catalogue and of accounts, newest first. */
export function AdminHistory({ route: { query } }: ViewProps) {
  const entity = ENTITIES.find((each) => each === query.get('entity'))
  const id = (entity && query.get('id')) || undefined
  const pages = usePages<Entry>('/v1/admin/history', { entity, id, limit: 25 })
  return (
    <>
      <div class="view-head">
        <h1>{t('admin.history')}</h1>
      </div>
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
      <PagedTable
        pages={pages}
        caption={t('admin.history')}
        keyOf={(entry) => `${entry.at} ${entry.entity} ${entry.id} ${JSON.stringify(entry.after)}`}
        empty={<Empty title={t('admin.noHistory')}>{t('admin.noHistoryText')}</Empty>}
        columns={[
          { head: t('list.when'), cell: ({ at }) => when(at) },
          {
            head: t('admin.what'),
            isName: true,
            cell: (entry) => (
              <Two
                over={
                  <>
                    {t(`admin.entity.${entry.entity}`)} <bdi>{nameOf(entry)}</bdi>
                  </>
                }
              >
                <bdi>{entry.id}</bdi>
              </Two>
            ),
          },
          { head: t('admin.change'), cell: (entry) => <Change {...entry} /> },
          { head: t('list.who'), cell: ({ actor }) => <bdi>{actor.name ?? actor.id}</bdi> },
        ]}
      />
    </>
  )
}

/** The fields that changed; of what was made all of them, folded. */
function Change({ before, after }: Entry) {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => textOf(before?.[name]) !== textOf(after[name]),
  )
  const lines = names.map((name) => (
    <p key={name}>
      <code>{name}</code>{' '}
      {before && (
        <>
          <del>{textOf(before[name])}</del> →{' '}
        </>
      )}
      <ins>{textOf(after[name])}</ins>
    </p>
  ))
  if (before) return <div>{lines}</div>
  return (
    <details>
      <summary>{t('admin.made_at')}</summary>
      {lines}
    </details>
  )
}

/** What people call it. */
const nameOf = ({ after: { name, email, url } }: Entry) => textOf(name ?? email ?? url ?? '')

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '–' : JSON.stringify(value)
