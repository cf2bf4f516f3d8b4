import { useState } from 'preact/hooks'
import { dateTime } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { may } from '../../../lib/may.ts'
import type { BookingTrail, Hotel, WholeDesk } from '../../../lib/types.ts'
import { Button } from '../../../parts/button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { TextField } from '../../../parts/field.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { say } from '../../../parts/toast.tsx'
import { changesOf, type Entry, whoOf } from '../../history/entry-text.ts'
import { type DeskChange, writeDesk } from './marks.ts'
import { Payments } from './payments.tsx'

type DeskProps = {
  hotel: Hotel
  booking: BookingTrail
  /** Is given what the desk keeps by now. */
  onDesk: (desk: WholeDesk) => void
}

/** What the desk keeps beside a booking: marks, room, tags, note, payments, and who wrote which. */
export function DeskCards({ hotel, booking, onDesk }: DeskProps) {
  const mayWrite = may(hotel, 'front_desk')
  const { desk, deskHistory } = booking
  // What somebody else has written since is what is written on.
  const version = JSON.stringify([desk.note, desk.tags, desk.roomNumber])
  return (
    <>
      <section class="card desk-card">
        <h2>{t('desk.title')}</h2>
        <Marks {...{ hotel, booking, onDesk, mayWrite }} />
        {mayWrite ? (
          <DeskForm key={version} {...{ hotel, booking, onDesk }} />
        ) : (
          <Facts
            pairs={[
              [t('desk.roomNumber'), desk.roomNumber],
              [t('desk.tags'), desk.tags.join(', ')],
              [t('desk.note'), desk.note && <span class="prose">{desk.note}</span>],
            ]}
          />
        )}
        {deskHistory.length > 0 && (
          <details>
            <summary>{t('desk.history')}</summary>
            <ul class="stack">
              {deskHistory.map((entry) => (
                <li key={entry.at + JSON.stringify(entry.after)}>
                  <span class="dim">
                    {dateTime(entry.at, hotel.timezone)} · {whoOf(entry)}
                  </span>
                  {changesOf(entry as Entry, booking.currency).map(({ field, before, after }) => (
                    <p key={field}>
                      <span class="dim">{field}</span> <del>{before}</del> → <ins>{after}</ins>
                    </p>
                  ))}
                </li>
              ))}
            </ul>
          </details>
        )}
      </section>
      <Payments hotel={hotel} booking={booking} onDesk={mayWrite ? onDesk : undefined} />
    </>
  )
}

/** When guests came and went, each of which can be taken back. */
function Marks({ hotel, booking, onDesk, mayWrite }: DeskProps & { mayWrite: boolean }) {
  const { code, desk } = booking
  const { run, isBusy, problem } = useAction(async (change: DeskChange) =>
    onDesk(await writeDesk(hotel, code, change)),
  )
  const mark = (at: string | null, change: DeskChange, isLast: boolean) =>
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

function DeskForm({ hotel, booking, onDesk }: DeskProps) {
  const { code, desk } = booking
  const before = {
    roomNumber: desk.roomNumber ?? '',
    tags: desk.tags.join(', '),
    note: desk.note ?? '',
  }
  const [draft, setDraft] = useState(before)
  const { run, isBusy, problem } = useAction(async () => {
    const tags = draft.tags.split(',').map((tag) => tag.trim())
    const change: DeskChange = {
      ...(draft.note !== before.note && { note: draft.note }),
      ...(draft.tags !== before.tags && { tags: tags.filter(Boolean) }),
      ...(draft.roomNumber !== before.roomNumber && {
        roomNumber: draft.roomNumber.trim() || null,
      }),
    }
    onDesk(await writeDesk(hotel, code, change))
    say(t('desk.saved'))
  })
  const field = (name: keyof typeof before) => ({
    value: draft[name],
    problem,
    path: `/${name}`,
    onText: (text: string) => setDraft({ ...draft, [name]: text }),
  })
  return (
    <form
      noValidate
      class="stack"
      onSubmit={async (event) => {
        event.preventDefault()
        await run()
      }}
    >
      <div class="form-row">
        <TextField
          {...field('roomNumber')}
          label={t('desk.roomNumber')}
          maxLength={60}
          autocomplete="off"
        />
        <TextField {...field('tags')} label={t('desk.tags')} placeholder={t('desk.tagsHint')} />
      </div>
      <TextField
        {...field('note')}
        isLong
        label={t('desk.note')}
        hint={t('desk.noteHint')}
        maxLength={2000}
      />
      {JSON.stringify(draft) !== JSON.stringify(before) && (
        <div class="buttons">
          <Button type="submit" isBusy={isBusy}>
            {t('desk.save')}
          </Button>
        </div>
      )}
      <ProblemNote problem={problem?.errors.length ? undefined : problem} />
    </form>
  )
}
