import type { RateDay } from '../../../../client/call.ts'
import { t } from '../../../lib/i18n.ts'
import {
  CheckField,
  choicesOf,
  type FieldProps,
  SelectField,
  TextField,
} from '../../../parts/field.tsx'
import { roundings } from '../../../parts/roundings.ts'
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

export type FieldsProps = {
  draft: Draft
  setDraft: (changes: Partial<Draft>) => void
  wrong: Wrong
  currency: string
}

/** How prices change: to or by what, and rounded to what. */
export function PriceField(props: FieldsProps) {
  const { draft, setDraft, currency } = props
  return (
    <div class="pair">
      <SelectField
        label={`${t('list.price')} (${currency})`}
        value={draft.priceHow}
        options={choicesOf(PRICE_HOW, (how) => t(`calendar.price.${how}`))}
        onPick={(priceHow) => setDraft({ priceHow })}
      />
      <DraftField {...props} name="price" label={t('calendar.priceValue')} inputMode="decimal" />
      {isPercent(draft) && (
        <SelectField
          label={t('calendar.round')}
          value={draft.round}
          options={[...roundings(currency), { value: '', text: t('calendar.roundNone') }]}
          onPick={(round) => setDraft({ round })}
        />
      )}
    </div>
  )
}

/** How rooms left change. */
export function RoomsField(props: FieldsProps) {
  const { draft, setDraft } = props
  return (
    <div class="pair">
      <SelectField
        label={t('calendar.rooms')}
        value={draft.roomsHow}
        options={choicesOf(ROOMS_HOW, (how) => t(`calendar.rooms.${how}`))}
        onPick={(roomsHow) => setDraft({ roomsHow })}
      />
      <DraftField {...props} name="rooms" label={t('rooms.totalRooms')} />
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
  const { draft, now } = props
  // What is no restriction is not said where there is none at all.
  const values = now.some((day) => day[name] > NIGHTS[name]) ? now.map((day) => day[name]) : []
  return (
    <DraftField
      {...props}
      name={name}
      label={t(`calendar.${name}`)}
      isLabelHidden={false}
      hint={rangeText(values)}
      disabled={draft.isStandard}
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

type DraftFieldProps = FieldsProps &
  Pick<FieldProps, 'label' | 'hint' | 'isLabelHidden'> & {
    name: 'price' | 'rooms' | NightsName
    inputMode?: 'decimal'
    disabled?: boolean
  }

/** A number that is written; Escape empties a field that has something in it, of an empty one it is its form's. */
function DraftField({ name, draft, setDraft, wrong, ...own }: DraftFieldProps) {
  const { label, hint, disabled, isLabelHidden = true, inputMode = 'numeric' } = own
  const value = draft[name]
  return (
    <TextField
      {...{ label, hint, disabled, isLabelHidden, inputMode, value }}
      onText={(text) => setDraft({ [name]: text })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        setDraft({ [name]: '' })
      }}
      error={wrong[name]}
    />
  )
}

/** What there is now, the least and the most of it; nothing of nothing. */
function rangeText(values: readonly number[]): string | undefined {
  if (values.length === 0) return undefined
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return t('calendar.now', { value: least === most ? `${least}` : `${least}–${most}` })
}
