import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { WholeHotel } from '../../client/call.ts'
import { brakeLevel } from '../../domain/strangers/strangers.ts'
import type { WebBookingsSchema } from '../../http/strangers/web-rules-shape.ts'
import { api } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useAction, useGet } from '../lib/load.ts'
import { may } from '../lib/may.ts'
import type { ViewProps } from '../lib/router.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { EntityForm, type FormFields } from '../parts/entity-form.tsx'
import { Facts } from '../parts/facts.tsx'
import { choicesOf, SelectField } from '../parts/field.tsx'
import { WHOLE } from '../parts/kinds.ts'
import { Badge, Read, type Tone } from '../parts/note.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { say, sayWrong } from '../parts/toast.tsx'

type WebBookings = Static<typeof WebBookingsSchema>

const HOUR_MS = 60 * 60 * 1_000
/** For how many hours the brake may be lifted: seven days at most. */
const LIFTS = ['3', '12', '24', '72', '168'] as const
const TONES: Record<Level, Tone> = { free: 'good', half: 'warn', whole: 'bad', lifted: 'info' }
type Level = 'free' | 'half' | 'whole' | 'lifted'

/** What the hotel lets strangers book, what that comes to here, and whether the brake is on. */
export function WebView({ hotel }: ViewProps) {
  const read = useGet<WebBookings>('/v1/panel/web-bookings', { hotel: hotel.slug })
  const change = async (body: object) => {
    await changeRules(hotel, body)
    read.reload()
  }
  return (
    <>
      <PageHead title={t('web.title')} />
      <p class="dim">{t('web.about')}</p>
      <Read of={read}>
        {(web) => (
          <>
            {web.limits !== 'all' && <p class="note warn">{t(`web.limits.${web.limits}`)}</p>}
            <Rules {...{ hotel, web, change }} />
            <Brake {...{ hotel, web, change }} reload={read.reload} />
          </>
        )}
      </Read>
    </>
  )
}

const changeRules = ({ slug }: WholeHotel, body: object) =>
  api.patch('/v1/panel/hotel', { query: { hotel: slug }, body })

type CardProps = { hotel: WholeHotel; web: WebBookings; change: (body: object) => Promise<void> }

