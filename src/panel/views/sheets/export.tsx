import { useState } from 'preact/hooks'
import type { Params, WholeHotel } from '../../../client/call.ts'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import { callForFile } from '../../lib/api.ts'
import { todayIn } from '../../lib/format.ts'
import { language, t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may, mayIdentify } from '../../lib/may.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { choicesOf, SelectField, TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { sayWrong } from '../../parts/toast.tsx'

const OPERATIONS = {
  bookings: 'exportBookings',
  arrivals: 'exportArrivals',
  departures: 'exportDepartures',
  calendar: 'exportCalendar',
} as const
type Kind = keyof typeof OPERATIONS
const KINDS = Object.keys(OPERATIONS) as Kind[]

/** The days of a file at first. */
const DAYS = 31

type ExportProps = {
  hotel: WholeHotel
  what: Kind
  from?: CalendarDate | string | undefined
  to?: CalendarDate | string | undefined
  /** The filter of the list of bookings. */
  filter?: Omit<Params<'exportBookings'>, 'from' | 'to'>
}

/** Exports bookings, arrivals, departures or the calendar as a file; read-only members have no button. */
export function ExportButton(props: ExportProps) {
  if (!may(props.hotel, 'not_read_only')) return null
  const open = () => openDialog((onClose) => <ExportDialog {...{ ...props, onClose }} />)
  return (
    <button type="button" class="button sign" onClick={open}>
      <Icon name="download" />
      <span>{t('sheets.export')}</span>
    </button>
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
            options={choicesOf(KINDS, (value) => t(`sheets.what.${value}`))}
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

/** Exports the identity report of a day: the guests who arrived or are in house. */
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
