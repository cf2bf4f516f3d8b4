import { useState } from 'preact/hooks'
import type { Booking, PanelBooking } from '../../../../client/call.ts'
import type { CalendarDate } from '../../../../domain/kernel/date.ts'
import type { Problem } from '../../../lib/api.ts'
import { clockIn } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { TextField } from '../../../parts/field.tsx'
import { optionDays } from './option.ts'
import { optionEnd } from './option-end.ts'

/** The end that an option is to have, as a change sends it. */
export type OptionEnd = { holdUntil: string }

type Held = Pick<Booking, 'status'> & { desk: Pick<PanelBooking['desk'], 'isOption'> }

/** True for a booking that the hotel's staff may change: a confirmed one, or an option. */
export const isChangeable = ({ status, desk }: Held): boolean =>
  status === 'confirmed' || desk.isOption

/** The field for the end of an option on some stays, and the end that it comes to have. */
export function useOption(
  stays: readonly Pick<Booking, 'holdUntil' | 'checkin'>[],
  timezone: string,
) {
  const [before] = useState(() => {
    const until = stays[0]?.holdUntil
    return until ? clockIn(timezone, Date.parse(until)).slice(0, 10) : ''
  })
  const [until, setUntil] = useState(before)
  const isMoved = until !== before && until !== ''
  return {
    ...{ until, setUntil },
    days: before ? optionDays(stays, timezone) : undefined,
    end: isMoved ? { holdUntil: optionEnd(until as CalendarDate, timezone) } : undefined,
  }
}

/** The day at which an option ends; nothing for what is no option. */
export const OptionField = ({
  until,
  setUntil,
  days,
  problem,
}: ReturnType<typeof useOption> & { problem: Problem | undefined }) =>
  days && (
    <TextField
      label={t('booking.heldUntil')}
      type="date"
      min={days.min}
      max={days.max}
      value={until}
      onText={setUntil}
      problem={problem}
      path="/holdUntil"
    />
  )
