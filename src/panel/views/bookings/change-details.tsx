import type { Booking, OfferedExtra } from '../../../client/call.ts'
import type { Problem } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { nameIn } from '../../lib/names.ts'
import { TextField } from '../../parts/field.tsx'
import { type Draft, LABELS } from './draft.ts'
import { InvoiceFields, NamesField, PaymentFields } from './parts/detail-folds.tsx'
import { quantityIn, withExtra } from './parts/details-draft.ts'
import { perText } from './parts/model.ts'

type DetailsProps = {
  /** The extras that the form offers. */
  extras: readonly OfferedExtra[]
  /** True if the form says who collects the price. */
  hasCollect: boolean
  booking: Booking
  draft: Draft
  set: (changes: Partial<Draft>) => void
  problem: Problem | undefined
  /** True once it was sent, so that the page's own errors are shown. */
  isTried: boolean
}

/** The fields of a change that a hotel needs besides the stay: who comes with the guest and when, extras, the invoice, the guarantee. */
export function DetailFields(props: DetailsProps) {
  const { booking, hasCollect, draft, set, problem, isTried } = props
  const field = (name: keyof Draft, path = `/${name}`) => ({
    label: t(LABELS[name]),
    value: draft[name],
    onText: (text: string) => set({ [name]: text }),
    ...{ problem, path },
  })
  return (
    <>
      <div class="form-row">
        <TextField {...field('arrivalTime')} placeholder="23:30" maxLength={5} />
        <NamesField {...field('guestNames')} {...{ isTried }} known={booking.guestNames} />
      </div>
      <Extras {...props} />
      <InvoiceFields {...{ draft, set, problem }} />
      <PaymentFields {...{ draft, set, problem }} hasAgency={hasCollect} />
    </>
  )
}

/** Pieces of each extra that the booking is to have. */
function Extras({
  extras,
  booking,
  draft,
  set,
  problem,
}: Omit<DetailsProps, 'isTried' | 'hasCollect'>) {
  if (extras.length === 0) return null
  return (
    <div class="form-row">
      {extras.map((extra) => (
        <TextField
          key={extra.code}
          label={nameIn(extra)}
          hint={`${money(extra.priceCents, booking.currency)} ${perText(extra.per)}`}
          type="number"
          inputMode="numeric"
          min={0}
          max={extra.max}
          value={String(quantityIn(draft.extras, extra.code))}
          problem={problem}
          path="/extras"
          onText={(text) =>
            set({ extras: withExtra(draft.extras, extra.code, Math.max(0, Number(text) || 0)) })
          }
        />
      ))}
    </div>
  )
}
