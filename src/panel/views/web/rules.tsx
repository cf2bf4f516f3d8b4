import type { Body, WebBookings, WholeHotel } from '../../../client/call.ts'
import { brakeLevel } from '../../../domain/strangers/strangers.ts'
import { call } from '../../lib/api.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { Button } from '../../parts/button.tsx'
import { EntityForm, type FormField, type FormFields } from '../../parts/entity-form.tsx'
import { Facts } from '../../parts/facts.tsx'
import { choicesOf } from '../../parts/field.tsx'
import { WHOLE } from '../../parts/kinds.ts'
import { Badge, type Tone } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'

const HOUR_MS = 60 * 60 * 1_000
/** The choices for how long the brake is lifted, in hours: seven days at most. */
const LIFTS = ['3', '12', '24', '72', '168'] as const
const TONES: Record<Level, Tone> = { free: 'good', half: 'warn', whole: 'bad', lifted: 'info' }
type Level = 'free' | 'half' | 'whole' | 'lifted'

type Settings = Body<'changePanelHotel'>

const changeRules = ({ slug }: WholeHotel, body: Settings) =>
  call('changePanelHotel', { hotel: slug }, { body })

type CardProps = { hotel: WholeHotel; web: WebBookings; change: (body: Settings) => Promise<void> }

/** The rules for bookings by strangers, their effect at this hotel, and the brake. */
export function RuleCards({
  hotel,
  web,
  reload,
}: Omit<CardProps, 'change'> & { reload: () => void }) {
  const change = async (body: Settings) => {
    await changeRules(hotel, body)
    reload()
  }
  return (
    <>
      <Rules {...{ hotel, web, change }} />
      <Brake {...{ hotel, web, change, reload }} />
    </>
  )
}

function Rules({ hotel, web, change }: CardProps) {
  const { webMaxRooms, webMaxNights, heldRooms } = web
  const one = {
    rooms: roomsText(webMaxRooms),
    nights: t('bookings.nights', { count: webMaxNights }),
  }
  const send = async (body: Settings) => {
    await change(body)
    return t('web.saved')
  }
  const edit = () =>
    openDialog((close) => (
      <EntityForm
        title={t('web.rules')}
        fields={fieldsOf()}
        before={web}
        seen={web}
        send={send}
        onClose={close}
      />
    ))
  return (
    <section class="card" aria-labelledby="web-rules">
      <div class="view-head">
        <h2 id="web-rules">{t('web.rules')}</h2>
        {may(hotel, 'owner') && (
          <Button aria-label={t('web.edit')} onClick={edit}>
            {t('action.edit')}
          </Button>
        )}
      </div>
      <p class="dim">{t('web.about')}</p>
      {web.limits !== 'all' && <p class="note warn">{t(`web.limits.${web.limits}`)}</p>}
      {web.webProof !== 'none' && !web.hasMail && <p class="note warn">{t('web.noMail')}</p>}
      <Facts
        pairs={[
          [t('web.one'), t('web.oneText', one)],
          [t('web.proof'), proofText(web)],
          [t('web.held'), t('web.heldText', { rooms: roomsText(heldRooms) })],
        ]}
      />
    </section>
  )
}

/** True if the hotel asks for proof, and there is a mail server to ask by. */
const isAsking = ({ unprovenRooms }: WebBookings): boolean => unprovenRooms !== null

/** The guests who are asked for proof, in figures of the hotel. */
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

/** The room nights that strangers took, their bound, and the button that lifts the brake. */
function Brake({ hotel, web, change, reload }: CardProps & { reload: () => void }) {
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
            <Button onClick={() => liftBrake(hotel, reload)}>{t('web.lift')}</Button>
          ))}
      </div>
      {level === 'lifted' && (
        <p class="note warn">{t('web.brakeLifted', { until: dateTime(until!, hotel.timezone) })}</p>
      )}
      <p>{t('web.brakeText', sums)}</p>
      <p class="dim">
        {isAsking(web) && t('web.brakeMail')} {t('web.brakeHow')}
      </p>
    </section>
  )
}

/** The state of the brake: what strangers who book meet now. */
export function levelOf(web: WebBookings): Level {
  const { webBrakeLiftedUntil: until } = web
  if (until !== null && Date.parse(until) > Date.now()) return 'lifted'
  const { dayRoomNights: day, dayMax, weekRoomNights: week, weekMax } = web
  const level = brakeLevel({ day, week }, { day: dayMax, week: weekMax })
  return level === 'none' || (level === 'half' && !isAsking(web)) ? 'free' : level
}

/** Asks an owner how long the brake is lifted, and lifts it. */
export const liftBrake = (hotel: WholeHotel, reload: () => void) =>
  openDialog((close) => (
    <EntityForm
      title={t('web.lift')}
      action={t('web.liftDo')}
      fields={[liftField()]}
      send={async (body: Settings) => {
        await changeRules(hotel, body)
        reload()
        return t('web.lifted')
      }}
      onClose={close}
      below={<p>{t('web.liftText')}</p>}
    />
  ))

const liftField = (): FormField => ({
  name: 'webBrakeLiftedUntil',
  label: t('web.liftFor'),
  initial: '24',
  options: choicesOf(LIFTS, (hours) => durationText(Number(hours))),
  // A little less than seven days, because clocks differ.
  readWith: ({ webBrakeLiftedUntil: hours }) =>
    new Date(Date.now() + Number(hours) * HOUR_MS - 60_000).toISOString(),
})

const durationText = (hours: number): string =>
  hours < 24 ? t('web.hours', { count: hours }) : t('web.days', { count: hours / 24 })
