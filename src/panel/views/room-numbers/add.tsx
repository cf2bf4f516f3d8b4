import { useState } from 'preact/hooks'
import type { RoomType } from '../../../client/call.ts'
import { ROOM_NUMBERS_MAX, roomWord } from '../../../domain/bookings/room-numbers.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { nameIn } from '../../lib/names.ts'
import { choicesOf, SelectField, TextField } from '../../parts/field.tsx'
import { SmallForm } from '../../parts/small-form.tsx'
import { type Room, readPasted } from './pasted.ts'

type AddRoomsProps = {
  types: readonly RoomType[]
  known: readonly Room[]
  /** Adds the rooms. @returns false if they were refused */
  onAdd: (rooms: readonly Room[]) => Promise<boolean>
}

/** Adds rooms from a text, such as `101-120 DBL`, and says before what it reads there. */
export function AddRooms({ types, known, onAdd }: AddRoomsProps) {
  const [text, setText] = useState('')
  const [most] = types.toSorted((a, b) => (b.totalRooms ?? 0) - (a.totalRooms ?? 0))
  const [roomCode, setRoomCode] = useState(most?.roomCode ?? '')
  const { rooms, unknown } = readPasted(text, types.map(namesOf), roomCode)
  const isReady = rooms.length > 0 && unknown.length === 0
  const { run, isBusy } = useAction(async () => {
    if (isReady && (await onAdd(rooms))) setText('')
  })
  return (
    <section class="card" aria-labelledby="add-rooms">
      <h2 id="add-rooms">{t('roomNumbers.add')}</h2>
      <SmallForm
        isQuiet
        action={isReady && t('roomNumbers.addDo', { count: rooms.length })}
        send={run}
        isBusy={isBusy}
        problem={undefined}
      >
        <div class="form-row">
          <TextField
            isLong
            label={t('roomNumbers.list')}
            hint={t('roomNumbers.listHint')}
            placeholder={`101-120 ${most?.roomCode ?? ''}`}
            rows={3}
            value={text}
            onText={setText}
            error={
              unknown.length > 0
                ? t('roomNumbers.unknown', { words: [...new Set(unknown)].join(', ') })
                : known.length + rooms.length > ROOM_NUMBERS_MAX
                  ? t('roomNumbers.tooMany', { max: ROOM_NUMBERS_MAX })
                  : undefined
            }
          />
          <SelectField
            label={t('roomNumbers.type')}
            value={roomCode}
            options={choicesOf(
              types.map((type) => type.roomCode),
              (code) => nameIn(types.find((type) => type.roomCode === code)!),
            )}
            onPick={setRoomCode}
          />
        </div>
        <p role="status" class="dim">
          {rooms.length > 0 && previewText(rooms, types, known)}
        </p>
      </SmallForm>
    </section>
  )
}

const namesOf = ({ roomCode, name, translations }: RoomType) => ({
  roomCode,
  names: [name, ...Object.values(translations).flatMap((said) => said.name ?? [])],
})

/** Says how many rooms of each type a text has, and how many of them are in the list already. */
function previewText(
  rooms: readonly Room[],
  types: readonly RoomType[],
  known: readonly Room[],
): string {
  const words = new Set(known.map(({ number }) => roomWord(number)))
  const changed = rooms.filter(({ number }) => words.has(roomWord(number))).length
  const parts = types.flatMap((type) => {
    const some = rooms.filter(({ roomCode }) => roomCode === type.roomCode)
    const [first, last] = [some[0]?.number, some.at(-1)?.number]
    return some.length === 0 ? [] : [`${nameIn(type)}: ${some.length} (${first} … ${last})`]
  })
  if (changed > 0) parts.push(t('roomNumbers.changes', { count: changed }))
  return parts.join(' · ')
}
