import type { Booking } from '../../../client/call.ts'
import { boardText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { keptName } from '../../lib/names.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { nameOf, partyText } from '../bookings/parts/model.ts'
import { sumOf } from './sums.ts'

/** The most lines of rooms that a sheet holds; of a larger reservation the rest is summed. */
const ROOM_LINES_MAX = 12

/** The rooms of a voucher with who sleeps in them, and the extras. */
export function VoucherRooms({ stays }: { stays: readonly Booking[] }) {
  const shown = stays.length > ROOM_LINES_MAX ? stays.slice(0, ROOM_LINES_MAX - 1) : stays
  const rest = stays.slice(shown.length)
  const isDense = shown.length > 4
  return (
    <table class={isDense ? 'is-dense' : undefined}>
      <thead>
        <tr>
          {(['voucher.room', 'voucher.guests', 'voucher.board'] as const).map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((stay, index) => (
          <Room key={stay.code} {...{ stay, isDense }} isFirst={index === 0} />
        ))}
        {rest.length > 0 && (
          <tr>
            <td colSpan={3}>
              + {t('bookings.rooms', { count: sumOf(rest, ({ rooms }) => rooms) })}
            </td>
          </tr>
        )}
        {extrasOf(stays).map(([name, count]) => (
          <tr key={name}>
            <td>
              <strong>
                <bdi>{name}</bdi>
              </strong>
            </td>
            <td colSpan={2}>{t('voucher.extra', { count })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A stay; the first that stands has the name of who booked: the first of the reservation may be cancelled. */
function Room(props: { stay: Booking; isDense: boolean; isFirst: boolean }) {
  const { stay, isDense, isFirst } = props
  const { boardCode, rooms, guest, guestNames } = stay
  const names = [
    ...(isFirst ? [nameOf({ guest })] : []),
    ...guestNames.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  ]
  return (
    <tr>
      <td>
        <strong>
          {rooms > 1 && `${rooms} × `}
          <bdi>{roomNameOf(stay)}</bdi>
        </strong>
        {!isDense && <span class="dim under">{partyText(stay)}</span>}
      </td>
      <td>
        <bdi>{names.slice(0, 6).join(', ') || partyText(stay)}</bdi>
      </td>
      <td>{boardCode && boardText(boardCode)}</td>
    </tr>
  )
}

/** The extras of all stays, summed by their names. */
function extrasOf(stays: readonly Booking[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { code, name: kept, quantity } of stays.flatMap(({ extras }) => extras)) {
    const name = keptName('extra', code, kept)
    counts.set(name, (counts.get(name) ?? 0) + quantity)
  }
  return [...counts].slice(0, 6)
}
