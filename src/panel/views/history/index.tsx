import type { Static } from 'typebox'
import type { MemberSchema } from '../../../http/shapes/hotel.ts'
import { t } from '../../lib/i18n.ts'
import { usePages } from '../../lib/load.ts'
import { setQuery, type ViewProps } from '../../lib/router.ts'
import { TextField } from '../../parts/field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ChoiceFilter } from '../../parts/search-field.tsx'
import { type Entry, whoOf } from './entry-text.ts'
import { HistoryList } from './list.tsx'

const KINDS = [
  'hotel',
  'room_type',
  'rate',
  'member',
  'invitation',
  'api_key',
  'webhook',
  'review',
  'desk',
  'export',
] as const

/** The owner's page of who changed what of the hotel, newest first. */
export function HistoryView({ hotel, route: { query } }: ViewProps) {
  const asked = (name: string) => query.get(name) || undefined
  const [userId, from, to] = [asked('userId'), asked('from'), asked('to')]
  const entity = KINDS.find((kind) => kind === asked('entity'))
  const filter = { hotel: hotel.slug, entity, userId, from, to, limit: 25 }
  const pages = usePages<Entry>('/v1/panel/history', filter)
  const members = usePages<Static<typeof MemberSchema>>('/v1/panel/members', {
    hotel: hotel.slug,
    limit: 100,
  })
  // Who is of the hotel now, and who did something of what is shown.
  const people = new Map(members.data?.map((member) => [member.userId, member.name]))
  for (const entry of pages.data ?? [])
    if (entry.actor.type === 'user') people.set(entry.actor.id, whoOf(entry))
  const day = (name: 'from' | 'to') => (
    <TextField
      label={t(`history.${name}`)}
      type="date"
      value={asked(name) ?? ''}
      problem={pages.problem}
      path={`?${name}`}
      onText={(text) => setQuery({ [name]: text || undefined })}
    />
  )
  return (
    <>
      <PageHead title={t('history.title')} />
      <p class="dim">{t('history.about')}</p>
      <search class="filters">
        <ChoiceFilter
          name="userId"
          label={t('history.person')}
          options={[...people].map(([value, text]) => ({ value, text }))}
        />
        <ChoiceFilter
          name="entity"
          label={t('admin.entity')}
          options={KINDS.map((value) => ({ value, text: t(`history.kind.${value}`) }))}
        />
        {day('from')}
        {day('to')}
      </search>
      <HistoryList pages={pages} caption={t('history.title')} hotel={hotel} />
    </>
  )
}
