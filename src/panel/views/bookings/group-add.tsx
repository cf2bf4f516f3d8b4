import { useState } from 'preact/hooks'
import type { PanelBookingGroup, WholeHotel } from '../../../client/call.ts'
import { call, type Problem } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useLoad } from '../../lib/load.ts'
import { useRateList } from '../../lib/rates.ts'
import { useRooms } from '../../lib/rooms.ts'
import { useSettled } from '../../lib/typing.ts'
import { Button } from '../../parts/button.tsx'
import { closeSaying, Dialog, useFocusFlaw } from '../../parts/dialog.tsx'
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
  const quote = useQuote(hotel.slug, JSON.stringify(stay))
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
    <Dialog
      title={t('group.add')}
      isWide
      onClose={onClose}
      onSubmit={run}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {total ? t('group.addDo', { total }) : t('group.add')}
          </Button>
        </>
      }
    >
      <StayFields
        {...{ draft, booking, rooms: rooms.data ?? [], rates: rates.data ?? [] }}
        set={(changes) => setDraft((now) => ({ ...now, ...changes }))}
        problem={refusal}
        saleError={saleErrorOf(refusal)}
      />
      <OverrideField {...{ problem: refusal, isOn: override, onCheck: setOverride, currency }} />
      <ProblemNote problem={refusal && isAgainst(refusal) ? undefined : problem} />
      <p role="status" class="note" hidden={!total}>
        {total && whole && t('group.addTotal', { total, whole })}
      </p>
    </Dialog>
  )
}

/** The price of a stay, once the typing pauses. */
function useQuote(hotelSlug: string, asked: string) {
  const settled = useSettled(asked)
  const { data, problem, isBusy } = useLoad(
    async (signal) => {
      const body = { hotelSlug, stays: [JSON.parse(settled)] }
      return { settled, quote: await call('quoteStays', {}, { body, signal }) }
    },
    [settled],
  )
  // An answer to an earlier draft says nothing about this one.
  if (isBusy || asked !== settled) return {}
  return problem ? { problem } : { data: data?.settled === asked ? data.quote : undefined }
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
