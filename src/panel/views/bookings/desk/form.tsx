import { useRef } from 'preact/hooks'
import type { BookingTrail, WholeDesk, WholeHotel } from '../../../../client/call.ts'
import { numbersText } from '../../../../domain/bookings/room-numbers.ts'
import { asProblem, call } from '../../../lib/api.ts'
import { asksToGo, useAsked } from '../../../lib/entry-state.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { TextField } from '../../../parts/field.tsx'
import { SmallForm } from '../../../parts/small-form.tsx'
import { say } from '../../../parts/toast.tsx'
import { RoomChoice } from './room-choice.tsx'
import { roomTextOf, roomToGive } from './room-text.ts'
import { SharedRooms } from './shared-rooms.tsx'

/** The members of the desk that the form writes; `roomNumber` has all numbers. */
type DeskEntry = Pick<WholeDesk, 'roomNumber' | 'tags' | 'note'>
type Name = keyof DeskEntry

/** Unsaved text by field, each beside the text that stood there when the typing began; empty at first. */
export type TypedDesk = { [name in Name]?: { text: string; seen: string } | undefined }
export const NOTHING_TYPED: TypedDesk = {}

export type DeskProps = {
  hotel: WholeHotel
  booking: BookingTrail
  /** Gets the desk's data as they now are. */
  onDesk: (desk: WholeDesk) => void
  typed: TypedDesk
  setTyped: (typed: TypedDesk) => void
}

/**
 * Some of room, tags and note. A field keeps what somebody types there and tells what others save in it meanwhile.
 *
 * @param names the fields; the room stands alone
 */
export function DeskForm(props: DeskProps & { names: readonly Name[] }) {
  const { hotel, booking, onDesk, typed, setTyped, names } = props
  const { code, desk } = booking
  const before = textOf(desk)
  const changed = names.filter((name) => typed[name] && typed[name].text !== before[name])
  useAsked(changed.length > 0, asksToGo)
  const draft = { ...before }
  const seen = { ...before }
  for (const name of changed) ({ text: draft[name], seen: seen[name] } = typed[name]!)
  const { run, isBusy, problem } = useSave({ ...props, code, changed, draft, seen })
  // A conflict and a flaw are told at their field.
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
          // A text that is back to what stood there counts as untyped.
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
      {names.includes('roomNumber') ? (
        <>
          <RoomChoice {...{ hotel, booking }} {...field('roomNumber')} />
          <SharedRooms
            {...{ hotel, booking, roomNumber: draft.roomNumber }}
            known={changed.includes('roomNumber') ? undefined : desk.sharedRooms}
            gives={roomToGive(desk.roomNumbers, draft.roomNumber, booking.rooms)}
            onSwapped={async () => {
              setTyped({ ...typed, roomNumber: undefined })
              onDesk((await call('getPanelBooking', { hotel: hotel.slug, code })).desk)
            }}
          />
        </>
      ) : (
        <NoteFields field={field} />
      )}
    </SmallForm>
  )
}

type NoteFieldsProps = {
  field: (name: Name) => Omit<Parameters<typeof TextField>[0], 'label'>
}

const NoteFields = ({ field }: NoteFieldsProps) => (
  <>
    <TextField {...field('tags')} label={t('desk.tags')} placeholder={t('desk.tagsHint')} />
    <TextField
      {...field('note')}
      isLong
      label={t('desk.note')}
      hint={t('desk.noteHint')}
      maxLength={2000}
    />
  </>
)

type Saving = Pick<DeskProps, 'hotel' | 'onDesk' | 'typed' | 'setTyped'> & {
  code: string
  changed: readonly Name[]
  draft: Record<Name, string>
  seen: Record<Name, string>
}

/** Saves the changed fields, unless others have changed them since they were seen (optimistic lock). */
function useSave({ hotel, code, changed, draft, seen, onDesk, typed, setTyped }: Saving) {
  const params = { hotel: hotel.slug, code }
  /** The values that others had saved, by the last refused try. */
  const told = useRef<DeskEntry | undefined>(undefined)
  const pick = (from: DeskEntry) => Object.fromEntries(changed.map((name) => [name, from[name]]))
  return useAction(async () => {
    const body = { ...pick(readText(draft)), expected: pick(told.current ?? readText(seen)) }
    const next = await call('writeDesk', params, { body }).catch(async (error) => {
      if (asProblem(error).code === 'revision_conflict') {
        const { desk } = await call('getPanelBooking', params)
        told.current = entryOf(desk)
        onDesk(desk)
      }
      throw error
    })
    told.current = undefined
    setTyped({ ...typed, ...Object.fromEntries(changed.map((name) => [name, undefined])) })
    onDesk(next)
    say(t('desk.saved'))
  })
}

const entryOf = ({ tags, note, ...desk }: WholeDesk): DeskEntry => ({
  roomNumber: numbersText(desk),
  tags,
  note,
})

/** The desk's fields as texts. */
export function textOf(desk: WholeDesk): Record<Name, string> {
  const { roomNumber, tags, note } = entryOf(desk)
  return { roomNumber: roomNumber ?? '', tags: tags.join(', '), note: note ?? '' }
}

function readText(texts: Record<Name, string>): DeskEntry {
  const tags = texts.tags.split(',').map((tag) => tag.trim())
  const roomNumber = roomTextOf(texts.roomNumber)
  return { roomNumber, tags: tags.filter(Boolean), note: texts.note || null }
}
