import { t } from '../lib/i18n.ts'
import type { ViewProps } from '../lib/router.ts'

/** Calendar. */
export function CalendarView({ hotel }: ViewProps) {
  return (
    <h1>
      {t('calendar.title')} {hotel.name}
    </h1>
  )
}
