import type { ComponentChildren } from 'preact'
import type { Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { go, setQuery } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { type BookingStatus, STATUSES } from './model.ts'

/** What the list of bookings is asked for by an address; what is nonsense is left out. */
export function filterOf(query: URLSearchParams) {
  const text = (name: string) => query.get(name) || undefined
  const status = query.getAll('status').filter(isStatus)
  const [from, to] = [text('from'), text('to')]
  const field = query.get('dateField') === 'checkout' ? ('checkout' as const) : undefined
  return {
    q: text('q')?.slice(0, 100),
    status: status.length > 0 ? status : undefined,
    dateField: from || to ? field : undefined,
    from,
    to,
    unacked: query.get('unacked') === 'true' ? true : undefined,
  }
}

type FiltersProps = {
  query: URLSearchParams
  isFiltered: boolean
  /** What the list ended in. */
  problem: Problem | undefined
  /** Filters that only this list has. */
  children?: ComponentChildren
}

/** Search and filters, kept in the address so that a reload and a link show the same. */
export function Filters({ query, isFiltered, problem, children }: FiltersProps) {
  const { status, dateField = 'checkin', from = '', to = '' } = filterOf(query)
  return (
    <search class="filters">
      <SearchField label={t('bookings.search')} />
      <SelectField
        label={t('bookings.status')}
        value={status?.[0] ?? ''}
        options={[
          { value: '', text: t('list.any') },
          ...STATUSES.map((value) => ({ value, text: t(`bookings.${value}`) })),
        ]}
        onPick={(value) => setQuery({ status: value || undefined })}
      />
      <SelectField
        label={t('bookings.dateField')}
        value={dateField}
        options={(['checkin', 'checkout'] as const).map((value) => ({
          value,
          text: t(`bookings.${value}`),
        }))}
        onPick={(value) => setQuery({ dateField: value === 'checkout' ? value : undefined })}
      />
      <TextField
        label={t('bookings.from')}
        type="date"
        value={from}
        max={to}
        problem={problem}
        path="?from"
        onText={(day) => setQuery({ from: day || undefined })}
      />
      <TextField
        label={t('bookings.to')}
        type="date"
        value={to}
        min={from}
        problem={problem}
        path="?to"
        onText={(day) => setQuery({ to: day || undefined })}
      />
      {children}
      {isFiltered && (
        <Button onClick={() => go({}, { replace: true })}>{t('bookings.clear')}</Button>
      )}
    </search>
  )
}

const isStatus = (text: string): text is BookingStatus => (STATUSES as string[]).includes(text)
