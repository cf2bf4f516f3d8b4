import type { Body, BookingTrail, WholeHotel } from '../../../../client/call.ts'
import { numbersText } from '../../../../domain/bookings/room-numbers.ts'
import { call } from '../../../lib/api.ts'
import { dateTime } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { may, mayIdentify } from '../../../lib/may.ts'
import { Button } from '../../../parts/button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { openDialog } from '../../../parts/open-dialog.tsx'
import { DeskForm, type DeskProps, textOf } from './form.tsx'
import { IdentitiesDialog } from './identities.tsx'

/**
 * The room numbers of a booking and its marks; once its guests have a room and are in it, they are text that opens to be
 * changed. A booking that ended without a stay needs no room: its numbers are text.
 */
export function RoomNumbers(props: DeskProps) {
  const { hotel, booking, typed } = props
  const { desk } = booking
  const numbers = numbersText(desk)
  const given = numbers && [[t('desk.roomNumber'), numbers] as const]
  const isOver = ['cancelled', 'expired', 'no_show'].includes(booking.status)
  if (isOver || !may(hotel, 'front_desk'))
    return (
      <>
        <Facts pairs={given || []} />
        <Marks {...props} />
      </>
    )
  const isDone = desk.arrivedAt !== null && numbers !== null
  return (
    <>
      {isDone && <Facts pairs={given || []} />}
      <Marks {...props} />
      {isDone ? (
        <details class="fold" open={typed.roomNumber !== undefined}>
          <summary>{t('desk.otherRoom')}</summary>
          <DeskForm {...props} names={ROOM} />
        </details>
      ) : (
        <DeskForm {...props} names={ROOM} />
      )}
    </>
  )
}

const ROOM = ['roomNumber'] as const
const NOTES = ['tags', 'note'] as const

/** The tags and the note of the desk; nothing for a reader who may not write and finds none. */
export function Notes(props: DeskProps) {
  const { hotel, booking } = props
  const { tags, note } = booking.desk
  const mayWrite = may(hotel, 'front_desk') && !booking.erased
  if (!mayWrite && !textOf(booking.desk).tags && !note) return null
  return (
    <section class="card desk-card">
      <h2>{t('desk.title')}</h2>
      {mayWrite ? (
        <DeskForm {...props} names={NOTES} />
      ) : (
        <Facts
          pairs={[
            [t('desk.tags'), tags.join(', ')],
            [t('desk.note'), note && <span class="prose">{note}</span>],
          ]}
        />
      )}
    </section>
  )
}

/** When guests came and went; the last mark can be taken back. */
function Marks({ hotel, booking, onDesk }: DeskProps) {
  const { code, desk } = booking
  const { run, isBusy, problem } = useAction(async (body: Body<'writeDesk'>) =>
    onDesk(await call('writeDesk', { hotel: hotel.slug, code }, { body })),
  )
  const mark = (at: string | null, change: Body<'writeDesk'>, isLast: boolean) =>
    at && (
      <span class="beside">
        {dateTime(at, hotel.timezone)}
        {may(hotel, 'front_desk') && isLast && (
          <Button kind="quiet" isBusy={isBusy} onClick={() => run(change)}>
            {t('desk.takeBack')}
          </Button>
        )}
      </span>
    )
  if (!desk.arrivedAt) return null
  return (
    <>
      <Facts
        pairs={[
          [t('desk.arrivedAt'), mark(desk.arrivedAt, { arrivedAt: null }, desk.leftAt === null)],
          [t('desk.leftAt'), mark(desk.leftAt, { leftAt: null }, true)],
        ]}
      />
      <ProblemNote problem={problem} />
    </>
  )
}

type IdentitiesProps = { hotel: WholeHotel; booking: BookingTrail }

/** Opens the guests' identity data. They are read when it is pressed, because each reading is kept in the history (audit). */
export function Identities({ hotel, booking }: IdentitiesProps) {
  const { status, erased } = booking
  const { run, isBusy, problem } = useAction(async () => {
    const before = await call('getIdentities', { hotel: hotel.slug, code: booking.code })
    void openDialog((onClose) => <IdentitiesDialog {...{ hotel, booking, before, onClose }} />)
  })
  const hasGuests = status === 'confirmed' || status === 'completed'
  if (!mayIdentify(hotel) || !hasGuests || erased) return null
  return (
    <section class="card folds">
      <button type="button" class="fold-row" aria-busy={isBusy} onClick={isBusy ? undefined : run}>
        <Icon name="forth" /> {t('identity.open')}
      </button>
      {problem && (
        <div class="within">
          <ProblemNote problem={problem} />
        </div>
      )}
    </section>
  )
}
