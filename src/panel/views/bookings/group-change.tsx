import { useState } from 'preact/hooks'
import type { Body, PanelBooking, PanelBookingGroup, WholeHotel } from '../../../client/call.ts'
import { call, type Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { GuestFields } from './change-fields.tsx'
import { changedFields, changesOf, type Draft, draftOf, LABELS } from './draft.ts'
import { problemOfStay } from './new/flaws.ts'
import { InvoiceFields, NamesFold, PaymentFields } from './parts/detail-folds.tsx'
import { hasAgency, namesText } from './parts/details-draft.ts'
import { listText, partyText } from './parts/model.ts'
import { OptionField, useOption } from './parts/option-field.tsx'
import { lacksName, readNames } from './parts/typed-text.ts'
import { isStanding } from './status.tsx'

type ChangeGroupProps = {
  hotel: WholeHotel
  group: PanelBookingGroup
  reload: () => void
  onClose: () => void
}

/** Changes what all stays of a reservation share, the end of an option, and the guests of each by name. */
export function ChangeGroup({ hotel, group, reload, onClose }: ChangeGroupProps) {
  const { code, bookings } = group
  const [standing] = useState(() => bookings.filter(isStanding))
  const [booking] = useState(() => standing[0] ?? bookings[0]!)
  const [draft, setDraft] = useState(() => draftOf(booking))
  const [isTried, setTried] = useState(false)
  const names = useNames(standing)
  const option = useOption(
    standing.filter(({ desk }) => desk.isOption),
    hotel.timezone,
  )
  const set = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  const change = async () => {
    setTried(true)
    if (names.isWrong) return undefined
    const changes = changesOf(booking, draft) as Body<'changePanelGroup'> | undefined
    const { stays } = names
    if (!changes && !option.end && stays.length === 0) return t('booking.unchanged')
    const body = { ...changes, ...option.end, ...(stays.length > 0 && { stays }) }
    await call('changePanelGroup', { hotel: hotel.slug, code }, { body })
    reload()
    const what = changedFields(booking, draft).map((field) => t(LABELS[field]))
    const named = stays.length > 0 ? [t('details.guestNames')] : []
    const moved = option.end ? [t('booking.heldUntil')] : []
    return t('booking.changed', { code, what: listText([...what, ...named, ...moved]) })
  }
  return (
    <Confirm
      title={t('booking.title', { code })}
      action={t('booking.save')}
      kind="primary"
      isWide
      act={change}
      onClose={onClose}
    >
      {(problem) => (
        <>
          <OptionField {...option} problem={problem} />
          <GuestFields {...{ draft, set, problem }} />
          <TextField
            label={t(LABELS.arrivalTime)}
            placeholder="23:30"
            maxLength={5}
            value={draft.arrivalTime}
            onText={(arrivalTime) => set({ arrivalTime })}
            problem={problem}
            path="/arrivalTime"
          />
          <InvoiceFields {...{ draft, set, problem }} />
          <PaymentFields {...{ draft, set, problem }} hasAgency={hasAgency(booking)} />
          <NamesFold {...{ isTried }} stays={names.fields(problem)} />
          <p class="hint">{t('group.changeAll')}</p>
        </>
      )}
    </Confirm>
  )
}

/** The guests of each stay besides the one who books, as typed. */
function useNames(standing: readonly PanelBooking[]) {
  const shared = standing.filter(({ adults, children }) => adults + children > 1)
  const [texts, setTexts] = useState<Record<string, string>>({})
  const textOf = ({ code, guestNames }: PanelBooking) => texts[code] ?? namesText(guestNames)
  const changed = shared.filter((stay) => textOf(stay) !== namesText(stay.guestNames))
  return {
    isWrong: changed.some((stay) => lacksName(textOf(stay), stay.guestNames)),
    /** The stays whose guests changed, which are sent. */
    stays: changed.map((stay) => ({
      code: stay.code,
      guestNames: readNames(textOf(stay), stay.guestNames),
    })),
    fields: (problem: Problem | undefined) =>
      shared.map((stay) => ({
        key: stay.code,
        label: `${roomNameOf(stay)} · ${partyText(stay)}`,
        value: textOf(stay),
        known: stay.guestNames,
        problem: problemOfStay(problem, changed.indexOf(stay)),
        onText: (text: string) => setTexts((now) => ({ ...now, [stay.code]: text })),
      })),
  }
}
