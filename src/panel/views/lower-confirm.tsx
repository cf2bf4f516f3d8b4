import { wholeOf } from '../lib/decimal.ts'
import { t } from '../lib/i18n.ts'
import type { Room } from '../lib/types.ts'
import { Confirm } from '../parts/dialog.tsx'

/**
 * How many rooms a form leaves to sell, overbooking included, when those are fewer than the room type had: counts above
 * them fall then for good (contract §2). A number of rooms that was unknown had no end.
 *
 * @returns undefined when nothing falls, or what is written is no number
 */
export function loweredTo(
  { totalRooms, overbookingRooms }: Room,
  draft: { totalRooms: string; overbookingRooms: string },
): number | undefined {
  const total = wholeOf(draft.totalRooms)
  const overbooking = wholeOf(draft.overbookingRooms)
  if (typeof total !== 'number' || typeof overbooking !== 'number') return undefined
  const before = totalRooms === null ? Number.POSITIVE_INFINITY : totalRooms + overbookingRooms
  return total + overbooking < before ? total + overbooking : undefined
}

type LowerConfirmProps = { name: string; all: number; onConfirm: () => void; onClose: () => void }

/** Asks before the counts of a room type are lowered, which cannot be undone. */
export function LowerConfirm({ name, all, ...rest }: LowerConfirmProps) {
  return (
    <Confirm title={t('rooms.lowerTitle', { name })} action={t('rooms.lowerDo')} {...rest}>
      <p>{t('rooms.lowerText', { all })}</p>
    </Confirm>
  )
}
