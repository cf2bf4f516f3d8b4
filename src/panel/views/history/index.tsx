import type { Static } from 'typebox'
import type { WholeHotel } from '../../../client/call.ts'
import type { MemberSchema } from '../../../http/accounts/member-shape.ts'
import { t } from '../../lib/i18n.ts'
import { usePages } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { setQuery, type ViewProps } from '../../lib/router.ts'
import { TextField } from '../../parts/field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ChipFilter, ChoiceFilter } from '../../parts/search-field.tsx'
import { type Entry, whoOf } from './entry-text.ts'
import { HOTEL_KINDS } from './kinds.ts'
import { HistoryList } from './list.tsx'

/** Kinds of changes, and those that others than owners read of. */
const KINDS = ['days', 'booking', ...HOTEL_KINDS] as const
const OF_REVENUE: readonly Kind[] = ['days', 'rate', 'room_type', 'photo']
const OF_DESK: readonly Kind[] = ['booking', 'desk']
type Kind = (typeof KINDS)[number]

/** Who changed what of the hotel, its days and bookings, newest first. */
export function HistoryView({ hotel, route: { query } }: ViewProps) {
  const asked = (name: string) => query.get(name) || undefined
  const [userId, from, to] = [asked('userId'), asked('from'), asked('to')]
  const entity = KINDS.find((kind) => kind === asked('entity'))
  const filter = { hotel: hotel.slug, entity, userId, from, to, limit: 25 }
  const pages = usePages<Entry>('/v1/panel/history', filter)
  const isOwner = may(hotel, 'owner')
  const kinds = isOwner ? KINDS : may(hotel, 'revenue') ? OF_REVENUE : OF_DESK
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
      <search class="kinds">
        <ChipFilter
          name="entity"
          label={t('admin.entity')}
          options={kinds.map((value) => ({ value, text: t(`history.kind.${value}`) }))}
        />
      </search>
      <search class="filters">
        {isOwner ? (
          <OwnersPersonFilter hotel={hotel} entries={pages.data} />
        ) : (
          <PersonFilter entries={pages.data} />
        )}
        {day('from')}
        {day('to')}
      </search>
      <HistoryList pages={pages} caption={t('history.title')} hotel={hotel} />
    </>
  )
}

type PersonProps = { entries: Entry[] | undefined; known?: readonly Member[] | undefined }
type Member = Static<typeof MemberSchema>

/** The choice of a person: of the hotel now, or who did something of what is shown. */
function PersonFilter({ entries = [], known = [] }: PersonProps) {
  const people = new Map(known.map(({ userId, name }) => [userId, name]))
  for (const entry of entries)
    if (entry.actor.type === 'user') people.set(entry.actor.id, whoOf(entry))
  const options = [...people].map(([value, text]) => ({ value, text }))
  return <ChoiceFilter name="userId" label={t('history.person')} options={options} />
}

function OwnersPersonFilter({ hotel, entries }: PersonProps & { hotel: WholeHotel }) {
  const query = { hotel: hotel.slug, limit: 100 }
  const { data } = usePages<Member>('/v1/panel/members', query)
  return <PersonFilter entries={entries} known={data} />
}
