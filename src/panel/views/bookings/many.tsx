import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Body, CancelReport, PanelBooking, WholeHotel } from '../../../client/call.ts'
import { call, Problem } from '../../lib/api.ts'
import { problemText, t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { Read } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { say } from '../../parts/toast.tsx'
import { ActOnBooking } from './parts/act.tsx'
import { nameOf } from './parts/model.ts'
import { isStanding } from './status.tsx'

type Result = CancelReport['results'][number]

/** Bookings of one call; the progress moves after each call. */
const BATCH = 25

/** The codes that are picked in a list. */
export type Picked = ReadonlySet<string>

type ManyProps = {
  hotel: WholeHotel
  /** All bookings that the list shows. */
  rows: readonly PanelBooking[]
  picked: Picked
  onPick: (picked: Picked) => void
  reload: () => void
}

/** Above a list whose bookings can be picked: how many are picked, and the button that cancels them. */
export function ManyBar({ hotel, rows, picked, onPick, reload }: ManyProps) {
  const standing = rows.filter(isStanding)
  const chosen = standing.filter(({ code }) => picked.has(code))
  if (standing.length === 0) return null
  // The dialog asks about the bookings that were picked, whatever the list reads meanwhile.
  const cancel = () =>
    openDialog((onClose) => (
      <CancelMany
        hotel={hotel}
        codes={chosen.map(({ code }) => code)}
        names={new Map(chosen.map((each) => [each.code, nameOf(each)]))}
        onDone={() => {
          onPick(new Set())
          reload()
        }}
        onClose={onClose}
      />
    ))
  return (
    <div class="selected many">
      <CheckField
        label={t('many.all', { count: standing.length })}
        checked={chosen.length === standing.length}
        onCheck={(isOn) => onPick(new Set(isOn ? standing.map(({ code }) => code) : []))}
      />
      {chosen.length > 0 && (
        <Button kind="danger" onClick={cancel}>
          {t('many.cancel', { count: chosen.length })}
        </Button>
      )}
    </div>
  )
}

/** The box that picks a booking of a list; it is disabled for a booking that has ended. */
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
  codes: string[]
  /** The guests' names by code, where they are known. */
  names?: ReadonlyMap<string, string>
  title?: string
  /** The reason that is filled in at first. */
  reason?: string
  onDone: () => void
  onClose: () => void
  children?: ComponentChildren
}

/** Cancels many bookings: shows how far it has come, and which of them were refused. */
export function CancelMany({ hotel, codes, names, onDone, onClose, ...said }: CancelProps) {
  const [reason, setReason] = useState(said.reason ?? t('many.reasonUsual'))
  const [at, setAt] = useState<number>()
  const [refused, setRefused] = useState<Result[]>()
  const count = codes.length
  const sent = { hotel: hotel.slug, codes, reason }
  const trial = useLoad(() => sendInTurns({ ...sent, simulate: true }), [count])
  const cancel = async () => {
    setAt(0)
    const results = await sendInTurns(sent, setAt).finally(() => setAt(undefined))
    const left = results.filter(isRefused)
    setRefused(left)
    return left.length > 0 ? undefined : results
  }
  const close = () => {
    onDone()
    onClose()
  }
  if (refused?.length)
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
  return (
    <ActOnBooking
      title={said.title ?? t('many.title', { count })}
      action={t('many.cancel', { count })}
      leave={t('many.keep')}
      before={
        <>
          {said.children}
          <Read of={trial}>{(results) => <Trial results={results} names={names} />}</Read>
        </>
      }
      send={cancel}
      said={t('many.done', { count })}
      onDone={(text) => {
        close()
        say(text)
      }}
      onClose={onClose}
    >
      {(problem) => (
        <>
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
    </ActOnBooking>
  )
}

type Sent = Body<'cancelManyBookings'> & { hotel: string }

/** Sends the codes in batches. @param onSome gets how many are done, after each batch */
async function sendInTurns({ hotel, codes, ...more }: Sent, onSome?: (done: number) => void) {
  const results: Result[] = []
  for (let from = 0; from < codes.length; from += BATCH) {
    const body = { ...more, codes: codes.slice(from, from + BATCH) }
    results.push(...(await call('cancelManyBookings', { hotel }, { body })).results)
    onSome?.(results.length)
  }
  return results
}

type ResultsProps = { results: readonly Result[]; names: CancelProps['names'] }

/** The effects of the cancellation: nights that go back on sale, guests who get a mail, refused bookings. */
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
