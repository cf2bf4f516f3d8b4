import { useState } from 'preact/hooks'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import { api, type Query } from '../../lib/api.ts'
import { todayIn } from '../../lib/format.ts'
import { language, t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may, mayIdentify } from '../../lib/may.ts'
import type { Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'

const KINDS = ['bookings', 'arrivals', 'departures', 'calendar'] as const
type Kind = (typeof KINDS)[number]

/** Days of a file unless said otherwise. */
const DAYS = 31

type ExportProps = {
  hotel: Hotel
  what: Kind
  from?: CalendarDate | string | undefined
  to?: CalendarDate | string | undefined
  /** What else a list of bookings is filtered by. */
  filter?: Query
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
      ...{ hotel: hotel.slug, from: from || undefined, to: to || undefined },
    }
    await takeFile(what, query)
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

type ReportProps = { hotel: Hotel; date: string; list: 'arrivals' | 'in_house' }

/** Takes a day's report of identities, of who arrived or is in house, for who may. */
export function IdentityReport({ hotel, ...query }: ReportProps) {
  const { run, isBusy } = useAction(() =>
    takeFile('identities', { hotel: hotel.slug, ...query }).catch(sayWrong),
  )
  if (!mayIdentify(hotel)) return null
  return (
    <Button kind="quiet" isBusy={isBusy} onClick={run}>
      {t('identity.report')}
    </Button>
  )
}

/** Takes a file in the page's language, and says how it is called. @throws Problem */
async function takeFile(what: string, query: Query): Promise<void> {
  const path = `/v1/panel/exports/${what}`
  const { name, content } = await api.file(path, { ...query, language: language.get() })
  save(name, content)
  say(t('sheets.exported', { name }))
}

/** Saves a file where the browser keeps what is downloaded: no address holds a token. */
function save(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Not at once: the browser may not have begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
