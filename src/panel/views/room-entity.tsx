import type { Body, ChangedRoomType, RoomType, WholeHotel } from '../../client/call.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { call } from '../lib/api.ts'
import { wholeOf } from '../lib/decimal.ts'
import { boardText, date, todayIn } from '../lib/format.ts'
import { t, type WordKey } from '../lib/i18n.ts'
import { may } from '../lib/may.ts'
import { codesOf, nameIn } from '../lib/names.ts'
import type { Entity } from '../parts/entity.ts'
import type { Draft, Drawn, FormField, FormFields, Question } from '../parts/entity-form.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { moneyIn, WHOLE } from '../parts/kinds.ts'
import { textFields } from '../parts/texts.ts'
import { amenitiesField, bedsField } from './room-content.tsx'

/** A room type as saved; a change may warn of what it did. */
type SavedRoom = RoomType & Partial<ChangedRoomType>

/** Room types of a hotel; admins change those of any hotel. */
export function roomsOf(hotel: WholeHotel, isAdmin: boolean): Entity<RoomType, SavedRoom> {
  const { slug } = hotel
  return {
    title: t(isAdmin ? 'admin.rooms' : 'rooms.title'),
    keyOf: ({ roomCode }) => roomCode,
    nameOf: nameIn,
    change: ({ roomCode }, body: Body<'changeRoomType'>) =>
      isAdmin
        ? call('changeRoomType', { slug, roomCode }, { body })
        : call('changePanelRoom', { hotel: slug, roomCode }, { body }),
    ...(may(hotel, 'revenue') && {
      make: {
        send: (body: Body<'createRoomType'>) =>
          isAdmin
            ? call('createRoomType', { slug }, { body })
            : call('createPanelRoom', { hotel: slug }, { body }),
        title: t('rooms.new'),
        after: (room, { openDays }) => openRooms(hotel, room, wholeOf(String(openDays))),
      },
    }),
    fields: (room) => fieldsOf(hotel, room),
    warning: warningOf,
    ask: askLower,
    isGuarded: true,
    isWide: true,
  }
}

type Count =
  | 'totalRooms'
  | 'overbookingRooms'
  | 'maxAdults'
  | 'maxChildren'
  | 'maxOccupancy'
  | 'sizeM2'
  | 'position'

function fieldsOf({ currency, isDemo }: WholeHotel, room: RoomType | undefined): FormFields {
  const name = { name: 'name', label: t('list.name') }
  const code = { name: 'roomCode', label: t('rooms.code'), hint: t('rooms.codeHint') }
  const count = (name: Count, initial: number | '', hint?: WordKey): FormField => ({
    name,
    label: t(`rooms.${name}`),
    kind: WHOLE,
    initial,
    ...(hint && { hint: t(hint) }),
  })
  return [
    room ? name : [code, name],
    textFields('name'),
    { name: 'description', label: t('list.description'), isLong: true },
    ...textFields('description'),
    [
      count('totalRooms', '', 'rooms.totalHint'),
      count('overbookingRooms', 0, isDemo ? 'rooms.overbookingDemo' : 'rooms.overbookingHint'),
      {
        name: 'basePriceCents',
        label: t('rooms.priceOf', { currency }),
        hint: t('rooms.priceHint'),
        kind: moneyIn(currency),
      },
    ],
    [count('maxAdults', 2), count('maxChildren', 0), count('maxOccupancy', 2)],
    [count('sizeM2', ''), count('position', '', 'rooms.positionHint')],
    bedsField(),
    amenitiesField(),
    boardsField(),
    supplementsField(currency),
    ...(room ? [] : [OPEN_DAYS()]),
    { name: 'active', label: t('rooms.active'), initial: true },
  ]
}

/**
 * The field for the number of days, from today, for which a new room type is opened; it is no member of the room type.
 */
const OPEN_DAYS = (): FormField => ({
  name: 'openDays',
  label: t('rooms.openDays'),
  hint: t('rooms.openDaysHint'),
  kind: WHOLE,
  readWith: () => undefined,
})

/**
 * Opens a new room type for some days from today, with all its rooms at its base price. It does nothing if either is
 * unknown.
 */
