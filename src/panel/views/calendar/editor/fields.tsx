import { amount } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import type { RateDay } from '../../../lib/types.ts'
import { CheckField, SelectField, TextField } from '../../../parts/field.tsx'
import type { PriceChange, RoomsChange } from '../model/step.ts'
import { type Draft, FLAGS, isPercent, NIGHTS, type Wrong } from './draft.ts'

const ROOMS_HOW: readonly RoomsChange['how'][] = ['set', 'add', 'take']
const PRICE_HOW: readonly PriceChange['how'][] = [
  'set',
  'raise',
  'lower',
  'raisePercent',
  'lowerPercent',
]
/** Whole units that prices are rounded to. */
const ROUNDS = [1, 5, 10, 50, 100] as const

export type FieldsProps = {
  draft: Draft
  setDraft: (changes: Partial<Draft>) => void
  wrong: Wrong
  currency: string
  unitCents: number
}

/** How prices change: to or by what, and rounded to what. */
export function PriceField({ draft, setDraft, wrong, currency, unitCents }: FieldsProps) {
  return (
    <div class="pair">
      <SelectField
        label={`${t('list.price')} (${currency})`}
        value={draft.priceHow}
        options={PRICE_HOW.map((how) => ({ value: how, text: t(`calendar.price.${how}`) }))}
        onPick={(priceHow) => setDraft({ priceHow })}
      />
      <TextField
        label={t('calendar.priceValue')}
        isLabelHidden
        inputMode="decimal"
        value={draft.price}
        onText={(price) => setDraft({ price })}
        onKeyDown={emptied(draft.price, () => setDraft({ price: '' }))}
        error={wrong.price}
      />
      {isPercent(draft) && (
        <SelectField
          label={t('calendar.round')}
          value={draft.round}
          options={[
            ...ROUNDS.map((units) => ({
              value: String(units * unitCents),
              text: t('calendar.roundTo', { amount: amount(units * unitCents, currency) }),
            })),
            { value: '', text: t('calendar.roundNone') },
          ]}
          onPick={(round) => setDraft({ round })}
        />
      )}
    </div>
  )
}

/** How rooms left change. */
export function RoomsField({ draft, setDraft, wrong }: FieldsProps) {
  return (
    <div class="pair">
      <SelectField
        label={t('calendar.rooms')}
        value={draft.roomsHow}
        options={ROOMS_HOW.map((how) => ({ value: how, text: t(`calendar.rooms.${how}`) }))}
        onPick={(roomsHow) => setDraft({ roomsHow })}
      />
      <TextField
        label={t('rooms.totalRooms')}
        isLabelHidden
        inputMode="numeric"
        value={draft.rooms}
        onText={(rooms) => setDraft({ rooms })}
        onKeyDown={emptied(draft.rooms, () => setDraft({ rooms: '' }))}
        error={wrong.rooms}
      />
    </div>
  )
}

type NightsName = keyof typeof NIGHTS

type RestrictionProps = FieldsProps & {
  /** The days meant as they are sold now, as far as that is known. */
  now: readonly RateDay[]
}

/** A restriction that is a number of nights. */
export function NightsField({ name, ...props }: RestrictionProps & { name: NightsName }) {
  const { draft, setDraft, wrong, now } = props
  // What is no restriction is not said where there is none at all.
  const values = now.some((day) => day[name] > NIGHTS[name]) ? now.map((day) => day[name]) : []
  return (
    <TextField
      label={t(`calendar.${name}`)}
      hint={rangeText(values)}
      inputMode="numeric"
      value={draft[name]}
      disabled={draft.isStandard}
      onText={(text) => setDraft({ [name]: text })}
      onKeyDown={emptied(draft[name], () => setDraft({ [name]: '' }))}
      error={wrong[name]}
    />
  )
}

/** What fewer hotels need. @param hasDerived whether rates are meant that can have the restrictions of the standard one */
export function RestrictionFields(props: RestrictionProps & { hasDerived: boolean }) {
  const { draft, setDraft, now, hasDerived } = props
  return (
    <>
      <NightsField {...props} name="minStayThrough" />
      <NightsField {...props} name="maxStay" />
      {FLAGS.map((name) => {
        const count = now.filter((day) => day[name]).length
        return (
          <SelectField
            key={name}
            label={t(`calendar.${name}`)}
            hint={count > 0 ? t('calendar.nowOn', { count }) : undefined}
            value={draft[name]}
            options={[
              { value: '', text: t('calendar.leave') },
              { value: 'no', text: t('calendar.allowed') },
              { value: 'yes', text: t('calendar.notAllowed') },
            ]}
            onPick={(value) => setDraft({ [name]: value })}
          />
        )
      })}
      {hasDerived && (
        <CheckField
          label={t('calendar.asStandard')}
          checked={draft.isStandard}
          onCheck={(isStandard) => setDraft({ isStandard })}
        />
      )}
      <p class="hint">{t('calendar.restrictHint')}</p>
    </>
  )
}

/** Escape empties a field that has something in it; of an empty one it is its form's. */
const emptied = (text: string, empty: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || text === '') return
  event.stopPropagation()
  empty()
}

/** What there is now, the least and the most of it; nothing of nothing. */
function rangeText(values: readonly number[]): string | undefined {
  if (values.length === 0) return undefined
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return t('calendar.now', { value: least === most ? `${least}` : `${least}–${most}` })
}
