import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { go, setQuery } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField, SelectField, TextField } from '../../parts/field.tsx'
import { type BookingStatus, STATUSES } from './model.ts'

const TYPING_MS = 300

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

/** Search and filters, kept in the address so that a reload and a link show the same. */
export function Filters({
  query,
  isFiltered,
  problem,
}: {
  query: URLSearchParams
  isFiltered: boolean
  /** What the list ended in. */
  problem: Problem | undefined
}) {
  const { q = '', status, dateField = 'checkin', from = '', to = '', unacked } = filterOf(query)
  const [text, setText] = useState(q)
  useEffect(() => {
    const alarm = setTimeout(() => {
      if (text.trim() !== q) setQuery({ q: text.trim() || undefined })
    }, TYPING_MS)
    return () => clearTimeout(alarm)
  }, [text])
  const clear = () => {
    setText('')
    go({ view: 'bookings' }, { replace: true })
  }
  return (
    <search class="filters">
      <TextField label={t('bookings.search')} type="search" value={text} onText={setText} />
      <SelectField
        label={t('bookings.status')}
        value={status?.[0] ?? ''}
        options={[
          { value: '', text: t('bookings.any') },
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
      <CheckField
        label={t('bookings.onlyUnacked')}
        checked={unacked ?? false}
        onCheck={(isOn) => setQuery({ unacked: isOn || undefined })}
      />
      {isFiltered && <Button onClick={clear}>{t('bookings.clear')}</Button>}
    </search>
  )
}

const isStatus = (text: string): text is BookingStatus => (STATUSES as string[]).includes(text)
