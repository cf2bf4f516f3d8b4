import { t } from '../../lib/i18n.ts'
import { usePages } from '../../lib/load.ts'
import { setQuery, type ViewProps } from '../../lib/router.ts'
import { choicesOf, SelectField, TextField } from '../../parts/field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ChoiceFilter, SearchField } from '../../parts/search-field.tsx'
import { type Entry, whoOf } from '../history/entry-text.ts'
import { HOTEL_KINDS } from '../history/kinds.ts'
import { HistoryList } from '../history/list.tsx'

/** Kinds of what is no hotel's. */
const OF_NO_HOTEL = ['user', 'agency', 'vendor', 'city', 'board'] as const

/** Who changed what of the catalogue and of accounts, newest first, by person, kind and days of the reader. */
export function AdminHistory({ route: { query } }: ViewProps) {
  const asked = (name: string) => query.get(name) || undefined
  const [userId, from, to] = [asked('userId'), asked('from'), asked('to')]
  const entity = [...HOTEL_KINDS, ...OF_NO_HOTEL].find((each) => each === asked('entity'))
  const id = entity && asked('id')
  const [since, until] = [startOf(from), startOf(to, 1)]
  const filter = { entity, id, userId, since, until, limit: 25 }
  const pages = usePages<Entry>('/v1/admin/history', filter)
  // Who did something of what is shown, and whoever is asked for.
  const people = new Map(userId ? [[userId, userId]] : [])
  for (const entry of pages.data ?? [])
    if (entry.actor.type === 'user') people.set(entry.actor.id, whoOf(entry))
  const day = (name: 'from' | 'to') => (
    <TextField
      label={t(`history.${name}`)}
      type="date"
      value={asked(name) ?? ''}
      onText={(text) => setQuery({ [name]: text || undefined })}
    />
  )
  return (
    <>
      <PageHead title={t('admin.history')} />
      <search class="filters">
        <ChoiceFilter
          name="userId"
          label={t('history.person')}
          options={[...people].map(([value, text]) => ({ value, text }))}
        />
        <SelectField
          label={t('admin.entity')}
          value={entity ?? ''}
          options={[
            { value: '', text: t('list.any') },
            ...choicesOf(HOTEL_KINDS, (value) => t(`history.kind.${value}`)),
            ...choicesOf(OF_NO_HOTEL, (value) => t(`admin.entity.${value}`)),
          ]}
          onPick={(value) => setQuery({ entity: value || undefined, id: undefined })}
        />
        {day('from')}
        {day('to')}
        {entity && <SearchField key={entity} name="id" label={t('admin.id')} />}
      </search>
      <HistoryList pages={pages} caption={t('admin.history')} />
    </>
  )
}

/** The instant at which a day of the reader begins, or one of some days after it; undefined: there is no such day. */
function startOf(day: string | undefined, after = 0): string | undefined {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + after)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
