import { useState } from 'preact/hooks'
import type { Params, WholeHotel } from '../../../client/call.ts'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import { callForFile } from '../../lib/api.ts'
import { todayIn } from '../../lib/format.ts'
import type { SentFile } from '../../lib/http.ts'
import { language, t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may, mayIdentify } from '../../lib/may.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'

const OPERATIONS = {
  bookings: 'exportBookings',
  arrivals: 'exportArrivals',
  departures: 'exportDepartures',
  calendar: 'exportCalendar',
} as const
type Kind = keyof typeof OPERATIONS
const KINDS = Object.keys(OPERATIONS) as Kind[]

/** Days of a file unless said otherwise. */
const DAYS = 31

type ExportProps = {
  hotel: WholeHotel
  what: Kind
  from?: CalendarDate | string | undefined
  to?: CalendarDate | string | undefined
  /** The filter of a list of bookings. */
  filter?: Omit<Params<'exportBookings'>, 'from' | 'to'>
}

/** Takes bookings, arrivals, departures or the calendar out of the system, for who may. */
export function ExportButton(props: ExportProps) {
  const [isOpen, setOpen] = useState(false)
  if (!may(props.hotel, 'not_read_only')) return null
  return (
    <>
      <button type="button" class="button sign" onClick={() => setOpen(true)}>
        <Icon name="download" />
        <span>{t('sheets.export')}</span>
      </button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({ hotel, filter, onClose, ...given }: ExportProps & { onClose: () => void }) {
  const [what, setWhat] = useState<Kind>(given.what)
  const first = given.from ?? given.to ?? todayIn(hotel.timezone)
  const [from, setFrom] = useState<string>(first)
  const [to, setTo] = useState<string>(given.to ?? addDays(first as CalendarDate, DAYS - 1))
  const act = async () => {
    const query = {
      ...(what === 'bookings' && filter),
      ...{ hotel: hotel.slug, from, to, language: language.get() },
    }
    saveFile(await callForFile(OPERATIONS[what], query))
    onClose()
  }
  const day = { type: 'date', required: true } as const
  return (
    <Confirm
      title={t('sheets.exportTitle')}
      action={t('sheets.export')}
      kind="primary"
      {...{ onClose, act }}
    >
      {(problem) => (
        <>
          <p class="dim">{t('sheets.exportHint')}</p>
          <SelectField
            label={t('sheets.what')}
            value={what}
            options={KINDS.map((value) => ({ value, text: t(`sheets.what.${value}`) }))}
            onPick={setWhat}
          />
          <TextField
            {...{ ...day, problem, path: '?from', label: t('bookings.from'), value: from }}
            onText={setFrom}
          />
          <TextField
            {...{ ...day, problem, path: '?to', label: t('bookings.to'), value: to }}
            onText={setTo}
          />
        </>
      )}
    </Confirm>
  )
}

type ReportProps = { hotel: WholeHotel; date: string; list: 'arrivals' | 'in_house' }

/** Takes a day's report of identities, of who arrived or is in house, for who may. */
export function IdentityReport({ hotel, ...query }: ReportProps) {
  const { run, isBusy } = useAction(() =>
    callForFile('exportIdentities', {
      hotel: hotel.slug,
      language: language.get(),
      ...query,
    }).then(saveFile, sayWrong),
  )
  if (!mayIdentify(hotel)) return null
  return (
    <Button kind="quiet" isBusy={isBusy} onClick={run}>
      {t('identity.report')}
    </Button>
  )
}

/** Saves a file as a download of the browser: its address holds no token. */
function saveFile({ name, content }: SentFile): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Not at once: the browser may not have begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  say(t('sheets.exported', { name }))
}
