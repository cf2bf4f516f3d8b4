import type { Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import type { Room } from '../../lib/types.ts'
import { SelectField, TextAreaField, TextField } from '../../parts/field.tsx'
import { type Draft, LABELS } from './draft.ts'
import type { BookingRecord } from './model.ts'

type FieldsProps = {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  rooms: readonly Room[]
  booking: BookingRecord
  problem: Problem | undefined
  /** Nights that cannot be had. */
  saleError: string | undefined
}

/** The fields of a change, each with what is wrong with it. */
export function ChangeFields(props: FieldsProps) {
  const { draft, set, problem, saleError } = props
  const field = (name: keyof Draft, path = `/${name}`) => ({
    label: t(LABELS[name]),
    value: draft[name],
    onText: (text: string) => set({ [name]: text }),
    problem,
    path,
  })
  const count = { type: 'number', inputMode: 'numeric', min: 0 } as const
  const guest = (name: keyof Draft) => field(name, `/guest/${name}`)
  return (
    <>
      <div class="form-row">
        <TextField {...field('checkin')} type="date" error={saleError} />
        <TextField {...field('checkout')} type="date" min={draft.checkin} />
      </div>
      <RoomFields {...props} />
      <div class="form-row">
        <TextField {...field('rooms')} {...count} min={1} />
        <TextField {...field('adults')} {...count} min={1} />
        <TextField {...field('children')} {...count} />
      </div>
      <div class="form-row">
        <TextField {...guest('firstName')} />
        <TextField {...guest('lastName')} />
      </div>
      <div class="form-row">
        <TextField {...guest('email')} type="email" />
        <TextField {...guest('phone')} type="tel" />
      </div>
      <TextAreaField {...field('specialRequests')} />
    </>
  )
}

function RoomFields({ draft, set, rooms, booking, problem }: FieldsProps) {
  // What was sold may be off sale by now; it may stay all the same.
  const kept = { roomCode: booking.roomCode, name: booking.roomName, boards: [] as string[] }
  const offered = rooms.filter(({ active, roomCode }) => active || roomCode === booking.roomCode)
  const options = offered.length > 0 ? offered : [kept]
  const boardsOf = (code: string) => options.find(({ roomCode }) => roomCode === code)?.boards ?? []
  const boards = boardsOf(draft.roomCode)
  const isKnown = boards.length > 0
  return (
    <div class="form-row">
      <SelectField
        label={t(LABELS.roomCode)}
        value={draft.roomCode}
        options={options.map(({ roomCode, name }) => ({ value: roomCode, text: name }))}
        onPick={(roomCode) => {
          const [first = ''] = boardsOf(roomCode)
          const isSold = boardsOf(roomCode).includes(draft.boardCode)
          set({ roomCode, ...(!isSold && { boardCode: first }) })
        }}
        problem={problem}
        path="/roomCode"
      />
      <SelectField
        label={t(LABELS.boardCode)}
        value={draft.boardCode}
        options={(isKnown ? boards : [draft.boardCode]).map((code) => ({
          value: code,
          text: code,
        }))}
        onPick={(boardCode) => set({ boardCode })}
        problem={problem}
        path="/boardCode"
      />
    </div>
  )
}
