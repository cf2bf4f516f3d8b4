import { useState } from 'preact/hooks'
import type { UnusualDemand, WholeHotel } from '../../../client/call.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/field.tsx'
import { CancelMany } from '../bookings/many.tsx'
import { LiftDialog } from '../web.tsx'

/** What is asked before it is done about the alarm: a wave that is ended, or the brake lifted. */
export type DemandAct = UnusualDemand['wave'] | 'lift'

type DemandProps = { hotel: WholeHotel; demand: UnusualDemand; onAct: (act: DemandAct) => void }

/** The alarm that strangers take more than is usual, and what can be done about it. */
export function Demand({ hotel, demand, onAct }: DemandProps) {
  const { brakeLiftedUntil } = demand
  const timeOf = (at: string | number) => dateTime(at, hotel.timezone)
  return (
    <li class="note bad">
      <p>
        <strong>{takenText(demand)}</strong> {nextText(demand, timeOf)}{' '}
        {demand.mailStuck && t('demand.stuck')}{' '}
        <a href={href({ view: 'bookings', query: { unproven: true } })}>
          <u>{t('desk.show')}</u>
        </a>
      </p>
      <div class="buttons">
        {may(hotel, 'front_desk') && (
          <Button onClick={() => onAct(demand.wave)}>{t('demand.end')}</Button>
        )}
        {!brakeLiftedUntil && may(hotel, 'owner') && (
          <Button onClick={() => onAct('lift')}>{t('web.lift')}</Button>
        )}
      </div>
    </li>
  )
}

function takenText({ wave, dayRoomNights, weekRoomNights, usualDayRoomNights }: UnusualDemand) {
  if (wave.days === 7) return t('demand.week', { count: weekRoomNights })
  const times = usualDayRoomNights ? Math.round(dayRoomNights / usualDayRoomNights) : 1
  return t(times > 1 ? 'demand.times' : 'demand.day', { count: dayRoomNights, times })
}

function nextText(demand: UnusualDemand, timeOf: (at: string) => string): string {
  const { level, brakeLiftedUntil, wave, dayMax, weekMax } = demand
  if (brakeLiftedUntil) return t('demand.lifted', { until: timeOf(brakeLiftedUntil) })
  return level === 'whole'
    ? t('demand.whole')
    : t('demand.half', { max: wave.days === 7 ? weekMax : dayMax })
}

type ActProps = { hotel: WholeHotel; reload: () => void; onClose: () => void }

/** Asks what was pressed, as it was shown then: the first bookings that are cancelled may end the alarm. */
export const DemandDialog = ({ act, ...props }: ActProps & { act: DemandAct }) =>
  act === 'lift' ? <LiftDialog {...props} /> : <EndDialog {...props} wave={act} />

type EndProps = ActProps & { wave: UnusualDemand['wave'] }

/** Asks before the bookings of a wave are cancelled, all or those that nobody has proven. */
function EndDialog({ hotel, wave, reload, onClose }: EndProps) {
  const { days, unproven, provenByMail, more } = wave
  const [isKept, setKept] = useState(false)
  const codes = [...unproven.codes, ...(isKept ? [] : provenByMail.codes)]
  const count = provenByMail.codes.length
  return (
    <CancelMany
      {...{ hotel, codes, onClose }}
      title={t('demand.end')}
      reason={t('demand.reason')}
      onDone={reload}
    >
      <p>
        {t('demand.endText', { count: codes.length, days })} {more && t('demand.more')}
      </p>
      {count > 0 && (
        <CheckField label={t('demand.keep', { count })} checked={isKept} onCheck={setKept} />
      )}
    </CancelMany>
  )
}
