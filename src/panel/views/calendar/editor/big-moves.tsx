import { useState } from 'preact/hooks'
import { date, money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import type { Row } from '../model/days.ts'
import { type BigMoves, bigMovesOf, type Step } from '../model/step.ts'

type Question = { moves: BigMoves; onAnswer: (isMeant: boolean) => void }

/**
 * Asks for a confirmation of prices that move by more than half: a digit too few or too many is a common slip.
 *
 * @returns `isMeant`, which answers true at once if no price does; `dialog`, to draw
 */
export function useBigMoves(rows: readonly Row[], currency: string) {
  const [question, setQuestion] = useState<Question>()
  const isMeant = async (step: Step): Promise<boolean> => {
    const moves = bigMovesOf(step)
    if (!moves) return true
    const { promise, resolve: onAnswer } = Promise.withResolvers<boolean>()
    setQuestion({ moves, onAnswer })
    return await promise.finally(() => setQuestion(undefined))
  }
  const dialog = question && <Ask {...question} rows={rows} currency={currency} />
  return { isMeant, dialog }
}

type AskProps = Question & { rows: readonly Row[]; currency: string }

function Ask({ moves: { count, widest }, onAnswer, rows, currency }: AskProps) {
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
