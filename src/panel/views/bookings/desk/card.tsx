import { useRef, useState } from 'preact/hooks'
import type { BookingTrail, WholeDesk, WholeHotel } from '../../../../client/call.ts'
import { api, asProblem } from '../../../lib/api.ts'
import { asksToGo, useAsked } from '../../../lib/entry-state.ts'
import { dateTime } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { may, mayIdentify } from '../../../lib/may.ts'
import { Button } from '../../../parts/button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { TextField } from '../../../parts/field.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { SmallForm } from '../../../parts/small-form.tsx'
import { say } from '../../../parts/toast.tsx'
import { changesOf, type Entry, sentenceOf, whoOf } from '../../history/entry-text.ts'
import { IdentitiesDialog } from './identities.tsx'
import { HandOver } from './link.tsx'
import { type DeskChange, writeDesk } from './marks.ts'
import { Payments } from './payments.tsx'
import { SharedRooms } from './shared-rooms.tsx'

type DeskProps = {
  hotel: WholeHotel
  booking: BookingTrail
  /** Is given what the desk keeps by now. */
  onDesk: (desk: WholeDesk) => void
  typed: TypedDesk
  setTyped: (typed: TypedDesk) => void
}

/** What the desk keeps beside a booking: marks, room, tags, note, payments, and who wrote which. */
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

/** Tells if the desk keeps anything that a reader without the right to write would see. */
const isKept = ({ desk, deskHistory }: BookingTrail): boolean =>
  desk.arrivedAt !== null || deskHistory.length > 0 || Object.values(textOf(desk)).some(Boolean)

function DeskCard({ mayWrite, ...props }: DeskProps & { mayWrite: boolean }) {
  const { hotel, booking } = props
  const { desk, deskHistory, status } = booking
  const [isIdentifying, setIdentifying] = useState(false)
  const mayWriteWho = mayIdentify(hotel) && (status === 'confirmed' || status === 'completed')
  return (
    <section class="card desk-card">
      <h2>{t('desk.title')}</h2>
      <Marks {...props} mayWrite={mayWrite} />
      {mayWrite ? (
        <DeskForm {...props} />
      ) : (
        <Facts
          pairs={[
            [t('desk.roomNumber'), desk.roomNumber],
            [t('desk.tags'), desk.tags.join(', ')],
            [t('desk.note'), desk.note && <span class="prose">{desk.note}</span>],
          ]}
        />
      )}
      {mayWrite && (
        <div class="buttons">
          {mayWriteWho && (
            <Button onClick={() => setIdentifying(true)}>{t('identity.open')}</Button>
          )}
          <HandOver hotel={hotel} booking={booking} />
        </div>
      )}
      {isIdentifying && (
        <IdentitiesDialog {...{ hotel, booking }} onClose={() => setIdentifying(false)} />
      )}
      {deskHistory.length > 0 && (
        <details>
          <summary>{t('desk.history')}</summary>
          <ul class="stack">
            {deskHistory.map((entry) => (
              <li key={entry.at + JSON.stringify(entry.after)}>
                <span class="dim">
                  {dateTime(entry.at, hotel.timezone)} · {sentenceOrWho(entry as Entry)}
                </span>
                {changesOf(entry as Entry, booking.currency, hotel.timezone).map(
                  ({ field, before, after }) => (
                    <p key={field}>
                      <span class="dim">{field}</span> <del>{before}</del> → <ins>{after}</ins>
                    </p>
                  ),
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** What was done with identities, or with the link of the booking, is no change of a field. */
const sentenceOrWho = (entry: Entry) =>
  entry.after.identities || entry.after.link ? sentenceOf(entry) : whoOf(entry)

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

/** What of the desk is written in the form. */
type Written = Pick<WholeDesk, 'roomNumber' | 'tags' | 'note'>
type Name = keyof Written

const textOf = ({ roomNumber, tags, note }: Written): Record<Name, string> => ({
  roomNumber: roomNumber ?? '',
  tags: tags.join(', '),
  note: note ?? '',
})

function readText(texts: Record<Name, string>): Written {
  const tags = texts.tags.split(',').map((tag) => tag.trim())
  const roomNumber = texts.roomNumber.trim() || null
  return { roomNumber, tags: tags.filter(Boolean), note: texts.note || null }
}

/** What is typed of it and not saved, each beside what was seen there; nothing at first. */
export type TypedDesk = { [name in Name]?: { text: string; seen: string } | undefined }
export const NOTHING_TYPED: TypedDesk = {}

/** Room, tags and note. A field in which somebody types keeps the text; what others write there meanwhile is told. */
function DeskForm({ hotel, booking, onDesk, typed, setTyped }: DeskProps) {
  const { code, desk } = booking
  const before = textOf(desk)
  const names = Object.keys(before) as Name[]
  const changed = names.filter((name) => typed[name] && typed[name].text !== before[name])
  useAsked(changed.length > 0, asksToGo)
  const draft = { ...before }
  const seen = { ...before }
  for (const name of changed) ({ text: draft[name], seen: seen[name] } = typed[name]!)
  /** What others had written, as it was told at the last try. */
  const told = useRef<Written | undefined>(undefined)
  const pick = (from: Written) => Object.fromEntries(changed.map((name) => [name, from[name]]))
  const { run, isBusy, problem } = useAction(async () => {
    const body = { ...pick(readText(draft)), expected: pick(told.current ?? readText(seen)) }
    const next = await writeDesk(hotel, code, body).catch(async (error) => {
      if (asProblem(error).code === 'revision_conflict') {
        const query = { hotel: hotel.slug }
        const { desk } = await api.get<BookingTrail>(`/v1/panel/bookings/${code}`, { query })
        told.current = desk
        onDesk(desk)
      }
      throw error
    })
    told.current = undefined
    setTyped({})
    onDesk(next)
    say(t('desk.saved'))
  })
  // At its field.
  const isShown = problem && (problem.code === 'revision_conflict' || problem.errors.length > 0)
  const field = (name: Name) => {
    const isMoved = changed.includes(name) && typed[name]!.seen !== before[name]
    return {
      value: draft[name],
      problem,
      path: `/${name}`,
      error: isMoved ? t('desk.meanwhile', { text: before[name] }) : undefined,
      onText: (text: string) =>
        setTyped({
          ...typed,
          // What is as it was is not typed.
          [name]:
            text === before[name] ? undefined : { text, seen: typed[name]?.seen ?? before[name] },
        }),
    }
  }
  return (
    <SmallForm
      isQuiet
      action={changed.length > 0 && t('desk.save')}
      send={run}
      isBusy={isBusy}
      problem={isShown ? undefined : problem}
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
      <SharedRooms
        {...{ hotel, code, roomNumber: draft.roomNumber }}
        known={changed.includes('roomNumber') ? undefined : desk.sharedRooms}
      />
      <TextField
        {...field('note')}
        isLong
        label={t('desk.note')}
        hint={t('desk.noteHint')}
        maxLength={2000}
      />
    </SmallForm>
  )
}
