import type { ComponentChildren } from 'preact'
import type { Params } from '../../../client/call.ts'
import { type BookingStatus, SOURCE_TYPES } from '../../../domain/bookings/booking.ts'
import { t } from '../../lib/i18n.ts'
import { go } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { choicesOf } from '../../parts/field.tsx'
import { ChoiceFilter, SearchField } from '../../parts/search-field.tsx'
import { STATUSES } from './parts/model.ts'

/** The filter and the sorting of a list of bookings. */
export type Filter = Partial<ReturnType<typeof filterOf>>

const FIELDS = ['checkout', 'stay'] as const
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Reads the filter from an address; invalid values are left out. */
export function filterOf(query: URLSearchParams) {
  const text = (name: string) => query.get(name) || undefined
  const day = (name: string) => (DATE.test(query.get(name) ?? '') ? text(name) : undefined)
  const isOn = (name: string) => query.get(name) === 'true' || undefined
  const status = query.getAll('status').filter(isStatus)
  const [from, to] = [day('from'), day('to')]
  const field = FIELDS.find((each) => each === query.get('dateField'))
  return {
    q: text('q')?.slice(0, 100),
    status: status.length > 0 ? status : undefined,
    dateField: from || to ? field : undefined,
    from,
    to,
    unacked: isOn('unacked'),
    unproven: isOn('unproven'),
    source: SOURCE_TYPES.find((each) => each === query.get('source')),
    agency: text('agency')?.slice(0, 64),
    sort: text('sort')?.match(/^-?[a-z]{4,9}$/)?.[0] as Params<'listPanelBookings'>['sort'],
  }
}

type FiltersProps = {
  isFiltered: boolean
  /** Filters that only this list has. */
  children?: ComponentChildren
}

/** Search and filters. They are kept in the address, so a reload and a link show the same list. */
export function Filters({ isFiltered, children }: FiltersProps) {
  return (
    <search class="stack">
      <div class="filters">
        <SearchField label={t('bookings.search')} />
        <ChoiceFilter
          name="status"
          label={t('bookings.status')}
          options={choicesOf(STATUSES, (value) => t(`bookings.${value}`))}
        />
        {isFiltered && (
          <Button kind="quiet" onClick={() => go({}, { replace: true })}>
            {t('bookings.clear')}
          </Button>
        )}
      </div>
      {children}
    </search>
  )
}

const isStatus = (text: string): text is BookingStatus => (STATUSES as string[]).includes(text)
