import type { Booking, Rate, RoomType } from '../../../client/call.ts'
import { STD } from '../../../domain/rates/rate.ts'
import type { Problem } from '../../lib/api.ts'
import { boardText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { keptName } from '../../lib/names.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { type Draft, LABELS } from './draft.ts'

/** The parts of a room type and of a rate that the choices of a change show. */
export type RoomChoice = Pick<RoomType, 'roomCode' | 'name' | 'active' | 'boards'>
export type RateChoice = Pick<
  Rate,
  'rateCode' | 'name' | 'active' | 'roomCodes' | 'boardCode' | 'guests'
>

type FieldsProps = {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  rooms: readonly RoomChoice[]
  rates: readonly RateChoice[]
  booking: Booking
  problem: Problem | undefined
  /** The nights that refuse the stay, and why. */
  saleError: string | undefined
}

const COUNT = { type: 'number', inputMode: 'numeric', min: 1 } as const

/** The fields of a change, each with what is wrong with it. */
export const ChangeFields = (props: FieldsProps) => (
  <>
    <StayFields {...props} />
    <GuestFields {...props} />
  </>
)

/** The days, the room type, the rate and the party of a stay. */
export function StayFields(props: FieldsProps) {
  const { draft, set, saleError } = props
  const field = (name: keyof Draft, path?: string) => ({
    ...sharedOf(props, name, path),
    onText: (text: string) => set({ [name]: text }),
  })
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
        <TextField
          {...field('children')}
          {...COUNT}
          min={0}
          // Without children no ages are sent.
          onText={(children) =>
            set({ children, ...(children.trim() === '0' && { childAges: '' }) })
          }
        />
        {hasAges(props) && <TextField {...field('childAges')} hint={t('booking.childAgesHint')} />}
      </div>
    </>
  )
}

type GuestFieldsProps = Pick<FieldsProps, 'draft' | 'set' | 'problem'>

/** The one who books, and the wishes. */
export function GuestFields({ draft, set, problem }: GuestFieldsProps) {
  const field = (name: keyof Draft, path = `/${name}`) => ({
    ...{ label: t(LABELS[name]), value: draft[name], problem, path },
    onText: (text: string) => set({ [name]: text }),
  })
  const guest = (name: keyof Draft) => field(name, `/guest/${name}`)
  return (
    <>
      <div class="form-row">
        <TextField {...guest('firstName')} />
        <TextField {...guest('lastName')} />
      </div>
      <div class="form-row">
        <TextField {...guest('phone')} type="tel" />
        <TextField {...guest('email')} type="email" />
      </div>
      <TextField isLong {...field('specialRequests')} />
    </>
  )
}

function RoomFields(props: FieldsProps) {
  const { draft, set, rooms, rates, booking } = props
  // The room type that was sold may stay, even if it is off sale by now.
  const kept = { roomCode: booking.roomCode, name: roomNameOf(booking), boards: [] as string[] }
  const offered = rooms.filter(({ active, roomCode }) => active || roomCode === booking.roomCode)
  const options = offered.length > 0 ? offered : [kept]
  const boardsOf = (code: string) => options.find(({ roomCode }) => roomCode === code)?.boards ?? []
  const ownBoard = rates.find(({ rateCode }) => rateCode === draft.rateCode)?.boardCode
  const offeredBoards = ownBoard ? [ownBoard] : boardsOf(draft.roomCode)
  // A rate may have come to include another board since.
  const boards = [...new Set([...offeredBoards, draft.boardCode])].filter(Boolean)
  const setBoard = (boards: readonly string[]) =>
    !boards.includes(draft.boardCode) && boards.length > 0 && { boardCode: boards[0]! }
  return (
    <div class="form-row">
      <SelectField
        {...sharedOf(props, 'roomCode')}
        options={options.map(({ roomCode, name }) => ({ value: roomCode, text: name }))}
        onPick={(roomCode) => {
          set({ roomCode, ...setBoard(ownBoard ? [ownBoard] : boardsOf(roomCode)) })
        }}
      />
      {hasRates(props) && (
        <SelectField
          {...sharedOf(props, 'rateCode')}
          options={rateOptions(props)}
          onPick={(rateCode) => {
            const board = rates.find((rate) => rate.rateCode === rateCode)?.boardCode
            set({ rateCode, ...setBoard(board ? [board] : boardsOf(draft.roomCode)) })
          }}
        />
      )}
      <SelectField
        {...sharedOf(props, 'boardCode')}
        options={(boards.length > 0 ? boards : [draft.boardCode]).map((code) => ({
          value: code,
          text: boardText(code),
        }))}
        onPick={(boardCode) => set({ boardCode })}
      />
    </div>
  )
}

/** True if there is a choice of rates: a hotel with the standard rate alone has none. */
const hasRates = ({ rates, booking }: FieldsProps) => rates.length > 1 || booking.rateCode !== STD

const hasAges = ({ rates, booking, draft }: FieldsProps) =>
  Number(draft.children) > 0 &&
  (booking.childAges !== null || rates.some(({ guests }) => guests?.children?.length))

/** The rates sold with the room type; the rate that was sold stays, and so does the one chosen before the room type changed. */
function rateOptions({ rates, booking, draft }: FieldsProps) {
  const kept = [booking.rateCode, draft.rateCode]
  const sold = rates.filter(
    ({ rateCode, active, roomCodes }) =>
      (active && roomCodes.includes(draft.roomCode)) || kept.includes(rateCode),
  )
  const options = sold.map(({ rateCode, name }) => ({ value: rateCode, text: name }))
  return options.length > 0
    ? options
    : [{ value: booking.rateCode, text: keptName('rate', booking.rateCode, booking.rateName) }]
}

const sharedOf = ({ draft, problem }: FieldsProps, name: keyof Draft, path = `/${name}`) => ({
  label: t(LABELS[name]),
  value: draft[name],
  problem,
  path,
})
