import { t } from '../../lib/i18n.ts'
import { nightsText } from './model.ts'

/** What a step does to the rooms on sale of nights, and what is said when there are no such nights. */
const TEXTS = {
  takes: ['booking.takes', 'booking.takesNothing'],
  gives: ['booking.givesBack', 'booking.givesNothing'],
} as const

/** Says from or to which nights a step takes or gives back some rooms. */
export function NightsNote(props: {
  does: keyof typeof TEXTS
  nights: readonly string[] | undefined
  rooms: number
}) {
  const { does, nights = [], rooms } = props
  const [some, none] = TEXTS[does]
  return (
    <p class="note warn" role="status">
      {nights.length === 0
        ? t(none)
        : t(some, {
            rooms: t('bookings.rooms', { count: rooms }),
            count: nights.length,
            dates: nightsText(nights),
          })}
    </p>
  )
}