async function openRooms(
  { slug, timezone }: WholeHotel,
  room: RoomType,
  days: unknown,
): Promise<void> {
  const { roomCode, totalRooms: available, basePriceCents: priceCents } = room
  if (typeof days !== 'number' || days < 1 || !available || !priceCents) return
  const dateFrom = todayIn(timezone)
  const range = { roomCode, dateFrom, dateTo: addDays(dateFrom, days - 1) }
  const updates = [{ ...range, available, priceCents, closed: false }]
  await call('patchPanelAvailability', { hotel: slug }, { body: { updates } })
}

/** The draft of a board's supplement. */
type Written = { text: string; per: 'room' | 'guest' }

const boardsField = (): FormField => ({
  name: 'boards',
  label: t('rooms.boards'),
  hint: t('rooms.boardsHint', { boards: codesOf('board').map(knownBoard).join(', ') }),
  initial: [],
  kind: { write: (boards) => (boards as string[]).join(', ') },
  readWith: boardsOf,
})

const knownBoard = (code: string) => `${code}: ${boardText(code)}`

/** The supplements of all boards but the first, for each room or guest. */
function supplementsField(currency: string): FormField {
  const { write, read, wrong } = moneyIn(currency)
  const draw = ({ value, onPick, draft, problem }: Drawn<Record<string, Written>>) => (
    <>
      {boardsOf(draft).map((board, index) => {
        const written = value[board] ?? NOTHING
        const set = (changes: Partial<Written>) =>
          onPick({ ...value, [board]: { ...written, ...changes } })
        if (index === 0) return null
        return (
          <div class="form-row" key={board}>
            <TextField
              label={t('admin.supplement', { board: boardText(board), currency })}
              inputMode="decimal"
              value={written.text}
              onText={(text) => set({ text })}
              error={problem && wrong!(written.text, draft)}
              problem={problem}
              path={`/supplements/${index}/supplementCents`}
            />
            <SelectField
              label={t('admin.supplementPer', { board: boardText(board) })}
              value={written.per}
              options={[
                { value: 'room', text: t('admin.perRoom') },
                { value: 'guest', text: t('admin.perGuest') },
              ]}
              onPick={(per) => set({ per })}
            />
          </div>
        )
      })}
    </>
  )
  return {
    name: 'supplements',
    label: '',
    initial: [],
    kind: {
      write: (supplements) =>
        Object.fromEntries(
          (supplements as RoomType['supplements']).map(({ boardCode, supplementCents, per }) => [
            boardCode,
            { text: write!(supplementCents), per },
          ]),
        ),
    },
    readWith: (draft) => {
      const written = draft.supplements as Record<string, Written>
      return boardsOf(draft).map((boardCode, index) => {
        const { text, per } = (index > 0 && written[boardCode]) || NOTHING
        return { boardCode, supplementCents: read!(text) ?? 0, per }
      })
    },
    draw,
  }
}

const NOTHING: Written = { text: '', per: 'room' }

/** Parses codes with commas or spaces between them. */
const boardsOf = ({ boards }: Draft): string[] =>
  String(boards)
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

/**
 * Asks before a change lowers the number of rooms to sell, overbooking included, because counts above it fall for good
 * (contract §2). An unknown number of rooms had no limit.
 */
function askLower(room: RoomType, draft: Draft): Question | undefined {
  const { name, totalRooms, overbookingRooms } = room
  const [total, overbooking] = [draft.totalRooms, draft.overbookingRooms].map((written) =>
    wholeOf(String(written)),
  )
  if (typeof total !== 'number' || typeof overbooking !== 'number') return undefined
  const all = total + overbooking
  if (totalRooms !== null && all >= totalRooms + overbookingRooms) return undefined
  return {
    title: t('rooms.lowerTitle', { name }),
    action: t('rooms.lowerDo'),
    text: t('rooms.lowerText', { all }),
  }
}

/** The warning of a number of rooms that is lower than what is sold. */
function warningOf({ warnings = [], ...room }: SavedRoom): string | undefined {
  const values = warnings.find(({ code }) => code === 'oversold')?.values
  if (!values) return undefined
  const night = date(String(values.date) as CalendarDate)
  return t('rooms.oversold', { ...values, date: night, name: nameIn(room) })
}
