import type {
  Answer,
  Booking,
  BookingTrail,
  PanelBookingGroup,
  WholeHotel,
} from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { money, todayIn } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { go } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'
import { LinkDialog } from './desk/link.tsx'
import { checkOut } from './desk/marks.ts'
import { isReinstatable } from './end.tsx'
import { deskDue } from './parts/due.ts'
import { eraseItem } from './parts/erase.tsx'
import { heldOf, nameOf, roomsOf } from './parts/model.ts'
import { isExpected, isInHouse, nextStep, type Step } from './parts/next-step.ts'
import { isChangeable } from './parts/option-field.tsx'
import { isStanding } from './status.tsx'

/** The dialogs of a booking's page. */
export type Doing = 'change' | 'cancel' | 'noShow' | 'reinstate' | 'checkIn' | 'checkOut'

type ActsProps = {
  hotel: WholeHotel
  booking: BookingTrail
  /** The reservation of several stays that it is part of. */
  group: PanelBookingGroup | undefined
  reload: () => void
  onPick: (doing: Doing) => void
  /** Opens the form of a payment. */
  onPay: () => void
}

/** The primary action by the state of the stay, and the menu of all others, with what ends the stay last. */
export function Acts(props: ActsProps) {
  const { hotel, booking } = props
  const mayWrite = may(hotel, 'front_desk')
  const step = mayWrite ? nextStep(booking, todayIn(hotel.timezone)) : undefined
  const acts = useActs(props)
  const { text, run, isBusy } = step ? acts.steps[step] : {}
  return (
    <div class="buttons">
      {text && (
        <Button kind="primary" isBusy={isBusy ?? false} onClick={run}>
          {text}
        </Button>
      )}
      <Menu
        name={t('desk.moreOf', { name: nameOf(booking) })}
        look="button"
        items={itemsOf(props, { mayWrite, step, ...acts })}
      />
    </div>
  )
}

type Act = { text: string; run: () => void; isBusy?: boolean }

/** What a press of each button does. */
function useActs({ hotel, booking, group, reload, onPick, onPay }: ActsProps) {
  const { code, desk, currency } = booking
  const send = useAction(async (act: () => Promise<unknown>, said: string) => {
    await act().then(() => say(said), sayWrong)
    reload()
  })
  const sendSaying = (act: () => Promise<Booking>, said: WordKey) =>
    send.run(act, t(said, { code }))
  const leave = () => {
    if (deskDue(booking) !== 0) return onPick('checkOut')
    void send.run(() => checkOut(hotel, booking), t('desk.checkedOut', { name: nameOf(booking) }))
  }
  // A reservation of several stays is confirmed as a whole.
  const confirm = () =>
    group
      ? send.run(
          () => call('confirmPanelGroup', { hotel: hotel.slug, code: group.code }),
          t('booking.confirmedNow', { code: group.code }),
        )
      : sendSaying(() => call('confirmBooking', { code }, { body: {} }), 'booking.confirmedNow')
  const confirmText = group
    ? t('group.confirm', { count: roomsOf(heldOf(group)) })
    : t('booking.confirm')
  const amount = money(desk.dueCents, currency)
  const steps: Record<Step, Act> = {
    confirm: { text: confirmText, run: confirm, isBusy: send.isBusy },
    checkIn: { text: t('desk.checkIn'), run: () => onPick('checkIn') },
    pay: { text: t('desk.take', { amount }), run: onPay },
    checkOut: { text: t('desk.checkOut'), run: leave, isBusy: send.isBusy },
  }
  const prove = () =>
    sendSaying(() => call('provePanelBooking', { hotel: hotel.slug, code }), 'booking.provenNow')
  return { steps, prove }
}

type Items = ReturnType<typeof useActs> & { mayWrite: boolean; step: Step | undefined }

function itemsOf({ hotel, booking, reload, onPick }: ActsProps, acts: Items): MenuItem[] {
  const { code, status, proof, group, erased } = booking
  const { mayWrite, step, steps, prove } = acts
  const item = (isOffered: boolean, text: string, run: () => void, isDanger = false) =>
    isOffered ? [{ text, run, isDanger }] : []
  return [
    ...item(
      mayWrite && isInHouse(booking) && step !== 'checkOut',
      steps.checkOut.text,
      steps.checkOut.run,
    ),
    ...item(mayWrite && isChangeable(booking), t('booking.change'), () => onPick('change')),
    ...item(mayWrite && isStanding(booking) && proof !== 'hotel', t('booking.prove'), prove),
    ...item(mayWrite && !erased, t('desk.link'), () => void handOver(hotel, booking)),
    ...item(may(hotel, 'not_read_only') && !erased, t('sheets.card'), () =>
      go({ view: 'sheets', rest: ['card', code] }),
    ),
    ...item(true, t('booking.print'), () => print()),
    ...item(
      mayWrite && isReinstatable(booking, hotel),
      t(status === 'no_show' ? 'booking.takeBackNoShow' : 'booking.takeBackCancel'),
      () => onPick('reinstate'),
    ),
    ...eraseItem(hotel, { code: group?.code ?? code, isWhole: group !== null, erased }, reload),
    ...item(
      mayWrite && isExpected(booking, todayIn(hotel.timezone)),
      t('booking.noShow'),
      () => onPick('noShow'),
      true,
    ),
    ...item(mayWrite && isStanding(booking), t('booking.cancel'), () => onPick('cancel'), true),
  ]
}

/** Hands over the booking's link. It is read when it is pressed, because the history names each person who was given it (audit). */
async function handOver(hotel: WholeHotel, booking: Booking): Promise<void> {
  const params = { hotel: hotel.slug, code: booking.code }
  const give = (renew: boolean): Promise<Answer<'handOverManageLink'>> =>
    call('handOverManageLink', params, { body: { renew } })
  try {
    const first = await give(false)
    void openDialog((onClose) => (
      <LinkDialog {...{ booking, first, onClose }} renew={() => give(true)} />
    ))
  } catch (error) {
    sayWrong(error)
  }
}
