import { useState } from 'preact/hooks'
import type {
  Answer,
  AuditEntry,
  Body,
  Booking,
  BookingTrail,
  WholeHotel,
} from '../../../../client/call.ts'
import { numbersText } from '../../../../domain/bookings/room-numbers.ts'
import { call } from '../../../lib/api.ts'
import { dateTime } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { may, mayIdentify } from '../../../lib/may.ts'
import { Button } from '../../../parts/button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { openDialog } from '../../../parts/open-dialog.tsx'
import { ShownOnce } from '../../../parts/secret.tsx'
import { changesOf, sentenceOf, whoOf } from '../../history/entry-text.ts'
import { nameOf } from '../parts/model.ts'
import { DeskForm, type DeskProps, textOf } from './form.tsx'
import { IdentitiesDialog } from './identities.tsx'
import { Payments } from './payments.tsx'

/** The desk's data beside a booking: marks, room, tags, note, payments, and the history of who wrote them. */
export function DeskCards(props: DeskProps) {
  const { hotel, booking, onDesk } = props
  const mayWrite = may(hotel, 'front_desk')
  return (
    <>
      {(mayWrite || isKept(booking)) && <DeskCard {...props} mayWrite={mayWrite} />}
      <Payments hotel={hotel} booking={booking} onDesk={mayWrite ? onDesk : undefined} />
    </>
  )
}

/** True if the desk has any data that a person without the right to write would see. */
const isKept = ({ desk, deskHistory }: BookingTrail): boolean =>
  desk.arrivedAt !== null || deskHistory.length > 0 || Object.values(textOf(desk)).some(Boolean)

type CardProps = DeskProps & { mayWrite: boolean }

function DeskCard({ mayWrite, ...props }: CardProps) {
  const { hotel, booking } = props
  const { desk, deskHistory, status } = booking
  const hasGuests = status === 'confirmed' || status === 'completed'
  return (
    <section class="card desk-card">
      <h2>{t('desk.title')}</h2>
      <Marks {...props} mayWrite={mayWrite} />
      {mayWrite ? (
        <DeskForm {...props} />
      ) : (
        <Facts
          pairs={[
            [t('desk.roomNumber'), numbersText(desk)],
            [t('desk.tags'), desk.tags.join(', ')],
            [t('desk.note'), desk.note && <span class="prose">{desk.note}</span>],
          ]}
        />
      )}
      {mayWrite && (
        <div class="buttons">
          {mayIdentify(hotel) && hasGuests && <IdentitiesButton {...{ hotel, booking }} />}
          <HandOver hotel={hotel} booking={booking} />
        </div>
      )}
      {deskHistory.length > 0 && (
        <details>
          <summary>{t('desk.history')}</summary>
          <ul class="stack">
            {deskHistory.map((entry) => (
              <HistoryEntry
                key={entry.at + JSON.stringify(entry.after)}
                {...{ hotel, booking }}
                entry={entry}
              />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** When guests came and went; the last mark can be taken back. */
function Marks({ hotel, booking, onDesk, mayWrite }: CardProps) {
  const { code, desk } = booking
  const { run, isBusy, problem } = useAction(async (body: Body<'writeDesk'>) =>
    onDesk(await call('writeDesk', { hotel: hotel.slug, code }, { body })),
  )
  const mark = (at: string | null, change: Body<'writeDesk'>, isLast: boolean) =>
    at && (
      <span class="beside">
        {dateTime(at, hotel.timezone)}
        {mayWrite && isLast && (
          <Button kind="quiet" isBusy={isBusy} onClick={() => run(change)}>
            {t('desk.takeBack')}
          </Button>
        )}
      </span>
    )
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

type ActProps = { hotel: WholeHotel; booking: Booking }

/** Opens the guests' identity data. They are read when it is pressed, because each reading is kept in the history (audit). */
function IdentitiesButton({ hotel, booking }: ActProps) {
  const { run, isBusy, problem } = useAction(async () => {
    const before = await call('getIdentities', { hotel: hotel.slug, code: booking.code })
    void openDialog((onClose) => <IdentitiesDialog {...{ hotel, booking, before, onClose }} />)
  })
  return (
    <>
      <Button isBusy={isBusy} onClick={run}>
        {t('identity.open')}
      </Button>
      <ProblemNote problem={problem} />
    </>
  )
}

/** Hands over the booking's link. It is read when it is pressed, because the history names each person who was given it (audit). */
function HandOver({ hotel, booking }: ActProps) {
  const params = { hotel: hotel.slug, code: booking.code }
  const { run, isBusy, problem } = useAction(async () => {
    const first = await call('handOverManageLink', params, { body: { renew: false } })
    void openDialog((onClose) => <LinkDialog {...{ hotel, booking, first, onClose }} />)
  })
  return (
    <>
      <Button isBusy={isBusy} onClick={run}>
        {t('desk.link')}
      </Button>
      <ProblemNote problem={problem} />
    </>
  )
}

type LinkProps = ActProps & { first: Answer<'handOverManageLink'>; onClose: () => void }

/** A booking's link and code, which can be renewed: those that were handed over before then stop working. */
function LinkDialog({ hotel, booking, first, onClose }: LinkProps) {
  const [link, setLink] = useState(first)
  const { run, isBusy, problem } = useAction(async () => {
    const params = { hotel: hotel.slug, code: booking.code }
    setLink(await call('handOverManageLink', params, { body: { renew: true } }))
  })
  return (
    <ShownOnce
      title={t('desk.linkOf', { name: nameOf(booking) })}
      note={t(booking.source.type === 'agency' ? 'desk.linkReads' : 'desk.linkActs')}
      label={t('link.label')}
      secret={link.url}
      onClose={onClose}
    >
      <p>
        {t('desk.linkCode')} <code>{link.code}</code>
      </p>
      <ProblemNote problem={problem} />
      <Button isBusy={isBusy} onClick={run}>
        {t('desk.linkRenew')}
      </Button>
    </ShownOnce>
  )
}

/** An entry of the desk's history. What was done with identities or the link is a sentence, since no field changes. */
function HistoryEntry({ hotel, booking, entry }: ActProps & { entry: AuditEntry }) {
  const isSentence = entry.after.identities || entry.after.link
  return (
    <li>
      <span class="dim">
        {dateTime(entry.at, hotel.timezone)} · {isSentence ? sentenceOf(entry) : whoOf(entry)}
      </span>
      {changesOf(entry, booking.currency, hotel.timezone).map(({ field, before, after }) => (
        <p key={field}>
          <span class="dim">{field}</span> <del>{before}</del> → <ins>{after}</ins>
        </p>
      ))}
    </li>
  )
}
