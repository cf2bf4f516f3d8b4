import type { Booking } from '../../../../client/call.ts'
import { atPrice, type SamePrice } from '../../../../domain/bookings/manual-price.ts'
import type { Problem } from '../../../lib/api.ts'
import { parseMoney, parsePercent } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { CheckField, SelectField, TextField } from '../../../parts/field.tsx'

/** The fields of a manual price (discount). */
export type PriceDraft = { isOn: boolean; how: 'price' | 'less'; text: string; reason: string }

export const NO_PRICE: PriceDraft = { isOn: false, how: 'price', text: '', reason: '' }

/** The fields as they are read; empty while there is no manual price. */
export type ReadPrice = {
  /** The price that is sent. */
  price?: SamePrice & { reason: string }
  /** The price, even while it has no reason yet. */
  amount?: SamePrice
  wrong?: { text?: string; reason?: string }
}

/** Reads the typed price, or says what is wrong with it. */
export function readPrice({ isOn, how, text, reason }: PriceDraft, currency: string): ReadPrice {
  if (!isOn) return {}
  const amount = how === 'price' ? readCents(text, currency) : readLess(text)
  if (amount && reason.trim() !== '') return { amount, price: { ...amount, reason: reason.trim() } }
  const wrong = {
    ...(!amount && { text: t(how === 'price' ? 'desk.wrongAmount' : 'desk.wrongLess') }),
    ...(reason.trim() === '' && { reason: t('desk.needsReason') }),
  }
  return { wrong, ...(amount && { amount }) }
}

/** The total of a stay at a manual price; undefined if its nights are not known. */
export function agreedTotal(
  { amount }: ReadPrice,
  nightly: Booking['nightly'] | undefined,
  rooms: number,
): number | undefined {
  if (!amount || !nightly) return undefined
  return nightly.reduce((sum, { priceCents }) => sum + atPrice(priceCents, amount), 0) * rooms
}

function readCents(text: string, currency: string): SamePrice | undefined {
  const priceCents = parseMoney(text, currency)
  return priceCents === undefined || priceCents < 0 ? undefined : { priceCents }
}

function readLess(text: string): SamePrice | undefined {
  const lessPercentBp = parsePercent(text)
  const isShare = lessPercentBp !== undefined && lessPercentBp >= 0 && lessPercentBp <= 10_000
  return isShare ? { lessPercentBp } : undefined
}

type PriceProps = {
  draft: PriceDraft
  set: (draft: PriceDraft) => void
  wrong: ReadPrice['wrong']
  problem: Problem | undefined
}

/** The fields of a manual price, after a box that switches it on. */
export function PriceFields(props: PriceProps) {
  const { draft, set } = props
  return (
    <>
      <CheckField
        label={t('desk.other')}
        checked={draft.isOn}
        onCheck={(isOn) => set({ ...draft, isOn })}
      />
      {draft.isOn && <PriceInputs {...props} />}
    </>
  )
}

/** The fields of a manual price: an amount per night or a percentage off the rate's price, and the reason. */
export function PriceInputs({ draft, set, wrong, problem }: PriceProps) {
  const { how, text, reason } = draft
  return (
    <>
      <div class="form-row">
        <SelectField
          label={t('desk.how')}
          value={how}
          options={[
            { value: 'price', text: t('desk.otherPrice') },
            { value: 'less', text: t('desk.less') },
          ]}
          onPick={(how) => set({ ...draft, how })}
        />
        <TextField
          label={t(how === 'price' ? 'desk.otherPrice' : 'desk.less')}
          inputMode="decimal"
          value={text}
          error={wrong?.text}
          problem={problem}
          path="/manualPrice"
          onText={(text) => set({ ...draft, text })}
        />
      </div>
      <TextField
        label={t('desk.reason')}
        hint={t('desk.reasonHint')}
        maxLength={200}
        value={reason}
        error={wrong?.reason}
        onText={(reason) => set({ ...draft, reason })}
      />
    </>
  )
}
