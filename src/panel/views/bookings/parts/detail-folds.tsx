import { useState } from 'preact/hooks'
import type { Booking } from '../../../../client/call.ts'
import { COLLECTORS, GUARANTEE_TYPES } from '../../../../domain/bookings/booking-details.ts'
import type { Problem } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { choicesOf, SelectField, TextField } from '../../../parts/field.tsx'
import {
  type CompanyDraft,
  DETAIL_LABELS,
  type PaymentDraft,
  readCompany,
} from './details-draft.ts'
import { lacksName } from './typed-text.ts'

// Fields of a booking's details that New booking, a change and a group share.

type FoldProps<Draft> = {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  problem: Problem | undefined
}

/** The company that the invoice goes to. */
export function InvoiceFields({ draft, set, problem }: FoldProps<CompanyDraft>) {
  const company = (name: keyof CompanyDraft, member: string) => ({
    ...{ label: t(DETAIL_LABELS[name]), value: draft[name], problem, path: `/company/${member}` },
    autocomplete: 'off',
    onText: (text: string) => set({ [name]: text }),
  })
  const [isOpen] = useState(readCompany(draft) !== null)
  return (
    <details class="fold" open={isOpen}>
      <summary>{t('new.company')}</summary>
      <div class="form-row">
        <TextField {...company('company', 'name')} />
        <TextField {...company('taxNumber', 'taxNumber')} />
        <TextField {...company('taxOffice', 'taxOffice')} />
      </div>
      <div class="form-row">
        <TextField {...company('address', 'address')} />
        <TextField {...company('companyEmail', 'email')} type="email" />
      </div>
    </details>
  )
}

/** The guarantee of a booking, and for one of an agency who collects its price. Never a card number. */
export function PaymentFields(props: FoldProps<PaymentDraft> & { hasAgency?: boolean }) {
  const { draft, set, problem, hasAgency } = props
  const [isOpen] = useState(draft.guarantee !== 'none' || hasAgency === true)
  const field = (name: keyof PaymentDraft, path: string) => ({
    ...{ label: t(DETAIL_LABELS[name]), value: draft[name], problem, path },
    autocomplete: 'off',
    onText: (text: string) => set({ [name]: text }),
    onPick: (value: string) => set({ [name]: value }),
  })
  return (
    <details class="fold" open={isOpen}>
      <summary>{t('booking.payment')}</summary>
      <div class="form-row">
        {hasAgency && (
          <SelectField
            {...field('collect', '/payment/collect')}
            options={choicesOf(COLLECTORS, (value) => t(`booking.collect.${value}`))}
          />
        )}
        <SelectField
          {...field('guarantee', '/payment/guarantee/type')}
          options={choicesOf(GUARANTEE_TYPES, (value) => t(`booking.guarantee.${value}`))}
        />
        {draft.guarantee !== 'none' && (
          <>
            <TextField
              {...field('guaranteeAmount', '/payment/guarantee/amountCents')}
              inputMode="decimal"
            />
            <TextField {...field('guaranteeReference', '/payment/guarantee/reference')} />
          </>
        )}
      </div>
    </details>
  )
}

type NamesProps = {
  label: string
  value: string
  problem: Problem | undefined
  /** Guests of the booking, whose names keep their parts. */
  known?: Booking['guestNames']
  onText: (text: string) => void
}

/** The page's own errors are shown once it was sent. */
type Tried = { isTried: boolean }

/** Guests besides the one who books, one a line. */
export const NamesField = ({ isTried, known, ...field }: NamesProps & Tried) => (
  <TextField
    {...field}
    isLong
    path="/guestNames"
    hint={t('new.namesHint')}
    error={isTried && lacksName(field.value, known) ? t('new.twoNames') : undefined}
  />
)

/** The guests of several stays besides the one who books; nothing where all guests sleep alone. */
export function NamesFold({ stays, isTried }: { stays: (NamesProps & { key: string })[] } & Tried) {
  if (stays.length === 0) return null
  return (
    <details class="fold" open={stays.some(({ value }) => value !== '')}>
      <summary>{t('new.names')}</summary>
      <div class="form-row">
        {stays.map((stay) => (
          <NamesField {...stay} {...{ isTried }} />
        ))}
      </div>
    </details>
  )
}
