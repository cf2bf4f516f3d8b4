import { date, money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Confirm } from '../../parts/dialog.tsx'
import type { Row } from './days.ts'
import type { BigMoves } from './edit.ts'

/** Asks whether prices are meant to move by more than half: a digit too few or too many is easily typed. */
export function BigMovesQuestion({
  moves: { count, widest },
  rows,
  currency,
  onAnswer,
}: {
  moves: BigMoves
  rows: readonly Row[]
  currency: string
  onAnswer: (isMeant: boolean) => void
}) {
  const { roomCode, date: day, before, after } = widest
  const room = rows.find((row) => row.room.roomCode === roomCode)?.room.name ?? roomCode
  return (
    <Confirm
      title={t('calendar.bigMove', { count })}
      action={t('calendar.bigMoveDo')}
      kind="primary"
      act={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <p>
        {t(count > 1 ? 'calendar.bigMoveWidest' : 'calendar.bigMoveOne', {
          room,
          date: date(day),
          before: money(before, currency),
          after: money(after, currency),
        })}
      </p>
    </Confirm>
  )
}
