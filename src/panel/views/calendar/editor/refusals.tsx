import { date } from '../../../lib/format.ts'
import { flawText, t, type WordKey } from '../../../lib/i18n.ts'
import type { Refusal } from '../change/send.ts'
import type { Row } from '../model/days.ts'

/** What was refused or done otherwise than it was sent, each a way to its cell. */
export function Refusals({
  of,
  refusals,
  rows,
  onPick,
}: {
  of: 'refused' | 'corrected'
  refusals: readonly Refusal[]
  rows: readonly Row[]
  onPick: (refusal: Refusal) => void
}) {
  const rowOf = ({ roomCode }: Refusal) => rows.find(({ room }) => room.roomCode === roomCode)
  return (
    <div role="alert" class="alert-slot">
      {refusals.length > 0 && (
        <div class={`note ${of === 'refused' ? 'bad' : 'warn'} refusals`}>
          <p>{t(`calendar.${of}Count`, { count: refusals.length })}</p>
          <ul>
            {refusals.map((refusal) => (
              <li key={`${refusal.roomCode} ${refusal.date} ${refusal.code}`}>
                <button type="button" onClick={() => onPick(refusal)}>
                  {rowOf(refusal)?.room.name ?? refusal.roomCode}, {date(refusal.date)}
                </button>{' '}
                {textOf(refusal, rowOf(refusal))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** What became of a change, in words of who made it at this screen; that a count was cut for its room type is no such. */
function textOf(refusal: Refusal, row: Row | undefined): string {
  const { code, values, bookings } = refusal
  const isOwn = bookings || code === 'price_changed' || code === 'stale_push'
  const left = row?.days.find(({ date }) => date === refusal.date)?.available ?? ''
  return isOwn ? t(`calendar.why.${code}` as WordKey, { left, ...values }) : flawText(refusal)
}
