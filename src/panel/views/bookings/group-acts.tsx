import type { Answer, PanelBooking, PanelBookingGroup, WholeHotel } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { money, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { Button } from '../../parts/button.tsx'
import { Menu } from '../../parts/menu.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'
import { LinkDialog } from './desk/link.tsx'
import { checkOut } from './desk/marks.ts'
import { groupDue } from './group-pay.tsx'
import { deskDue } from './parts/due.ts'
import { eraseItem } from './parts/erase.tsx'
import { heldOf, nameOf, roomsOf } from './parts/model.ts'
import { isExpected, isInHouse } from './parts/next-step.ts'
import { isStanding } from './status.tsx'

/** The dialogs of a whole reservation. */
export type GroupDoing = 'change' | 'add' | 'cancel' | 'checkIn' | 'pay'

type GroupActsProps = {
  hotel: WholeHotel
  group: PanelBookingGroup
  reload: () => void
  onPick: (doing: GroupDoing) => void
}

/** What is done with all stays of a reservation: the primary action by their state, and the menu. */
export function GroupActs({ hotel, group, reload, onPick }: GroupActsProps) {
  const { code, bookings } = group
  const erased = bookings[0]!.erased
  const params = { hotel: hotel.slug, code }
  const confirm = useAction(async () => {
    await call('confirmPanelGroup', params).then(
      () => say(t('booking.confirmedNow', { code })),
      sayWrong,
    )
    reload()
  })
  if (!may(hotel, 'front_desk')) return null
  const held = heldOf(group)
  const expected = expectedOf(group, hotel)
  return (
    <div class="buttons">
      {held.length > 0 ? (
        <Button kind="primary" isBusy={confirm.isBusy} onClick={confirm.run}>
          {t('group.confirm', { count: roomsOf(held) })}
        </Button>
      ) : (
        <Next {...{ hotel, group, expected, reload, onPick }} />
      )}
      <Menu
        name={t('desk.moreOf', { name: nameOf(group) })}
        look="button"
        items={[
          ...(bookings.some(isStanding)
            ? [
                { text: t('booking.change'), run: () => onPick('change') },
                { text: t('group.add'), run: () => onPick('add') },
              ]
            : []),
          ...(erased ? [] : [{ text: t('desk.link'), run: () => void handOver(hotel, group) }]),
          { text: t('booking.print'), run: () => print() },
          ...eraseItem(hotel, { code, isWhole: true, erased }, reload),
          ...(bookings.some(isStanding)
            ? [{ text: t('group.cancel'), run: () => onPick('cancel'), isDanger: true }]
            : []),
        ]}
      />
    </div>
  )
}

type NextProps = GroupActsProps & { expected: readonly PanelBooking[] }

/** The primary action of a confirmed reservation: check in who is to come today, take what is due, check out. */
function Next({ hotel, group, expected, reload, onPick }: NextProps) {
  const dueCents = groupDue(group)
  const hasCome = group.bookings.some(
    ({ desk, status }) => desk.arrivedAt !== null || !isStanding({ status }),
  )
  if (expected.length > 0)
    return (
      <Button kind="primary" onClick={() => onPick('checkIn')}>
        {t('group.checkIn', { count: roomsOf(expected) })}
      </Button>
    )
  if (hasCome && dueCents > 0)
    return (
      <Button kind="primary" onClick={() => onPick('pay')}>
        {t('desk.take', { amount: money(dueCents, group.currency) })}
      </Button>
    )
  return <CheckOut {...{ hotel, group, reload }} />
}

/** Marks all guests in house as gone, but those to whom money is to be given back: their own page asks for it. */
function CheckOut({ hotel, group, reload }: Omit<GroupActsProps, 'onPick'>) {
  const leaving = group.bookings.filter((stay) => isInHouse(stay) && deskDue(stay) === 0)
  const leave = useAction(async () => {
    try {
      for (const stay of leaving) await checkOut(hotel, stay)
      say(t('desk.checkedOut', { name: nameOf(group) }))
    } catch (error) {
      sayWrong(error)
    }
    reload()
  })
  if (leaving.length === 0) return null
  return (
    <Button kind="primary" isBusy={leave.isBusy} onClick={leave.run}>
      {t('group.checkOut', { count: roomsOf(leaving) })}
    </Button>
  )
}

/** The stays of a reservation that may be checked in today. */
export const expectedOf = ({ bookings }: PanelBookingGroup, { timezone }: WholeHotel) =>
  bookings.filter((booking) => isExpected(booking, todayIn(timezone)))

/** Hands over the reservation's link. It is read when it is pressed, because the history names each person who was given it (audit). */
async function handOver(hotel: WholeHotel, group: PanelBookingGroup): Promise<void> {
  const params = { hotel: hotel.slug, code: group.code }
  const give = (renew: boolean): Promise<Answer<'handOverGroupLink'>> =>
    call('handOverGroupLink', params, { body: { renew } })
  try {
    const first = await give(false)
    const booking = group.bookings[0]!
    void openDialog((onClose) => (
      <LinkDialog {...{ booking, first, onClose }} renew={() => give(true)} />
    ))
  } catch (error) {
    sayWrong(error)
  }
}
