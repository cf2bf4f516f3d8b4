import { useState } from 'preact/hooks'
import type { UnusualDemand, WholeHotel } from '../../../client/call.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/field.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { CancelMany } from '../bookings/many.tsx'
import { liftBrake } from '../web/rules.tsx'

type DemandProps = { hotel: WholeHotel; demand: UnusualDemand; reload: () => void }

/** The alarm of unusual demand by strangers, with the buttons that end the wave or lift the brake. */
export function Demand({ hotel, demand, reload }: DemandProps) {
  const { brakeLiftedUntil, wave } = demand
  // The dialog keeps the wave as it was when the button was pressed: the first cancellations may end the alarm.
  const endWave = () =>
    openDialog((close) => <EndWave {...{ hotel, wave, reload }} onClose={close} />)
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
        {may(hotel, 'front_desk') && <Button onClick={endWave}>{t('demand.end')}</Button>}
        {!brakeLiftedUntil && may(hotel, 'owner') && (
          <Button onClick={() => liftBrake(hotel, reload)}>{t('web.lift')}</Button>
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

type EndWaveProps = {
  hotel: WholeHotel
  wave: UnusualDemand['wave']
  reload: () => void
  onClose: () => void
}

/** Asks before the bookings of a wave are cancelled, all of them or only those without proof. */
function EndWave({ hotel, wave, reload, onClose }: EndWaveProps) {
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
