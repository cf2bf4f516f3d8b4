import type { Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import type { BookingRecord, Room } from '../../lib/types.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { type Draft, LABELS } from './draft.ts'

type FieldsProps = {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  rooms: readonly Room[]
  booking: BookingRecord
  problem: Problem | undefined
  /** Nights that cannot be had. */
  saleError: string | undefined
}

const COUNT = { type: 'number', inputMode: 'numeric', min: 1 } as const

/** The fields of a change, each with what is wrong with it. */
export function ChangeFields(props: FieldsProps) {
  const { draft, set, saleError } = props
  const field = (name: keyof Draft, path?: string) => ({
    ...sharedOf(props, name, path),
    onText: (text: string) => set({ [name]: text }),
  })
  const guest = (name: keyof Draft) => field(name, `/guest/${name}`)
  return (
    <>
      <div class="form-row">
        <TextField {...field('checkin')} type="date" error={saleError} />
        <TextField {...field('checkout')} type="date" min={draft.checkin} />
      </div>
      <RoomFields {...props} />
      <div class="form-row">
        <TextField {...field('rooms')} {...COUNT} />
        <TextField {...field('adults')} {...COUNT} />
        <TextField {...field('children')} {...COUNT} min={0} />
      </div>
      <div class="form-row">
        <TextField {...guest('firstName')} />
        <TextField {...guest('lastName')} />
      </div>
      <div class="form-row">
        <TextField {...guest('email')} type="email" />
        <TextField {...guest('phone')} type="tel" />
      </div>
      <TextField isLong {...field('specialRequests')} />
    </>
  )
}

function RoomFields(props: FieldsProps) {
  const { draft, set, rooms, booking } = props
  // What was sold may be off sale by now; it may stay all the same.
  const kept = { roomCode: booking.roomCode, name: booking.roomName, boards: [] as string[] }
  const offered = rooms.filter(({ active, roomCode }) => active || roomCode === booking.roomCode)
  const options = offered.length > 0 ? offered : [kept]
  const boardsOf = (code: string) => options.find(({ roomCode }) => roomCode === code)?.boards ?? []
  const boards = boardsOf(draft.roomCode)
  return (
    <div class="form-row">
      <SelectField
        {...sharedOf(props, 'roomCode')}
        options={options.map(({ roomCode, name }) => ({ value: roomCode, text: name }))}
        onPick={(roomCode) => {
          const [first = ''] = boardsOf(roomCode)
          const isSold = boardsOf(roomCode).includes(draft.boardCode)
          set({ roomCode, ...(!isSold && { boardCode: first }) })
        }}
      />
      <SelectField
        {...sharedOf(props, 'boardCode')}
        options={(boards.length > 0 ? boards : [draft.boardCode]).map((code) => ({
          value: code,
          text: code,
        }))}
        onPick={(boardCode) => set({ boardCode })}
      />
    </div>
  )
}

const sharedOf = ({ draft, problem }: FieldsProps, name: keyof Draft, path = `/${name}`) => ({
  label: t(LABELS[name]),
  value: draft[name],
  problem,
  path,
})
