import type { WholeHotel } from '../../../../client/call.ts'
import { date, money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { openDialog } from '../../../parts/open-dialog.tsx'
import type { Row } from '../model/days.ts'
import { bigMovesOf, type Step } from '../model/step.ts'

type Calendar = { hotel: WholeHotel; rows: readonly Row[] }

/**
 * Asks for a confirmation of prices that move by more than half: a digit too few or too many is a common slip.
 *
 * @returns true if it is given, at once if no price moves so far
 */
export async function confirmMoves(step: Step, { hotel, rows }: Calendar): Promise<boolean> {
  const moves = bigMovesOf(step)
  if (!moves) return true
  const { count, widest } = moves
  const { roomCode, date: day, before, after } = widest
  const room = rows.find((row) => row.room.roomCode === roomCode)?.room.name ?? roomCode
  const prices = { before: money(before, hotel.currency), after: money(after, hotel.currency) }
  const text = count > 1 ? 'calendar.bigMoveWidest' : 'calendar.bigMoveOne'
  const answer = await openDialog((close) => (
    <Confirm
      title={t('calendar.bigMove', { count })}
      action={t('calendar.bigMoveDo')}
      kind="primary"
      act={() => close(true)}
      onClose={close}
    >
      <p>{t(text, { room, date: date(day), ...prices })}</p>
    </Confirm>
  ))
  return answer === true
}
