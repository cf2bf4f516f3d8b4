import { useContext } from 'preact/hooks'
import type { WholeHotel } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { href } from '../../lib/router.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { HeadSlot } from '../../parts/page-head.tsx'
import { type Place, placeOf, shownList } from './place.ts'

type BarProps = { hotel: WholeHotel; code: string; place: Place }

/** The line above a booking: the way back, the search, and the bookings before and after it in the list. */
export function PageBar({ hotel, code, place }: BarProps) {
  return (
    <div class="booking-bar">
      <a class="back" href={href({ query: place.filter })}>
        <Icon name="back" />
        {t('booking.back')}
      </a>
      {useContext(HeadSlot)}
      <Neighbours {...{ hotel, code, place }} />
    </div>
  )
}

/** The buttons to the bookings before and after one in the list that was shown last. */
export function Neighbours({ hotel, code, place }: BarProps) {
  const { before, after } = useNeighbours(hotel, code)
  const step = (name: 'up' | 'down', to: string | undefined) => (
    <Button
      kind="quiet"
      aria-label={t(name === 'up' ? 'booking.before' : 'booking.after')}
      disabled={!to}
      onClick={() => to && location.replace(placeOf(to, { ...place, isWhole: false }))}
    >
      <Icon name={name} />
    </Button>
  )
  if (!before && !after) return null
  return (
    <span class="unbroken">
      {step('up', before)}
      {step('down', after)}
    </span>
  )
}

/** The codes before and after a booking in the list that was shown last, and its place there, from 1. */
export function useNeighbours({ slug }: WholeHotel, code: string) {
  const { hotel, codes } = useStore(shownList)
  const at = hotel === slug ? codes.indexOf(code) : -1
  return at < 0
    ? {}
    : { before: codes[at - 1], after: codes[at + 1], at: at + 1, count: codes.length }
}
