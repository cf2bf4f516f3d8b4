import type { Answer } from '../../../../client/call.ts'
import { roomWord } from '../../../../domain/bookings/room-numbers.ts'
import { t } from '../../../lib/i18n.ts'
import { nameNow } from '../../../lib/names.ts'
import { nameOf, stayText } from '../parts/model.ts'

export type Room = Answer<'listRoomNumbers'>['items'][number]

/** Splits a text into the numbers that are complete and the one that is being typed. */
export function readText(text: string, listed: readonly Room[], rooms: number) {
  const words = new Set(listed.map(({ number }) => roomWord(number)))
  const parts = text.split(',').map((part) => part.trim())
  const last = parts.at(-1)!
  const isComplete = words.has(roomWord(last)) && parts.length >= rooms
  return {
    chosen: parts.slice(0, isComplete ? parts.length : -1).filter(Boolean),
    typed: isComplete ? '' : last,
  }
}

export type Option = { room: Room; group: string }

/** The rooms that a typed beginning means: free ones of the type, free ones of others, and those that are taken. */
export function optionsOf(
  listed: readonly Room[],
  { roomCode }: { roomCode: string },
  typed: string,
  chosen: readonly string[],
): Option[] {
  const begun = roomWord(typed)
  const has = new Set(chosen.map(roomWord))
  const count = listed.filter(
    (room) => room.active && room.roomCode === roomCode && !room.takenBy,
  ).length
  const groupOf = (room: Room): string => {
    if (room.takenBy) return t('roomChoice.taken')
    const type = nameNow('room', roomCode) ?? roomCode
    return room.roomCode === roomCode
      ? t('roomChoice.free', { type, count })
      : t('roomChoice.other')
  }
  const rankOf = ({ takenBy, ...room }: Room) => (takenBy ? 2 : room.roomCode === roomCode ? 0 : 1)
  return listed
    .filter((room) => room.active && !has.has(roomWord(room.number)))
    .filter((room) => roomWord(room.number).startsWith(begun))
    .filter((room) => !room.takenBy || room.roomCode === roomCode || begun !== '')
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((room) => ({ room, group: groupOf(room) }))
}

type OptionsProps = {
  id: string
  options: readonly Option[]
  marked: Room | undefined
  onPick: (room: Room) => void
}

/** The rooms to choose from, by groups. */
export function Options({ id, options, marked, onPick }: OptionsProps) {
  const groups = Map.groupBy(options, ({ group }) => group)
  return (
    // Browsers give a list that scrolls a stop of the Tab key, which the field has already.
    <div
      class="room-options"
      role="listbox"
      tabIndex={-1}
      id={id}
      aria-label={t('roomChoice.list')}
    >
      {options.every(({ room }) => room.takenBy) && <p class="dim">{t('roomChoice.none')}</p>}
      {[...groups].map(([group, some]) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by this role.
        <div key={group} role="group" aria-label={group}>
          <p class="dim" aria-hidden="true">
            {group}
          </p>
          {some.map(({ room }) => (
            <RoomOption key={room.number} {...{ id, room, isMarked: room === marked, onPick }} />
          ))}
        </div>
      ))}
    </div>
  )
}

type RoomOptionProps = {
  id: string
  room: Room
  isMarked: boolean
  onPick: (room: Room) => void
}

function RoomOption({ id, room, isMarked, onPick }: RoomOptionProps) {
  const { number, takenBy, floor } = room
  const whom = takenBy && `${nameOf(takenBy)}, ${stayText(takenBy)}`
  return (
    <button
      type="button"
      role="option"
      id={`${id}-${number}`}
      class="room-option"
      tabIndex={-1}
      ref={(option) => {
        if (isMarked) option?.scrollIntoView({ block: 'nearest' })
      }}
      aria-selected={isMarked}
      aria-disabled={takenBy ? true : undefined}
      title={whom ?? (floor === null ? undefined : t('roomNumbers.floorOf', { floor }))}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => takenBy || onPick(room)}
    >
      {number}
      {whom && <span class="dim"> {whom}</span>}
    </button>
  )
}
