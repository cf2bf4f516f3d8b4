import { useState } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { href } from '../../lib/router.ts'
import type { Hotel, UnusualDemand } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { CheckField } from '../../parts/field.tsx'

/** For how long one press lets everybody book. */
const LIFT_MS = 24 * 60 * 60 * 1_000

type DemandProps = { hotel: Hotel; demand: UnusualDemand; reload: () => void }

/** The alarm that strangers take more than is usual, and what to do about it. */
export function Demand({ hotel, demand, reload }: DemandProps) {
  // What is asked about stays as it was shown, whatever comes meanwhile.
  const [wave, setWave] = useState<UnusualDemand['wave']>()
  const [liftMs, setLiftMs] = useState(0)
  const { brakeLiftedUntil } = demand
  const timeOf = (at: string | number) => dateTime(at, hotel.timezone)
  const query = { hotel: hotel.slug }
  const lift = async () => {
    const webBrakeLiftedUntil = new Date(liftMs).toISOString()
    await api.patch('/v1/panel/hotel', { query, body: { webBrakeLiftedUntil } })
    reload()
    return t('demand.liftedNow')
  }
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
          <Button onClick={() => setWave(demand.wave)}>{t('demand.end')}</Button>
        )}
        {!brakeLiftedUntil && may(hotel, 'owner') && (
          <Button onClick={() => setLiftMs(Date.now() + LIFT_MS)}>{t('demand.lift')}</Button>
        )}
      </div>
      {wave && <EndDialog {...{ wave, query, reload }} onClose={() => setWave(undefined)} />}
      {liftMs > 0 && (
        <Confirm
          title={t('demand.lift')}
          action={t('demand.liftDo')}
          kind="primary"
          act={lift}
          onClose={() => setLiftMs(0)}
        >
          <p>{t('demand.liftText', { until: timeOf(liftMs) })}</p>
        </Confirm>
      )}
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

type EndProps = Pick<DemandProps, 'reload'> & {
  wave: UnusualDemand['wave']
  query: { hotel: string }
  onClose: () => void
}

/** Asks before the bookings of a wave are cancelled, all or those that nobody has proven. */
function EndDialog({ wave, query, reload, onClose }: EndProps) {
  const { days, unproven, provenByMail, more } = wave
  const [isKept, setKept] = useState(false)
  const parts = isKept ? [unproven] : [unproven, provenByMail]
  const codes = parts.flatMap((part) => part.codes)
  const count = codes.length
  const nights = parts.reduce((sum, { roomNights }) => sum + roomNights, 0)
  const end = async () => {
    const body = { codes, reason: t('demand.reason') }
    const { cancelled, refused } = await api.post<{ cancelled: number; refused: number }>(
      '/v1/panel/bookings/cancel',
      { query, body },
    )
    reload()
    return t(refused ? 'demand.endedSome' : 'demand.ended', { count: cancelled, refused })
  }
  return (
    <Confirm
      title={t('demand.end')}
      action={t('demand.endDo', { count })}
      leave={t('action.close')}
      act={end}
      onClose={onClose}
    >
      <p>
        {t('demand.endText', { count, days, nights })} {more && t('demand.more')}
      </p>
      {provenByMail.codes.length > 0 && (
        <CheckField
          label={t('demand.keep', { count: provenByMail.codes.length })}
          checked={isKept}
          onCheck={setKept}
        />
      )}
      <p>{t('demand.told')}</p>
    </Confirm>
  )
}
