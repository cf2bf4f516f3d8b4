import { t } from '../lib/i18n.ts'
import type { ViewProps } from '../lib/router.ts'

/** Today. */
export function TodayView({ hotel }: ViewProps) {
  return (
    <h1>
      {t('today.title')} {hotel.name}
    </h1>
  )
}
