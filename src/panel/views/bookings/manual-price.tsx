import type { CalendarDate } from '../../../domain/date.ts'
import { atManualPrice } from '../../../domain/manual-price.ts'
import type { Problem } from '../../lib/api.ts'
import { parseMoney, parseNumber } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { BookingRecord } from '../../lib/types.ts'
import { CheckField, SelectField, TextField } from '../../parts/field.tsx'

/** A price that is agreed on, as its fields have it. */
export type PriceDraft = { isOn: boolean; how: 'price' | 'less'; text: string; reason: string }

export const NO_PRICE: PriceDraft = { isOn: false, how: 'price', text: '', reason: '' }

type Said = { priceCents: number } | { lessPercentBp: number }

/** What is read of it: nothing where none is agreed on. */
export type ReadPrice = {
  /** What is sent. */
  price?: Said & { reason: string }
  /** The same while it has no reason yet. */
  said?: Said
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
  nightly: BookingRecord['nightly'] | undefined,
  rooms: number,
): number | undefined {
  if (!said || !nightly) return undefined
  const nights = nightly.map(({ date, priceCents }) => ({
    date: date as CalendarDate,
    priceCents,
  }))
  const agreed = atManualPrice(nights, { reason: '', ...said })
  return agreed.reduce((sum, { priceCents }) => sum + priceCents, 0) * rooms
}

function readCents(text: string, currency: string): Said | undefined {
  const priceCents = parseMoney(text, currency)
  return priceCents === undefined || priceCents < 0 ? undefined : { priceCents }
}

function readLess(text: string): Said | undefined {
  const percent = parseNumber(text, 2)
  const isShare = percent !== undefined && percent >= 0 && percent <= 100
  return isShare ? { lessPercentBp: Math.round(percent * 100) } : undefined
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
