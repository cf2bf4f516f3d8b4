import { useState } from 'preact/hooks'
import type { PanelBookingGroup, WholeHotel } from '../../../client/call.ts'
import { call, type Problem } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { useRateList } from '../../lib/rates.ts'
import { useRooms } from '../../lib/rooms.ts'
import { useTrial } from '../../lib/trial.ts'
import { ActionDialog, closeSaying, useFocusFlaw } from '../../parts/dialog.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { StayFields } from './change-fields.tsx'
import { type Draft, draftOf, stayOf } from './draft.ts'
import { problemOfStay } from './new/flaws.ts'
import { isAgainst, saleErrorOf } from './parts/against.ts'
import { OverrideField } from './parts/override.tsx'
import { isStanding } from './status.tsx'

type AddStayProps = {
  hotel: WholeHotel
  group: PanelBookingGroup
  reload: () => void
  onClose: () => void
}

/** Adds a stay to a reservation, one room like its last stay unless other is asked; its price is shown before. */
export function AddStay({ hotel, group, reload, onClose }: AddStayProps) {
  const { code, bookings, currency } = group
  const [booking] = useState(() => bookings.findLast(isStanding) ?? bookings[0]!)
  const [draft, setDraft] = useState<Draft>(() => ofOneRoom(draftOf(booking)))
  const [override, setOverride] = useState(false)
  const rooms = useRooms(hotel.slug)
  const rates = useRateList(hotel.slug)
  const stay = stayOf(draft, true)
  const quote = useTrial(JSON.stringify(stay), (asked, signal) => {
    const body = { hotelSlug: hotel.slug, stays: [JSON.parse(asked)] }
    return call('quoteStays', {}, { body, signal })
  })
  const price = quote.data
  const { run, isBusy, problem } = useAction(async () => {
    const body = {
      ...stay,
      ...(price && {
        expectedTotalCents: group.totalPriceCents + price.totalPriceCents,
        expectedPayableCents: group.payableCents + price.payableCents,
      }),
      ...(override && { override }),
    }
    await call('addPanelStay', { hotel: hotel.slug, code }, { body })
    reload()
    closeSaying(t('group.added', { code }), onClose)
  })
  useFocusFlaw(problem)
  const refusal = ofStay(problem ?? quote.problem)
  const total = price && money(price.payableCents, currency)
  const whole = price && money(group.payableCents + price.payableCents, currency)
  return (
    <ActionDialog
      title={t('group.add')}
      action={total ? t('group.addDo', { total }) : t('group.add')}
      kind="primary"
      isWide
      {...{ isBusy, onClose }}
      onSubmit={run}
    >
      <StayFields
        {...{ draft, booking, rooms: rooms.data ?? [], rates: rates.data ?? [] }}
        set={(changes) => setDraft((now) => ({ ...now, ...changes }))}
        problem={refusal}
        saleError={saleErrorOf(refusal)}
      />
      <OverrideField {...{ problem: refusal, isOn: override, onCheck: setOverride, currency }} />
      <ProblemNote problem={refusal && isAgainst(refusal) ? undefined : problem} />
      <div role="status" class="alert-slot">
        {total && whole && <p class="note">{t('group.addTotal', { total, whole })}</p>}
      </div>
    </ActionDialog>
  )
}

/** A refusal of the quote with its paths as those of the stay. */
const ofStay = (problem: Problem | undefined): Problem | undefined =>
  problemOfStay(problem, 0) ?? problem

/** One room for one adult in place of all rooms of the stay that it is like. */
const ofOneRoom = (draft: Draft): Draft => ({
  ...draft,
  ...{
    rooms: '1',
    adults: String(Math.max(1, Math.ceil(Number(draft.adults) / Number(draft.rooms)))),
  },
  ...{ children: '0', childAges: '' },
})
