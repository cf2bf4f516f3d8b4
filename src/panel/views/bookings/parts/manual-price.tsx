import type { Booking } from '../../../../client/call.ts'
import { atPrice, type SamePrice } from '../../../../domain/bookings/manual-price.ts'
import type { Problem } from '../../../lib/api.ts'
import { parseMoney, parsePercent } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { CheckField, SelectField, TextField } from '../../../parts/field.tsx'

/** A price that is agreed on, as its fields have it. */
export type PriceDraft = { isOn: boolean; how: 'price' | 'less'; text: string; reason: string }

export const NO_PRICE: PriceDraft = { isOn: false, how: 'price', text: '', reason: '' }

/** What is read of it: nothing where none is agreed on. */
export type ReadPrice = {
  /** What is sent. */
  price?: SamePrice & { reason: string }
  /** The same while it has no reason yet. */
  said?: SamePrice
  wrong?: { text?: string; reason?: string }
}

/** Reads what was typed of a price, and says what is wrong with it. */
export function readPrice({ isOn, how, text, reason }: PriceDraft, currency: string): ReadPrice {
  if (!isOn) return {}
  const said = how === 'price' ? readCents(text, currency) : readLess(text)
  if (said && reason.trim() !== '') return { said, price: { ...said, reason: reason.trim() } }
  const wrong = {
    ...(!said && { text: t(how === 'price' ? 'desk.wrongAmount' : 'desk.wrongLess') }),
    ...(reason.trim() === '' && { reason: t('desk.needsReason') }),
  }
  return { wrong, ...(said && { said }) }
}

/** What a stay comes to at such a price; undefined where its nights are not known. */
export function agreedTotal(
  { said }: ReadPrice,
  nightly: Booking['nightly'] | undefined,
  rooms: number,
): number | undefined {
  if (!said || !nightly) return undefined
  return nightly.reduce((sum, { priceCents }) => sum + atPrice(priceCents, said), 0) * rooms
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

/** The fields of another price than the rate's: each night so much, or so much per cent less, and why. */
export function PriceFields({
  draft,
  set,
  wrong,
  problem,
}: {
  draft: PriceDraft
  set: (draft: PriceDraft) => void
  wrong: ReadPrice['wrong']
  problem: Problem | undefined
}) {
  const { isOn, how, text, reason } = draft
  const label = t(how === 'price' ? 'desk.otherPrice' : 'desk.less')
  return (
    <>
      <CheckField
        label={t('desk.other')}
        checked={isOn}
        onCheck={(isOn) => set({ ...draft, isOn })}
      />
      {isOn && (
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
              label={label}
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
      )}
    </>
  )
}
