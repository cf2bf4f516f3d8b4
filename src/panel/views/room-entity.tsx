import { wholeOf } from '../lib/decimal.ts'
import { t, type WordKey } from '../lib/i18n.ts'
import type { Hotel, Room } from '../lib/types.ts'
import type { Entity } from '../parts/crud.tsx'
import {
  type Draft,
  type Drawn,
  type FormField,
  type FormFields,
  moneyIn,
  type Question,
  WHOLE,
} from '../parts/entity-form.tsx'
import { TextField } from '../parts/field.tsx'

/** Room types of a hotel: admins make them and say boards and supplements, managers change the rest. */
export function roomsOf(hotel: Hotel, isAdmin: boolean): Entity<Room> {
  const base = isAdmin ? `/v1/admin/hotels/${encodeURIComponent(hotel.slug)}` : '/v1/panel'
  return {
    title: t(isAdmin ? 'admin.rooms' : 'rooms.title'),
    keyOf: ({ roomCode }) => roomCode,
    nameOf: ({ name }) => name,
    pathOf: ({ roomCode }) => `${base}/rooms/${encodeURIComponent(roomCode)}`,
    ...(isAdmin
      ? { make: { path: `${base}/rooms`, title: t('admin.newRoom') } }
      : { query: { hotel: hotel.slug } }),
    fields: (room) => fieldsOf(hotel.currency, room, isAdmin),
    ask: askLower,
    isWide: isAdmin,
  }
}

type Count = 'totalRooms' | 'overbookingRooms' | 'maxAdults' | 'maxChildren' | 'maxOccupancy'

function fieldsOf(currency: string, room: Room | undefined, isAdmin: boolean): FormFields {
  const name = { name: 'name', label: t('list.name') }
  const code = { name: 'roomCode', label: t('admin.roomCode'), hint: t('admin.roomCodeHint') }
  const count = (name: Count, initial: number | '', hint?: WordKey): FormField => ({
    name,
    label: t(`rooms.${name}`),
    kind: WHOLE,
    initial,
    ...(hint && { hint: t(hint) }),
  })
  return [
    room ? name : [code, name],
    { name: 'description', label: t('list.description'), isLong: true },
    [
      count('totalRooms', '', 'rooms.totalHint'),
      count('overbookingRooms', 0, 'rooms.overbookingHint'),
      {
        name: 'basePriceCents',
        label: t('rooms.priceOf', { currency }),
        hint: t('rooms.priceHint'),
        kind: moneyIn(currency),
      },
    ],
    [count('maxAdults', 2), count('maxChildren', 0), count('maxOccupancy', 2)],
    ...(isAdmin ? boardFields(currency) : []),
    { name: 'active', label: t('rooms.active'), initial: true },
  ]
}

/** The boards, and for each but the first what it adds. */
function boardFields(currency: string): FormField[] {
  const { write, read, wrong } = moneyIn(currency)
  const centsOf = (text = '') => read!(text) ?? 0
  const draw = ({ value, onPick, draft, problem }: Drawn<Record<string, string>>) => (
    <div class="form-row">
      {codesOf(draft)
        .slice(1)
        .map((board) => (
          <TextField
            key={board}
            label={t('admin.supplement', { board })}
            inputMode="decimal"
            value={value[board] ?? ''}
            onText={(text) => onPick({ ...value, [board]: text })}
            error={problem && wrong!(value[board] ?? '', draft)}
            problem={problem}
            path={`/supplementsCents/${board}`}
          />
        ))}
    </div>
  )
  return [
    {
      name: 'boards',
      label: t('rooms.boards'),
      hint: t('admin.boardsHint'),
      initial: [],
      kind: { write: (boards) => (boards as string[]).join(', ') },
      readWith: codesOf,
    },
    {
      name: 'supplementsCents',
      label: '',
      initial: {},
      kind: {
        write: (cents) =>
          Object.fromEntries(Object.entries(cents as object).map(([code, n]) => [code, write!(n)])),
      },
      readWith: (draft) => {
        const written = draft.supplementsCents as Record<string, string>
        return Object.fromEntries(
          codesOf(draft).map((code, index) => [code, index === 0 ? 0 : centsOf(written[code])]),
        )
      },
      draw,
    },
  ]
}

/** The codes of a text with commas or spaces between them. */
const codesOf = ({ boards }: Draft): string[] =>
  String(boards)
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)

/**
 * Asks before the rooms to sell, overbooking included, get fewer: counts above them fall then for good (contract §2). A
 * number of rooms that was unknown had no end.
 */
function askLower(room: Room, draft: Draft): Question | undefined {
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
