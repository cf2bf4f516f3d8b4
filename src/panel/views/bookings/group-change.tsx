import { useState } from 'preact/hooks'
import type { Body, Booking, BookingGroup } from '../../../client/call.ts'
import { asProblem, type Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { GuestFields } from './change-fields.tsx'
import { changedFields, changesOf, type Draft, draftOf, LABELS } from './draft.ts'
import { GroupDayFields, type GroupDays, type SendGroup, useGroupDays } from './group-days.tsx'
import { problemOfStay } from './new/flaws.ts'
import { InvoiceFields, NamesFold, PaymentFields } from './parts/detail-folds.tsx'
import { namesText } from './parts/details-draft.ts'
import { listText, partyText } from './parts/model.ts'
import { OptionField, useOption } from './parts/option-field.tsx'
import { lacksName, readNames } from './parts/typed-text.ts'
import { isStanding } from './status.tsx'

type ChangeGroupProps = {
  group: Omit<BookingGroup, 'bookings'> & { bookings: readonly Booking[] }
  /** Of the hotel. */
  timezone: string
  /** Its options whose end may be moved. */
  options: readonly Pick<Booking, 'holdUntil' | 'checkin'>[]
  /** True if the form says who collects the price. */
  hasCollect: boolean
  send: SendGroup
  reload: () => void
  onClose: () => void
}

/** Changes what all stays of a reservation share, their days too where these are alike, and the guests of each by name. */
export function ChangeGroup(props: ChangeGroupProps) {
  const { group, timezone, options, hasCollect, send, reload, onClose } = props
  const { code, bookings } = group
  const [standing] = useState(() => bookings.filter(isStanding))
  const [booking] = useState(() => standing[0] ?? bookings[0]!)
  const [draft, setDraft] = useState(() => draftOf(booking))
  const [isTried, setTried] = useState(false)
  const names = useNames(standing)
  const days = useGroupDays(standing, send)
  const option = useOption(options, timezone)
  const set = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  const change = async () => {
    setTried(true)
    if (names.isWrong) return undefined
    const changes = changesOf(booking, draft) as Body<'changePanelGroup'> | undefined
    const stays = staysOf(standing, days, names)
    if (!changes && !option.end && stays.length === 0) return t('booking.unchanged')
    const body = { ...changes, ...option.end, ...(stays.length > 0 && { stays }), ...sumsOf(days) }
    await send(body).catch((error) => {
      if (asProblem(error).code === 'price_changed') days.trial.reload()
      throw error
    })
    reload()
    const what = changedFields(booking, draft).map((field) => t(LABELS[field]))
    const on = days.isMoved ? [t('booking.days')] : []
    const named = names.changed.length > 0 ? [t('details.guestNames')] : []
    const moved = option.end ? [t('booking.heldUntil')] : []
    return t('booking.changed', { code, what: listText([...on, ...what, ...named, ...moved]) })
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
          <GroupDayFields days={days} before={group} />
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
          <PaymentFields {...{ draft, set, problem }} hasAgency={hasCollect} />
          <NamesFold {...{ isTried }} stays={names.fields(problem)} />
          <p class="hint">{t(days.isOffered ? 'group.changeDays' : 'group.changeAll')}</p>
        </>
      )}
    </Confirm>
  )
}

/** The stays that change, each with its new days and guests. */
function staysOf(
  standing: readonly Booking[],
  { isMoved, checkin, checkout }: GroupDays,
  { changed }: ReturnType<typeof useNames>,
) {
  const namesOf = (code: string) => changed.find((each) => each.code === code)
  return standing
    .filter(({ code }) => isMoved || namesOf(code))
    .map(({ code }) => ({ code, ...(isMoved && { checkin, checkout }), ...namesOf(code) }))
}

/** The sums that were shown with new days. */
const sumsOf = ({ trial: { data } }: GroupDays) =>
  data && { expectedTotalCents: data.totalPriceCents, expectedPayableCents: data.payableCents }

/** The guests of each stay besides the one who books, as typed. */
function useNames(standing: readonly Booking[]) {
  const shared = standing.filter(({ adults, children }) => adults + children > 1)
  const [texts, setTexts] = useState<Record<string, string>>({})
  const textOf = ({ code, guestNames }: Booking) => texts[code] ?? namesText(guestNames)
  const changed = shared.filter((stay) => textOf(stay) !== namesText(stay.guestNames))
  return {
    isWrong: changed.some((stay) => lacksName(textOf(stay), stay.guestNames)),
    /** The stays whose guests changed, as they are sent. */
    changed: changed.map((stay) => ({
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
