import { useState } from 'preact/hooks'
import { api, type Page, Problem } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useGet } from '../../lib/load.ts'
import type { BookingRecord, Hotel, Room } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, useFocusFlaw } from '../../parts/dialog.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { ChangeFields } from './change-fields.tsx'
import { changedFields, changesOf, type Draft, draftOf, LABELS } from './draft.ts'
import { listText, nightsText } from './model.ts'
import { Moves } from './moves.tsx'

type ChangeProps = {
  hotel: Hotel
  /** As it is now. */
  booking: BookingRecord
  onClose: () => void
  /** What was done, in words. */
  onDone: (text: string) => void
  /** The booking is not any more as it is shown. */
  onStale: () => void
}

/** What the page shows at a field or in its own words. */
const SHOWN_HERE = ['sold_out', 'closed_for_sale', 'price_changed', 'revision_conflict']

/**
 * Changes dates, room type, rooms, party or guest, and says what that does to the rooms. A change that costs another
 * total is first refused with it and is made when it is agreed to. What is decided on is the booking as it was when the
 * dialog opened: with another revision nothing is sent, and the service compares it once more in the transaction.
 */
export function ChangeDialog({ hotel, booking: now, onClose, onDone, onStale }: ChangeProps) {
  const [booking] = useState(now)
  const [draft, setDraft] = useState<Draft>(() => draftOf(booking))
  const rooms = useGet<Page<Room>>('/v1/panel/rooms', { hotel: hotel.slug })
  const isMoved = now.revision !== booking.revision
  const sending = useSending(booking, draft, isMoved, onDone)
  const { run, isBusy, problem, agreedCents, setAgreed } = sending
  useFocusFlaw(problem)
  const set = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }))
    // What was agreed to was another change.
    setAgreed(undefined)
  }
  // While it is being sent, another revision is the one that it makes.
  const isStale = problem?.code === 'revision_conflict' || (isMoved && !isBusy)
  const agreed = agreedCents === undefined ? undefined : money(agreedCents, booking.currency)
  const before = money(booking.totalPriceCents, booking.currency)
  const showNewest = () => {
    onClose()
    onStale()
  }
  const stay = { booking, draft, rooms: rooms.data?.items ?? [] }
  return (
    <Dialog
      title={t('booking.title', { code: booking.code })}
      isWide
      onClose={onClose}
      onSubmit={run}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          {!isStale && (
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {agreed ? t('booking.agree', { total: agreed }) : t('booking.save')}
            </Button>
          )}
        </>
      }
    >
      <ProblemNote problem={rooms.problem} onRetry={rooms.reload} />
      <ChangeFields {...{ ...stay, set, problem }} saleError={saleError(problem)} />
      <ProblemNote problem={problem && SHOWN_HERE.includes(problem.code) ? undefined : problem} />
      <Moves {...stay} />
      <div role="alert" class="alert-slot">
        {agreed && !isStale && (
          <p class="note warn">{t('booking.newTotal', { total: agreed, before })}</p>
        )}
        {isStale && (
          <div class="note warn">
            <p>{t('booking.stale')}</p>
            <Button onClick={showNewest}>{t('booking.newest')}</Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** Sends a change, with the total that was agreed to when it costs another. */
function useSending(
  booking: BookingRecord,
  draft: Draft,
  isMoved: boolean,
  onDone: (text: string) => void,
) {
  const [agreedCents, setAgreed] = useState<number>()
  const action = useAction(async () => {
    const changes = changesOf(booking, draft)
    if (!changes) return onDone(t('booking.unchanged'))
    if (isMoved) return
    const { code, revision, totalPriceCents } = booking
    const body = { ...changes, revision, expectedTotalCents: agreedCents ?? totalPriceCents }
    try {
      await api.patch(`/v1/bookings/${code}`, { body })
      const what = changedFields(booking, draft).map((field) => t(LABELS[field]))
      onDone(t('booking.changed', { code, what: listText(what) }))
    } catch (error) {
      setAgreed(newTotalOf(error))
      throw atRooms(error, draft)
    }
  })
  return { ...action, agreedCents, setAgreed }
}

/** The total that a change would cost, when that is what it was refused for. */
function newTotalOf(error: unknown): number | undefined {
  if (!(error instanceof Problem) || error.code !== 'price_changed') return undefined
  return Number(error.body.totalPriceCents)
}

/** Rooms that are more than the adults are wrong at the rooms, not at the adults. */
function atRooms(error: unknown, { rooms, adults }: Draft): unknown {
  if (!(error instanceof Problem) || Number(rooms) <= Number(adults)) return error
  const errors = error.errors.map((flaw) =>
    flaw.code === 'party_too_large' ? { ...flaw, path: '/rooms' } : flaw,
  )
  return new Problem(error.status, { ...error.body, errors })
}

/** Which nights cannot be had, for the field of the dates. */
function saleError(problem: Problem | undefined): string | undefined {
  const dates = nightsText((problem?.body.dates as string[] | undefined) ?? [])
  if (problem?.code === 'sold_out') return t('booking.soldOut', { dates })
  if (problem?.code === 'closed_for_sale') return t('booking.closed', { dates })
  return undefined
}
