import type { Booking, BookingGroup } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import type { User } from '../../lib/session.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu } from '../../parts/menu.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'
import { heldOf, nameOf, roomsOf } from '../bookings/parts/model.ts'
import { maySell } from './maker.ts'

type ActsProps = {
  booking: Booking
  group: BookingGroup | undefined
  user: User
  reload: () => void
  /** True if something shown may still be changed. */
  isChangeable: boolean
  /** Opens the change of the shown stay, or of the whole reservation. */
  onChange: () => void
}

/** Confirms an option; that of a reservation of several stays as a whole. @returns what to say */
export async function confirmOption({ code, group }: Booking): Promise<string> {
  if (group) await call('confirmAgencyGroup', { code: group.code })
  else await call('confirmAgencyBooking', { code })
  return t('booking.confirmedNow', { code: group?.code ?? code })
}

/** Acts of an agency on a booking: it confirms an option, prints the voucher, changes the booking, and mails its link. */
export function AgencyActs(props: ActsProps) {
  const { booking, group, user, reload, isChangeable, onChange } = props
  const send = useAction(async (act: () => Promise<string>) => {
    await act().then(say, sayWrong)
    reload()
  })
  const held = heldOf(group ?? { bookings: [booking] })
  const isOpen = maySell(user)
  const mail = async () => {
    if (group) await call('mailAgencyGroupLink', { code: group.code }, { body: {} })
    else await call('mailManageLink', { code: booking.code }, { body: {} })
    return t('acenta.mailed')
  }
  const items = [
    ...(isOpen && booking.guest?.email
      ? [{ text: t('acenta.mailLink'), run: () => void send.run(mail) }]
      : []),
    { text: t('booking.print'), run: () => print() },
  ]
  return (
    <div class="buttons">
      {held.length > 0 && isOpen ? (
        <Button
          kind="primary"
          isBusy={send.isBusy}
          onClick={() => send.run(() => confirmOption(held[0]!))}
        >
          {group ? t('group.confirm', { count: roomsOf(held) }) : t('booking.confirm')}
        </Button>
      ) : (
        hasVoucher(group?.bookings ?? [booking]) && (
          <a class="button primary" href={href({ view: 'voucher', rest: [booking.code] })}>
            <Icon name="print" />
            {t('acenta.voucher')}
          </a>
        )
      )}
      {isOpen && isChangeable && <Button onClick={onChange}>{t('booking.change')}</Button>}
      <Menu name={t('desk.moreOf', { name: nameOf(booking) })} look="button" items={items} />
    </div>
  )
}

/** True if there is something to hand to a client: stays that are confirmed. */
export const hasVoucher = (stays: readonly Pick<Booking, 'status'>[]): boolean =>
  stays.some(({ status }) => status === 'confirmed' || status === 'completed')
