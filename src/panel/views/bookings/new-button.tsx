import type { WholeHotel } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { href } from '../../lib/router.ts'
import { Icon } from '../../parts/icon.tsx'

/** The link to a new booking, for people who may make one. */
export const NewButton = ({ hotel }: { hotel: WholeHotel }) =>
  may(hotel, 'front_desk') && (
    <a class="button primary sign" href={href({ view: 'bookings', rest: ['new'] })}>
      <Icon name="add" />
      <span>{t('desk.new')}</span>
    </a>
  )
