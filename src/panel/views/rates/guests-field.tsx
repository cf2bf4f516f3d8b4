import type { ChildBand, GuestPrices } from '../../../domain/rates/rate.ts'
import { wholeOf } from '../../lib/decimal.ts'
import { amount, percentInput } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Drawn, FormField } from '../../parts/entity-form.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { flawIn, type Kind, moneyIn, SHARE, WHOLE } from '../../parts/kinds.ts'
import { type Band, ChildBands } from './child-bands.tsx'

/** The draft of the guest prices. */
type Written = { isOn: boolean; adults: string; less: string; more: string; bands: Band[] }
type Flaw = string | undefined
type Wrong = Partial<Record<'adults' | 'less' | 'more', Flaw> & { bands: Flaw[] }>

/**
 * The fields of the guest prices: supplements and reductions for other parties than the standard one. Without any,
 * every party pays the same.
 */
export function guestsField(currency: string): FormField {
  const { read, wrongOf } = readerOf(currency)
  const draw = ({ value, onPick, error, problem }: Drawn<Written>) => {
    const wrong: Wrong = error ? wrongOf(value) : {}
    const set = (changes: Partial<Written>) => onPick({ ...value, ...changes })
    const field = (name: 'adults' | 'less' | 'more', path: keyof GuestPrices) => ({
      value: value[name],
      onText: (text: string) => set({ [name]: text }),
      error: wrong[name],
      problem,
      path: `/guests/${path}`,
    })
    return (
      <fieldset class="stack">
        <legend class="sr-only">{t('rates.party')}</legend>
        <CheckField
          label={t('rates.byGuests')}
          checked={value.isOn}
          onCheck={(isOn) => set({ isOn })}
        />
        {value.isOn && (
          <>
            <div class="form-row">
              <TextField
                label={t('rates.adults')}
                inputMode="numeric"
                {...field('adults', 'adults')}
              />
              <TextField
                label={t('rates.fewer')}
                inputMode="decimal"
                {...field('less', 'lessPercentBp')}
              />
              <TextField
                label={t('rates.further', { currency })}
                inputMode="decimal"
                {...field('more', 'moreCents')}
              />
            </div>
            <ChildBands
              bands={value.bands}
              currency={currency}
              wrong={wrong.bands}
              problem={problem}
              onChange={(bands) => set({ bands })}
            />
          </>
        )}
      </fieldset>
    )
  }
  return {
    name: 'guests',
    label: t('rates.party'),
    initial: null,
    kind: {
      write: (guests) => write(guests as GuestPrices | null, currency),
      wrong: (written) =>
        Object.values(wrongOf(written as unknown as Written))
          .flat()
          .find(Boolean),
    },
    readWith: (draft) => read(draft.guests as Written),
    draw,
  }
}

function write(guests: GuestPrices | null, currency: string): Written {
  const { adults = 2, lessPercentBp, moreCents, children = [] } = guests ?? {}
  const bandOf = ({ toAge, amountCents, percentBp }: ChildBand): Band =>
    percentBp === undefined
      ? { toAge: String(toAge), how: 'amount', value: amount(amountCents ?? 0, currency) }
      : { toAge: String(toAge), how: 'percent', value: percentInput(percentBp) }
  return {
    isOn: guests !== null,
    adults: String(adults),
    less: lessPercentBp === undefined ? '' : percentInput(lessPercentBp),
    more: moreCents === undefined ? '' : amount(moreCents, currency),
    bands: children.map(bandOf),
  }
}

function readerOf(currency: string) {
  const amountKind = moneyIn(currency)
  const kindOf = ({ how }: Band) => (how === 'amount' ? amountKind : SHARE)
  /** The parsed text of a field; undefined if it is empty or invalid. */
  const numberOf = ({ read }: Kind, text: string) =>
    (read!(text) ?? undefined) as number | undefined
  const bandOf = (band: Band): ChildBand => ({
    toAge: wholeOf(band.toAge) as number,
    [band.how === 'amount' ? 'amountCents' : 'percentBp']: numberOf(kindOf(band), band.value),
  })
  return {
    read({ isOn, adults, less, more, bands }: Written): GuestPrices | null {
      if (!isOn) return null
      const [lessPercentBp, moreCents] = [numberOf(SHARE, less), numberOf(amountKind, more)]
      return {
        adults: wholeOf(adults) as number,
        ...(lessPercentBp !== undefined && { lessPercentBp }),
        ...(moreCents !== undefined && { moreCents }),
        ...(bands.length > 0 && { children: bands.map(bandOf) }),
      }
    },
    /** `bands` has the error of each band, or undefined. */
    wrongOf({ isOn, adults, less, more, bands }: Written): Wrong {
      if (!isOn) return {}
      return {
        adults: flawIn(WHOLE, adults),
        less: SHARE.wrong!(less, {}),
        more: amountKind.wrong!(more, {}),
        bands: bands.map((band) => flawIn(WHOLE, band.toAge) ?? flawIn(kindOf(band), band.value)),
      }
    },
  }
}
