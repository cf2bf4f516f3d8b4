import type { ComponentChildren } from 'preact'
import type { Rate, RateDay } from '../../../../client/call.ts'
import { ADVANCE_DAYS_MAX, NO_RESTRICTION } from '../../../../domain/rates/rate.ts'
import { weekdays as weekdayNames } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../parts/button.tsx'
import {
  CheckField,
  choicesOf,
  type FieldProps,
  SelectField,
  TextField,
} from '../../../parts/field.tsx'
import { roundings } from '../../../parts/roundings.ts'
import { isPercent } from '../model/texts.ts'
import { ALL_WEEKDAYS } from '../sheet/selected.ts'
import { type Draft, FLAGS, hasRestrictions, type NUMBERS, type Wrong } from './draft.ts'

const ROOMS_HOW = ['set', 'add', 'take'] as const
const PRICE_HOW = ['set', 'raise', 'lower', 'raisePercent', 'lowerPercent'] as const

type FieldsProps = {
  draft: Draft
  setDraft: (changes: Partial<Draft>) => void
  wrong: Wrong
  currency: string
  /** The days of the form as they are sold now, as far as they are read. */
  now: readonly RateDay[]
}

type EditFieldsProps = FieldsProps & {
  /** The rates of the days; undefined for a room type, which alone has rooms. */
  rates: readonly (Rate | undefined)[]
  /** True if further restrictions are shown; left out: the browser knows it. */
  isMoreOpen?: boolean
  onMore?: (isOpen: boolean) => void
  /** Stands before the further restrictions. */
  children: ComponentChildren
}

/** The fields of an edit of days: beside a selection and in the bulk edit. */
export function EditFields(props: EditFieldsProps) {
  const { draft, rates, isMoreOpen, onMore, children } = props
  const derived = rates.filter((rate) => rate?.pricing?.type === 'derived').length
  const isHidden = isMoreOpen === false
  const isUnsent = isHidden && hasRestrictions({ ...draft, minStay: '' })
  return (
    <>
      {derived < rates.length && <PriceField {...props} />}
      {rates.includes(undefined) && <RoomsField {...props} />}
      <NumberField {...props} name="minStay" />
      {children}
      <details
        class="fold"
        open={isMoreOpen}
        onToggle={(event) => onMore?.(event.currentTarget.open)}
      >
        <summary>
          {t('calendar.fold')}
          {isUnsent && ` · ${t('calendar.unsent')}`}
        </summary>
        {!isHidden && <RestrictionFields {...props} hasDerived={derived > 0} />}
      </details>
      {derived > 0 && <p class="hint">{t('calendar.derivedHint')}</p>}
    </>
  )
}

/** A new price, or a difference, and its rounding. */
function PriceField(props: FieldsProps) {
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
      {isPercent(draft.priceHow) && (
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

/** A new count of rooms left, or a difference. */
function RoomsField(props: FieldsProps) {
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

type NumberName = keyof typeof NUMBERS

/** A restriction in nights or days. */
function NumberField({ name, ...props }: FieldsProps & { name: NumberName }) {
  const { draft, now } = props
  // The present values are shown only if one of them restricts anything.
  const all = now.map((day) => day[name])
  const values = all.some((value) => value !== NO_RESTRICTION[name]) ? all : []
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

/** The restrictions that fewer hotels need. @param hasDerived derived rates can have those of the standard rate */
function RestrictionFields(props: FieldsProps & { hasDerived: boolean }) {
  const { draft, setDraft, now, hasDerived } = props
  return (
    <>
      <NumberField {...props} name="minStayThrough" />
      <NumberField {...props} name="maxStay" />
      <NumberField {...props} name="minAdvanceDays" />
      <NumberField {...props} name="maxAdvanceDays" />
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
      <p class="hint">{t('calendar.restrictHint', { max: ADVANCE_DAYS_MAX })}</p>
    </>
  )
}

type DraftFieldProps = FieldsProps &
  Pick<FieldProps, 'label' | 'hint' | 'isLabelHidden'> & {
    name: 'price' | 'rooms' | NumberName
    inputMode?: 'decimal'
    disabled?: boolean
  }

/** A field for a number; Escape empties it, and in an empty field goes to the form. */
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

/** The present values, from the least to the most; undefined if there are none. */
function rangeText(values: readonly number[]): string | undefined {
  if (values.length === 0) return undefined
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return t('calendar.now', { value: least === most ? `${least}` : `${least}–${most}` })
}

type WeekdaysProps = {
  weekdays: ReadonlySet<number>
  onPick: (weekdays: ReadonlySet<number>) => void
}

/** Presets of weekdays; the weekend nights, Friday and Saturday, cost more. */
const PRESETS = {
  all: ALL_WEEKDAYS,
  weekend: new Set([4, 5]),
  working: new Set([0, 1, 2, 3, 6]),
} as const

/** Picks weekdays; 0 is Monday. */
export function Weekdays({ weekdays, onPick }: WeekdaysProps) {
  const [short, long] = [weekdayNames('short'), weekdayNames('long')]
  return (
    <fieldset class="weekdays">
      <legend>{t('calendar.weekdays')}</legend>
      {short.map((name, day) => (
        <label key={name}>
          <input
            type="checkbox"
            aria-label={long[day]}
            checked={weekdays.has(day)}
            onChange={() => onPick(weekdays.symmetricDifference(new Set([day])))}
          />
          <span aria-hidden="true">{name}</span>
        </label>
      ))}
      {(Object.keys(PRESETS) as (keyof typeof PRESETS)[]).map((name) => (
        <Button key={name} kind="quiet" onClick={() => onPick(PRESETS[name])}>
          {t(`calendar.days.${name}`)}
        </Button>
      ))}
    </fieldset>
  )
}
