import type { AuditEntry } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { filterIn, type Pages, useList } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import type { ViewProps } from '../../lib/router.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { ChipFilter } from '../../parts/search-field.tsx'
import { HistoryFilter, HistoryList, HOTEL_KINDS } from './list.tsx'

/** The kinds of changes, and those that others than owners read. */
const KINDS = ['days', 'booking', ...HOTEL_KINDS] as const
const OF_REVENUE: readonly Kind[] = [
  'days',
  'rate',
  'extra',
  'agency_terms',
  'statement',
  'allotment',
  'room_type',
  'photo',
]
const OF_DESK: readonly Kind[] = ['booking', 'desk']
type Kind = (typeof KINDS)[number]

/** The audit trail of the hotel, its days and its bookings, newest first. */
export function HistoryView({ hotel, route: { query } }: ViewProps) {
  const entity = KINDS.find((kind) => kind === query.get('entity'))
  const filter = filterIn<'listHotelHistory'>(query, 'userId', 'from', 'to')
  const pages = useList('listHotelHistory', { ...filter, hotel: hotel.slug, entity, limit: 25 })
  const isOwner = may(hotel, 'owner')
  const kinds = isOwner ? KINDS : may(hotel, 'revenue') ? OF_REVENUE : OF_DESK
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
          <OwnersFilter hotel={hotel.slug} pages={pages} />
        ) : (
          <HistoryFilter pages={pages} />
        )}
      </search>
      <HistoryList pages={pages} caption={t('history.title')} hotel={hotel} />
    </>
  )
}

/** The filter with all members of the hotel, whom owners may read. */
function OwnersFilter({ hotel, pages }: { hotel: string; pages: Pages<AuditEntry> }) {
  const { data: people } = useList('listPanelMembers', { hotel, limit: 100 })
  return <HistoryFilter pages={pages} people={people} />
}