function Rules({ hotel, web, change }: CardProps) {
  const [isOpen, setOpen] = useState(false)
  const { webMaxRooms, webMaxNights, heldRooms } = web
  const one = {
    rooms: roomsText(webMaxRooms),
    nights: t('bookings.nights', { count: webMaxNights }),
  }
  const send = async (body: object) => {
    await change(body)
    return t('web.saved')
  }
  return (
    <section class="card" aria-labelledby="web-rules">
      <div class="view-head">
        <h2 id="web-rules">{t('web.rules')}</h2>
        {may(hotel, 'owner') && (
          <Button aria-label={t('web.edit')} onClick={() => setOpen(true)}>
            {t('action.edit')}
          </Button>
        )}
      </div>
      {web.webProof !== 'none' && !web.hasMail && <p class="note warn">{t('web.noMail')}</p>}
      <Facts
        pairs={[
          [t('web.one'), t('web.oneText', one)],
          [t('web.proof'), proofText(web)],
          [t('web.held'), t('web.heldText', { rooms: roomsText(heldRooms) })],
        ]}
      />
      {isOpen && (
        <EntityForm
          title={t('web.rules')}
          fields={fieldsOf()}
          before={web}
          seen={web}
          send={send}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

/** Whether anybody is asked for proof: the hotel wants it, and there is mail. */
const isAsking = ({ unprovenRooms }: WebBookings): boolean => unprovenRooms !== null

/** Who is asked for proof, in figures of the hotel. */
function proofText({ unprovenRooms: most, rooms }: WebBookings): string {
  if (most === null) return t('web.proofNone')
  return most === 0 ? t('web.proofAlways') : t('web.proofShare', { rooms: roomsText(rooms), most })
}

const roomsText = (count: number): string => t('bookings.rooms', { count })

const fieldsOf = (): FormFields => [
  [
    {
      name: 'webMaxRooms',
      label: t('web.maxRooms'),
      hint: t('web.maxRoomsHint'),
      kind: WHOLE,
    },
    {
      name: 'webMaxNights',
      label: t('web.maxNights'),
      hint: t('web.maxNightsHint'),
      kind: WHOLE,
    },
  ],
  {
    name: 'webProof',
    label: t('web.proof'),
    hint: t('web.proofHint'),
    options: choicesOf(['none', 'share', 'always'], (value) => t(`web.proof.${value}`)),
  },
]

/** What strangers have taken of what they may, and the way to let more of them book. */
function Brake({ hotel, web, change, reload }: CardProps & { reload: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const { webBrakeLiftedUntil: until, dayRoomNights, dayMax, weekRoomNights, weekMax } = web
  const level = levelOf(web)
  const putOn = useAction(() =>
    change({ webBrakeLiftedUntil: null }).then(() => say(t('web.isOn')), sayWrong),
  )
  const sums = { day: dayRoomNights, dayMax, week: weekRoomNights, weekMax }
  return (
    <section class="card" aria-labelledby="web-brake">
      <div class="view-head">
        <h2 id="web-brake">
          {t('web.brake')} <Badge tone={TONES[level]}>{t(`web.level.${level}`)}</Badge>
        </h2>
        {may(hotel, 'owner') &&
          (level === 'lifted' ? (
            <Button isBusy={putOn.isBusy} onClick={putOn.run}>
              {t('web.putOn')}
            </Button>
          ) : (
            <Button onClick={() => setOpen(true)}>{t('web.lift')}</Button>
          ))}
      </div>
      {level === 'lifted' && (
        <p class="note warn">{t('web.brakeLifted', { until: dateTime(until!, hotel.timezone) })}</p>
      )}
      <p>{t('web.brakeText', sums)}</p>
      <p class="dim">
        {isAsking(web) && t('web.brakeMail')} {t('web.brakeHow')}
      </p>
      {isOpen && <LiftDialog {...{ hotel, reload }} onClose={() => setOpen(false)} />}
    </section>
  )
}

function levelOf(web: WebBookings): Level {
  const { webBrakeLiftedUntil: until } = web
  if (until !== null && Date.parse(until) > Date.now()) return 'lifted'
  const { dayRoomNights: day, dayMax, weekRoomNights: week, weekMax } = web
  const level = brakeLevel({ day, week }, { day: dayMax, week: weekMax })
  return level === 'none' || (level === 'half' && !isAsking(web)) ? 'free' : level
}

type LiftProps = { hotel: WholeHotel; reload: () => void; onClose: () => void }

/** Lifts the brake for as long as an owner says. */
export function LiftDialog({ hotel, reload, onClose }: LiftProps) {
  const [hours, setHours] = useState<(typeof LIFTS)[number]>('24')
  const lift = async () => {
    // A little less than seven days, for clocks that differ.
    const untilMs = Date.now() + Number(hours) * HOUR_MS - 60_000
    await changeRules(hotel, { webBrakeLiftedUntil: new Date(untilMs).toISOString() })
    reload()
    return t('web.lifted')
  }
  return (
    <Confirm
      title={t('web.lift')}
      action={t('web.liftDo')}
      kind="primary"
      act={lift}
      onClose={onClose}
    >
      {(problem) => (
        <>
          <SelectField
            {...{ problem, label: t('web.liftFor'), path: '/webBrakeLiftedUntil', value: hours }}
            options={choicesOf(LIFTS, (value) => durationText(Number(value)))}
            onPick={setHours}
          />
          <p>{t('web.liftText')}</p>
        </>
      )}
    </Confirm>
  )
}

const durationText = (hours: number): string =>
  hours < 24 ? t('web.hours', { count: hours }) : t('web.days', { count: hours / 24 })
