import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { CancelReport, PanelBooking, WholeHotel } from '../../../client/call.ts'
import { call, Problem } from '../../lib/api.ts'
import { problemText, t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm, Dialog } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { Read } from '../../parts/note.tsx'
import { nameOf } from './parts/model.ts'
import { isStanding } from './status.tsx'

type Result = CancelReport['results'][number]

/** Bookings that are sent at once: as often as that it is told how far it has come. */
const AT_ONCE = 25

/** Codes of a list that somebody has picked. */
export type Picked = ReadonlySet<string>

type ManyProps = {
  hotel: WholeHotel
  /** All that the list shows. */
  rows: readonly PanelBooking[]
  picked: Picked
  onPick: (picked: Picked) => void
  reload: () => void
}

/** Above a list of which bookings are picked: how many are, and what is done with them. */
export function ManyBar({ hotel, rows, picked, onPick, reload }: ManyProps) {
  // What is asked about stays as it was picked, whatever comes meanwhile.
  const [asked, setAsked] = useState<PanelBooking[]>()
  const standing = rows.filter(isStanding)
  const meant = standing.filter(({ code }) => picked.has(code))
  const isAll = meant.length === standing.length
  if (standing.length === 0) return null
  return (
    <div class="selected many">
      <CheckField
        label={t('many.all', { count: standing.length })}
        checked={isAll}
        onCheck={(isOn) => onPick(new Set(isOn ? standing.map(({ code }) => code) : []))}
      />
      {meant.length > 0 && (
        <Button kind="danger" onClick={() => setAsked(meant)}>
          {t('many.cancel', { count: meant.length })}
        </Button>
      )}
      {asked && (
        <CancelMany
          hotel={hotel}
          codes={asked.map(({ code }) => code)}
          names={new Map(asked.map((each) => [each.code, nameOf(each)]))}
          onDone={() => {
            onPick(new Set())
            reload()
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

/** Picks a booking of a list, or lets it go; one that has ended cannot be. */
export function PickBox({
  booking,
  picked,
  onPick,
}: Pick<ManyProps, 'picked' | 'onPick'> & { booking: PanelBooking }) {
  const { code } = booking
  const isOn = picked.has(code)
  return (
    <input
      type="checkbox"
      class="pick"
      aria-label={t('many.pick', { name: nameOf(booking), code })}
      disabled={!isStanding(booking)}
      checked={isOn}
      onChange={() =>
        onPick(new Set(isOn ? [...picked].filter((each) => each !== code) : [...picked, code]))
      }
    />
  )
}

type CancelProps = {
  hotel: WholeHotel
  codes: readonly string[]
  /** What guests are called, where that is known. */
  names?: ReadonlyMap<string, string>
  title?: string
  /** Why, unless somebody writes something else. */
  reason?: string
  onDone: () => void
  onClose: () => void
  children?: ComponentChildren
}

/** Asks before many bookings are cancelled, tells how far it has come, and which could not be. */
export function CancelMany({ hotel, codes, names, onDone, onClose, ...said }: CancelProps) {
  const [reason, setReason] = useState(said.reason ?? t('many.reasonUsual'))
  const [at, setAt] = useState<number>()
  const [refused, setRefused] = useState<Result[]>()
  const count = codes.length
  const send = async (more: object, onSome?: (done: number) => void) => {
    const results: Result[] = []
    for (let from = 0; from < count; from += AT_ONCE) {
      const body = { codes: codes.slice(from, from + AT_ONCE), reason, ...more }
      const report = await call('cancelManyBookings', { hotel: hotel.slug }, { body })
      results.push(...report.results)
      onSome?.(results.length)
    }
    return results
  }
  const trial = useLoad(() => send({ simulate: true }), [count])
  const cancel = async () => {
    setAt(0)
    const results = await send({}, setAt).finally(() => setAt(undefined))
    const left = results.filter(isRefused)
    setRefused(left)
    if (left.length > 0) return undefined
    onDone()
    return t('many.done', { count })
  }
  if (refused?.length) {
    const close = () => {
      onDone()
      onClose()
    }
    return (
      <Dialog
        title={t('many.refusedTitle', { count: refused.length })}
        actions={<Button onClick={close}>{t('action.close')}</Button>}
        onClose={close}
      >
        <p>{t('many.done', { count: count - refused.length })}</p>
        <Refused results={refused} names={names} />
      </Dialog>
    )
  }
  return (
    <Confirm
      title={said.title ?? t('many.title', { count })}
      action={t('many.cancel', { count })}
      leave={t('many.keep')}
      act={cancel}
      onClose={onClose}
    >
      {(problem) => (
        <>
          {said.children}
          <Read of={trial}>{(results) => <Trial results={results} names={names} />}</Read>
          <TextField
            label={t('booking.cancelReason')}
            hint={t('many.reasonHint')}
            maxLength={500}
            value={reason}
            onText={setReason}
            problem={problem}
            path="/reason"
          />
          <p role="status">
            {at !== undefined && (
              <>
                <progress max={count} value={at} /> {t('many.at', { at, count })}
              </>
            )}
          </p>
        </>
      )}
    </Confirm>
  )
}

type ResultsProps = { results: readonly Result[]; names: CancelProps['names'] }

/** What would come of it. */
function Trial({ results, names }: ResultsProps) {
  const nights = results.reduce(
    (sum, { rooms = 0, nightsGivenBack = [] }) => sum + nightsGivenBack.length * rooms,
    0,
  )
  const proven = results.filter(({ proof }) => proof === 'mail' || proof === 'hotel').length
  const refused = results.filter(isRefused)
  return (
    <>
      <p class="note warn">{t('many.nights', { count: nights })}</p>
      <p>{t(proven > 0 ? 'many.proven' : 'many.nobody', { count: proven })}</p>
      {refused.length > 0 && (
        <>
          <p>{t('many.refused', { count: refused.length })}</p>
          <Refused results={refused} names={names} />
        </>
      )}
    </>
  )
}

function Refused({ results, names }: ResultsProps) {
  return (
    <ul class="listed">
      {results.map(({ code, problem, detail }) => (
        <li key={code}>
          <bdi>{names?.get(code)}</bdi> {code}:{' '}
          {problemText(new Problem(409, { code: problem, detail }))}
        </li>
      ))}
    </ul>
  )
}

const isRefused = ({ status }: Result): boolean => status === 'refused'
