import type { WholeHotel } from '../../../../client/call.ts'
import type { Page } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { useGet } from '../../../lib/load.ts'
import { type Entry, whoOf } from './history.tsx'

type Place = { roomCode: string; date: string }

/** Tells who types a price that others have changed it meanwhile; of one night also who did. */
export function Moved({ hotel, moved }: { hotel: WholeHotel; moved: readonly Place[] }) {
  const only = moved.length === 1 ? moved[0] : undefined
  return (
    <div role="status" class="moved">
      {only ? (
        <MovedOne hotel={hotel} place={only} />
      ) : (
        moved.length > 0 && <p class="note warn">{t('calendar.moved', { count: moved.length })}</p>
      )}
    </div>
  )
}

function MovedOne({ hotel, place }: { hotel: WholeHotel; place: Place }) {
  const query = { hotel: hotel.slug, ...place }
  const { data } = useGet<Page<Entry>>('/v1/panel/availability/history', query)
  const entry = data?.items.find(({ before, after }) => before?.priceCents !== after.priceCents)
  const text = t('calendar.moved', { count: 1 })
  return <p class="note warn">{entry ? `${text} (${whoOf(entry)})` : text}</p>
}
