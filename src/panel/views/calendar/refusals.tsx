import { date } from '../../lib/format.ts'
import { flawText, t } from '../../lib/i18n.ts'
import type { Row } from './days.ts'
import type { Refusal } from './send.ts'

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
  const nameOf = (code: string) =>
    rows.find(({ room }) => room.roomCode === code)?.room.name ?? code
  return (
    <div role="alert" class="alert-slot">
      {refusals.length > 0 && (
        <div class={`note ${of === 'refused' ? 'bad' : 'warn'} refusals`}>
          <p>{t(`calendar.${of}Count`, { count: refusals.length })}</p>
          <ul>
            {refusals.map((refusal) => (
              <li key={`${refusal.roomCode} ${refusal.date} ${refusal.code}`}>
                <button type="button" onClick={() => onPick(refusal)}>
                  {nameOf(refusal.roomCode)}, {date(refusal.date)}
                </button>{' '}
                {refusal.code === 'price_changed' ? t('calendar.priceChanged') : flawText(refusal)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
