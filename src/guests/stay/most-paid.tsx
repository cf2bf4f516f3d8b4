/** @jsxImportSource preact */
import type { Speaker } from '../lib/say.ts'
import { addressOf, type StayAddress } from './address.ts'

type MostPaidProps = { say: Speaker; at: StayAddress; currencies: readonly string[] }

/** The form that bounds the total of the stay; several currencies of the hotels found are chosen among. */
export function MostPaid({ say, at, currencies }: MostPaidProps) {
  const { word } = say
  const known = [...new Set([...(at.currency ? [at.currency] : []), ...currencies])]
  const [first] = known
  if (!first) return null
  const kept = new URL(
    addressOf('/stay', at, { max: null, currency: null, cursor: null, choices: [] }),
    'http://localhost',
  ).searchParams
  return (
    <form method="get" action="/stay" class="most" data-swap>
      {[...kept].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <label for="max">
        {word('stay.max')}
        {known.length === 1 && ` (${signOf(say, first)})`}
      </label>
      <input
        type="number"
        id="max"
        name="max"
        value={at.max ?? ''}
        min="1"
        step="1"
        inputmode="numeric"
      />
      {known.length === 1 ? (
        <input type="hidden" name="currency" value={first} />
      ) : (
        <select name="currency" aria-label={word('stay.currency')}>
          {known.map((each) => (
            <option value={each}>{each}</option>
          ))}
        </select>
      )}
      <button type="submit" class="button small">
        {word('stay.max.apply')}
      </button>
    </form>
  )
}

/** Returns the sign of a currency, as amounts have it. */
const signOf = ({ money }: Speaker, currency: string) =>
  money(0, currency)
    .replaceAll(/[\d.,\s]/g, '')
    .trim()

/** Returns whole units of a currency in minor ones. */
export function centsOf(units: number, currency: string | null): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency ?? 'EUR' })
  return units * 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
}
