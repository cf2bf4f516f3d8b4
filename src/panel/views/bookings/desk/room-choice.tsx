import { useId, useRef, useState } from 'preact/hooks'
import type { WholeHotel } from '../../../../client/call.ts'
import { roomWord } from '../../../../domain/bookings/room-numbers.ts'
import type { Problem } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { useCall } from '../../../lib/load.ts'
import { TextField } from '../../../parts/field.tsx'
import { type Option, Options, optionsOf, type Room, readText } from './room-options.tsx'

type RoomChoiceProps = {
  hotel: WholeHotel
  /** The booking that gets rooms. */
  booking: { code: string; roomCode: string; rooms: number }
  /** The numbers as a text, with commas between them. */
  value: string
  onText: (text: string) => void
  problem: Problem | undefined
  error?: string | undefined
  /** True where the free rooms are shown without being asked for, in a dialog about them. */
  isOpen?: boolean
}

/**
 * The room numbers of a booking: typed, or chosen from the free rooms of its type by arrow keys and Enter, or by a press.
 * In a hotel without a list of rooms it is a plain text field.
 */
export function RoomChoice(props: RoomChoiceProps) {
  const { hotel, booking, value, onText, problem, error, isOpen: isAlways = false } = props
  const { data, reload } = useCall('listRoomNumbers', { hotel: hotel.slug, booking: booking.code })
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const listed = data?.items ?? []
  const choice = useChoice({ listed, booking, value, onText, isAlways })
  const { isShown, isFull, options, marked, pick, setIsOpen } = choice
  const pickAndStay = (room: Room) => {
    pick(room)
    frame.current?.querySelector('input')?.focus()
  }
  return (
    <div
      ref={frame}
      class={isAlways ? 'room-choice' : 'room-choice pops'}
      onFocusIn={() => {
        if (isShown || isFull) return
        setIsOpen(true)
        if (data) reload()
      }}
      onFocusOut={({ relatedTarget }) => {
        const isWithin = frame.current?.contains(relatedTarget as Node | null)
        if (!isAlways && !isWithin) setIsOpen(false)
      }}
    >
      <TextField
        {...(listed.length > 0 && comboOf(id, isShown, marked))}
        label={t('desk.roomNumber')}
        maxLength={60}
        autocomplete="off"
        value={value}
        problem={problem}
        error={error}
        path="/roomNumber"
        onText={choice.type}
        onKeyDown={choice.press}
      />
      {isShown && <Options {...{ id, options, marked, onPick: pickAndStay }} />}
    </div>
  )
}

/** The attributes of a field whose list is drawn below it (combobox). */
const comboOf = (id: string, isShown: boolean, marked: Room | undefined) => ({
  role: 'combobox' as const,
  ...{ 'aria-expanded': isShown, 'aria-autocomplete': 'list' as const },
  ...(isShown && { 'aria-controls': id }),
  ...(isShown && marked && { 'aria-activedescendant': `${id}-${marked.number}` }),
})

type ChoiceProps = Pick<RoomChoiceProps, 'booking' | 'value' | 'onText'> & {
  listed: readonly Room[]
  isAlways: boolean
}

/** The state of the list below the field: whether it is shown, what it offers, and what the keys do. */
function useChoice({ listed, booking, value, onText, isAlways }: ChoiceProps) {
  const { rooms } = booking
  const [isOpen, setIsOpen] = useState(isAlways)
  /** The marked one of the free rooms; -1: none; undefined: no arrow key was pressed since the text was typed. */
  const [walked, setAt] = useState<number>()
  const { chosen, typed } = readText(value, listed, rooms)
  // Enter never replaces a number that is complete, also where the rooms come after the text.
  const at = walked ?? (typed === '' ? -1 : 0)
  const options: Option[] = optionsOf(listed, booking, typed, chosen)
  const free = options.filter(({ room }) => !room.takenBy)
  const isFull = chosen.length >= rooms && typed === ''
  const isShown = isOpen && listed.length > 0
  const marked = isShown ? free[at]?.room : undefined
  const pick = (room: Room) => {
    // The next one is added; where all rooms have a number, the last one is replaced.
    const numbers = [...chosen.slice(0, rooms - 1), room.number]
    onText(numbers.join(', ') + (numbers.length < rooms ? ', ' : ''))
    setAt(undefined)
    if (!isAlways && numbers.length >= rooms) setIsOpen(false)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isPick = event.key === 'Enter' && marked && !isAsTyped(marked, typed)
    const isClose = event.key === 'Escape' && isShown && !isAlways
    if ((step && listed.length > 0) || isPick || isClose) event.preventDefault()
    if (step && isShown) setAt(Math.max(-1, Math.min(free.length - 1, at + step)))
    else if (step) setIsOpen(true)
    if (isPick) pick(marked)
    if (isClose) setIsOpen(false)
  }
  const type = (text: string) => {
    const next = readText(text, listed, rooms)
    // Below numbers that are complete stands who has such a room, and the button that exchanges the two.
    setIsOpen(isAlways || next.typed !== '' || next.chosen.length < rooms)
    setAt(undefined)
    onText(text)
  }
  return { isShown, isFull, options, marked, pick, press, type, setIsOpen }
}

/** True if the room stands in the field already, so that Enter sends the form. */
const isAsTyped = (room: Room, typed: string): boolean =>
  typed !== '' && roomWord(room.number) === roomWord(typed)
