import type { Answer, WholeDesk, WholeHotel } from '../../../../client/call.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction, useLoad } from '../../../lib/load.ts'
import { useSettled } from '../../../lib/typing.ts'
import { Button } from '../../../parts/button.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { say } from '../../../parts/toast.tsx'
import { nameOf, type OfGuest, stayText } from '../parts/model.ts'

type SharedRoom = WholeDesk['sharedRooms'][number]

/** What each booking has after an exchange. */
type Swapped = Answer<'swapRooms'>['items'][number]

/** The booking that asks for a room, and what it gives for it. */
type SwapProps = {
  hotel: WholeHotel
  booking: { code: string } & OfGuest
  /** The room that it gives in exchange; null: it has one to come. */
  gives: string | null
  /** Gets the rooms that it then has. */
  onSwapped: (own: Swapped) => void
}

type SharedRoomsProps = SwapProps & {
  roomNumber: string
  /** The bookings that share the saved number; undefined while a number is typed, for which the service is asked. */
  known?: WholeDesk['sharedRooms'] | undefined
}

/** Says who else has the room on the same nights, and offers to exchange the rooms of the two. */
export function SharedRooms({ roomNumber, known, ...swap }: SharedRoomsProps) {
  const { hotel, booking } = swap
  const asked = useSettled(known ? '' : roomNumber)
  const { data = [] } = useLoad(
    async (signal) => {
      if (!asked) return []
      const body = { roomNumber: asked, simulate: true }
      const params = { hotel: hotel.slug, code: booking.code }
      return (await call('writeDesk', params, { body, signal })).sharedRooms
    },
    [asked],
  )
  return (
    <div role="status" class="alert-slot stack">
      {(known ?? (asked === roomNumber.trim() ? data : [])).map((each) => (
        <div key={each.code} class="note warn">
          <p>
            {t('desk.sharedRoom', {
              room: each.number,
              name: nameOf({ guest: each }),
              code: each.code,
              days: stayText(each),
            })}
          </p>
          {!known && <SwapButton {...swap} shared={each} />}
        </div>
      ))}
    </div>
  )
}

/** Gives the room of the other booking to this one; the other gets what this one gives, or none. */
function SwapButton({
  hotel,
  booking,
  gives,
  onSwapped,
  shared,
}: SwapProps & { shared: SharedRoom }) {
  const { run, isBusy, problem } = useAction(async () => {
    const rooms = [
      { code: booking.code, number: gives },
      { code: shared.code, number: shared.number },
    ]
    const { items } = await call('swapRooms', { hotel: hotel.slug }, { body: { rooms } })
    const told = [booking, { guest: shared }].map((each, at) => {
      const room = items[at]!.roomNumbers.join(', ')
      const name = nameOf(each)
      return room ? t('roomChoice.swapped', { name, room }) : t('roomChoice.left', { name })
    })
    say(told.join(' '))
    onSwapped(items[0]!)
  })
  return (
    <>
      <Button isBusy={isBusy} onClick={run}>
        {t(gives === null ? 'roomChoice.take' : 'roomChoice.swap')}
      </Button>
      <ProblemNote problem={problem} />
    </>
  )
}
