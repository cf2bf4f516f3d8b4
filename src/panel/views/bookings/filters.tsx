import type { ComponentChildren } from 'preact'
import type { Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { go, setQuery } from '../../lib/router.ts'
import type { BookingStatus } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { ChoiceFilter, SearchField } from '../../parts/search-field.tsx'
import { STATUSES } from './model.ts'

/** What a list of bookings is narrowed to. */
export type Filter = Partial<ReturnType<typeof filterOf>>

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
  filter: Filter
  isFiltered: boolean
  /** What the list ended in. */
  problem: Problem | undefined
  /** Filters that only this list has. */
  children?: ComponentChildren
}

/** Search and filters, kept in the address so that a reload and a link show the same. */
export function Filters({
  filter: { from = '', to = '' },
  isFiltered,
  problem,
  children,
}: FiltersProps) {
  const day = (name: 'from' | 'to', value: string) => ({
    label: t(`bookings.${name}`),
    type: 'date' as const,
    value,
    problem,
    path: `?${name}`,
    onText: (text: string) => setQuery({ [name]: text || undefined }),
  })
  return (
    <search class="filters">
      <SearchField label={t('bookings.search')} />
      <ChoiceFilter
        name="status"
        label={t('bookings.status')}
        options={STATUSES.map((value) => ({ value, text: t(`bookings.${value}`) }))}
      />
      <ChoiceFilter
        name="dateField"
        label={t('bookings.dateField')}
        none={t('bookings.checkin')}
        options={[{ value: 'checkout', text: t('bookings.checkout') }]}
      />
      <TextField {...day('from', from)} max={to} />
      <TextField {...day('to', to)} min={from} />
      {children}
      {isFiltered && (
        <Button onClick={() => go({}, { replace: true })}>{t('bookings.clear')}</Button>
      )}
    </search>
  )
}

const isStatus = (text: string): text is BookingStatus => (STATUSES as string[]).includes(text)
