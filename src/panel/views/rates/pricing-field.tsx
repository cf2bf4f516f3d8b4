import { derivedPrice, type RatePricing, ROUND_TO_MAX } from '../../../domain/rates/rate.ts'
import { parseSigned } from '../../lib/decimal.ts'
import { amount, money, number, parseMoney, parsePercent, percentInput } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Drawn, FormField } from '../../parts/entity-form.tsx'
import { choicesOf, SelectField, TextField } from '../../parts/field.tsx'
import { roundings } from '../../parts/roundings.ts'

/** The draft of a pricing. */
type Written = { type: RatePricing['type']; percent: string; amount: string; roundTo: string }

/** The price of the example if no room type has a base price. */
const EXAMPLE_CENTS = 100_000
const DECIMAL = { inputMode: 'text' } as const

/** The source of a rate's price: its own days, or a difference from the standard price. */
export function pricingField(currency: string, exampleCents = EXAMPLE_CENTS): FormField {
  const { read, wrongOf } = readerOf(currency)
  const draw = ({ value, onPick, error, problem }: Drawn<Written>) => {
    const wrong = error ? wrongOf(value) : {}
    const set = (changes: Partial<Written>) => onPick({ ...value, ...changes })
    return (
      <>
        <SelectField
          label={t('rates.pricing')}
          hint={value.type === 'own' ? t('rates.ownHint') : undefined}
          value={value.type}
          options={choicesOf(['derived', 'own'], (type) => t(`rates.${type}`))}
          onPick={(type) => set({ type })}
          problem={problem}
          path="/pricing/type"
        />
        {value.type === 'derived' && (
          <div class="form-row">
            <TextField
              label={t('rates.percent')}
              hint={t('rates.percentHint')}
              {...DECIMAL}
              value={value.percent}
              onText={(percent) => set({ percent })}
              error={wrong.percent}
              problem={problem}
              path="/pricing/percentBp"
            />
            <TextField
              label={t('rates.amount', { currency })}
              hint={t('rates.amountHint')}
              {...DECIMAL}
              value={value.amount}
              onText={(text) => set({ amount: text })}
              error={wrong.amount}
              problem={problem}
              path="/pricing/amountCents"
            />
          </div>
        )}
        {value.type === 'derived' && (
          <SelectField
            label={t('calendar.round')}
            value={value.roundTo}
            options={[
              { value: '', text: t('calendar.roundNone') },
              ...roundings(currency, ROUND_TO_MAX, Number(value.roundTo)),
            ]}
            onPick={(roundTo) => set({ roundTo })}
            problem={problem}
            path="/pricing/roundTo"
          />
        )}
        <Becomes pricing={read(value)} currency={currency} cents={exampleCents} />
      </>
    )
  }
  return {
    name: 'pricing',
    label: t('rates.pricing'),
    initial: null,
    kind: {
      write: (pricing) => write(pricing as RatePricing | null, currency),
      wrong: (written) => Object.values(wrongOf(written as unknown as Written))[0],
    },
    readWith: (draft) => read(draft.pricing as Written),
    draw,
  }
}

/** The example of a derived price, updated at each keystroke. */
function Becomes({
  pricing,
  currency,
  cents,
}: {
  pricing: RatePricing
  currency: string
  cents: number
}) {
  if (pricing.type === 'own') return null
  const { type: _, ...derivation } = pricing
  if (Object.values(derivation).every((value) => value === 0)) return null
  const after = derivedPrice(cents, derivation)
  const before = money(cents, currency)
  return (
    <p class="hint" role="status">
      {after === null
        ? t('rates.becomesNothing', { before })
        : t('rates.becomes', { before, after: money(after, currency) })}
    </p>
  )
}

function write(pricing: RatePricing | null, currency: string): Written {
  if (pricing?.type === 'own') return { type: 'own', percent: '', amount: '', roundTo: '' }
  const { percentBp, amountCents, roundTo = 1 } = pricing ?? {}
  return {
    type: 'derived',
    percent: percentBp === undefined ? '' : percentInput(percentBp),
    amount: amountCents === undefined ? '' : amount(amountCents, currency),
    roundTo: roundTo === 1 ? '' : String(roundTo),
  }
}

function readerOf(currency: string) {
  const percentOf = (text: string) => parseSigned(text, parsePercent)
  const centsOf = (text: string) => parseSigned(text, (plain) => parseMoney(plain, currency))
  const isWrong = (text: string, value: number | undefined) =>
    text.trim() !== '' && value === undefined
  return {
    /** Only the valid fields; `wrongOf` reports the others. */
    read({ type, percent, amount, roundTo }: Written): RatePricing {
      if (type === 'own') return { type }
      const [percentBp, amountCents] = [percentOf(percent), centsOf(amount)]
      return {
        type,
        ...(percentBp !== undefined && { percentBp }),
        ...(amountCents !== undefined && { amountCents }),
        ...(roundTo !== '' && { roundTo: Number(roundTo) }),
      }
    },
    wrongOf({ type, percent, amount }: Written): { percent?: string; amount?: string } {
      if (type === 'own') return {}
      return {
        ...(isWrong(percent, percentOf(percent)) && {
          percent: t('rates.percentWrong', { example: number(-12.5) }),
        }),
        ...(isWrong(amount, centsOf(amount)) && {
          amount: t('rooms.priceWrong', { example: money(-12_350, currency) }),
        }),
      }
    },
  }
}
