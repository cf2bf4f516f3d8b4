import { useState } from 'preact/hooks'
import type { Booking, WholeHotel } from '../../../client/call.ts'
import { call, Problem } from '../../lib/api.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { useRateList } from '../../lib/rates.ts'
import { useRooms } from '../../lib/rooms.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, useFocusFlaw } from '../../parts/dialog.tsx'
import { CheckField } from '../../parts/field.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { termsText } from '../rates/text.ts'
import { ChangeFields } from './change-fields.tsx'
import { type ChangeTrial, isOverridable, useChangeTrial } from './change-trial.ts'
import { changedFields, changesOf, type Draft, draftOf, LABELS } from './draft.ts'
import { Moves } from './moves.tsx'
import { isAgainst, saleErrorOf } from './parts/against.ts'
import { NO_PRICE, PriceFields, type ReadPrice, readPrice } from './parts/manual-price.tsx'
import { listText } from './parts/model.ts'

type ChangeProps = {
  hotel: WholeHotel
  /** As it is now. */
  booking: Booking
  onClose: () => void
  /** What was done, in words, and the booking as it is by that; none when nothing was to be done. */
  onDone: (text: string, record?: Booking) => void
  /** The booking is not any more as it is shown. */
  onStale: () => void
}

/** What the page shows at a field or in its own words. */
const SHOWN_HERE = ['price_changed', 'revision_conflict']

/**
 * Changes dates, room type, rate, rooms, party or guest, and says what that does to the rooms and to the total while it
 * is written. A change that costs another total than was shown is first refused with it and is made when it is agreed
 * to. What is decided on is the booking as it was when the
 * dialog opened: with another revision nothing is sent, and the service compares it once more in the transaction.
 */
export function ChangeDialog({ hotel, booking: now, onClose, onDone, onStale }: ChangeProps) {
  const [booking] = useState(now)
  const [draft, setDraft] = useState<Draft>(() => draftOf(booking))
  const [override, setOverride] = useState(false)
  const rooms = useRooms(hotel.slug)
  const rates = useRateList(hotel.slug)
  const isMoved = now.revision !== booking.revision
  const [price, setPrice] = useState(NO_PRICE)
  const agreed = readPrice(price, booking.currency)
  const trial = useChangeTrial(booking, draft, { override, isOff: isMoved, price: agreed.price })
  const sending = useSending({ booking, draft, override, isMoved, trial, price: agreed, onDone })
  const { run, isBusy, problem, refusal, agreedCents, forget, isTried } = sending
  useFocusFlaw(problem)
  const set = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }))
    forget()
  }
  // While it is being sent, another revision is the one that it makes.
  const isStale = problem?.code === 'revision_conflict' || (isMoved && !isBusy)
  const isOther = agreedCents !== undefined && agreedCents !== booking.totalPriceCents
  const total = isOther ? money(agreedCents, booking.currency) : undefined
  const saleError = saleErrorOf(refusal)
  const showNewest = () => {
    onClose()
    onStale()
  }
  const stay = { booking, draft, rooms: rooms.data ?? [] }
  const known = rates.data ?? []
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
              {total ? t('booking.agree', { total }) : t('booking.save')}
            </Button>
          )}
        </>
      }
    >
      <ProblemNote problem={rooms.problem} onRetry={rooms.reload} />
      <ProblemNote problem={rates.problem} onRetry={rates.reload} />
      <ChangeFields {...{ ...stay, rates: known, set, problem: refusal ?? problem, saleError }} />
      {(override || known.length > 1 || isOverridable(refusal)) && (
        <CheckField
          label={t('booking.override')}
          checked={override}
          onCheck={(isOn) => {
            setOverride(isOn)
            forget()
          }}
        />
      )}
      <PriceFields
        draft={price}
        set={(next) => {
          setPrice(next)
          forget()
        }}
        wrong={isTried ? agreed.wrong : undefined}
        problem={refusal}
      />
      <ProblemNote problem={isShownHere(problem) ? undefined : problem} />
      <Moves {...stay} />
      <div role="alert" class="alert-slot stack">
        {!isStale && <Becomes {...{ hotel, booking, total }} record={trial.record} />}
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

/** Says another total, and with another rate its terms, before they are agreed to. */
function Becomes({
  hotel,
  booking,
  total,
  record,
}: Pick<ChangeProps, 'hotel' | 'booking'> & {
  total: string | undefined
  record: Booking | undefined
}) {
  const before = money(booking.totalPriceCents, booking.currency)
  const isRateOther = record !== undefined && record.rateCode !== booking.rateCode
  if (!total && !isRateOther) return null
  return (
    <div class="note warn">
      {total && <p>{t('booking.newTotal', { total, before })}</p>}
      {isRateOther && (
        <p>
          {t('booking.newTerms', {
            terms: termsText(record.cancellation, record.checkin, hotel.timezone),
          })}
        </p>
      )}
    </div>
  )
}

type Sending = Pick<ChangeProps, 'booking' | 'onDone'> & {
  draft: Draft
  override: boolean
  isMoved: boolean
  trial: ChangeTrial
  price: ReadPrice
}

/** Sends a change, with the total that was shown or agreed to when it costs another. */
function useSending({ booking, draft, override, isMoved, trial, price, onDone }: Sending) {
  const [isTried, setTried] = useState(false)
  // Of the change as it is written: what is written anew is another.
  const [refused, setRefused] = useState<{ cents: number | undefined }>()
  const agreedCents = refused?.cents ?? trial.record?.totalPriceCents
  const action = useAction(async () => {
    setTried(true)
    if (price.wrong) return
    const changes = changesOf(booking, draft) ?? (price.price ? {} : undefined)
    if (!changes) return onDone(t('booking.unchanged'))
    if (isMoved) return
    const { code, revision, totalPriceCents } = booking
    const expectedTotalCents = agreedCents ?? totalPriceCents
    const body = {
      ...{ ...changes, revision, expectedTotalCents },
      ...(override && { override }),
      ...(price.price && { manualPrice: price.price }),
    }
    try {
      const record = await call('changeBooking', { code }, { body })
      const fields = changedFields(booking, draft).map((field) => t(LABELS[field]))
      const what = [...fields, ...(price.price ? [t('list.price')] : [])]
      onDone(t('booking.changed', { code, what: listText(what) }), record)
    } catch (error) {
      setRefused({ cents: newTotalOf(error) })
      throw atRooms(error, draft)
    }
  })
  // What was answered last counts: a trial may be of before.
  const refusal = refused ? action.problem : atRooms(trial.problem, draft)
  return { ...action, refusal, agreedCents, forget: () => setRefused(undefined), isTried }
}

/** The total that a change would cost, when that is what it was refused for. */
function newTotalOf(error: unknown): number | undefined {
  if (!(error instanceof Problem) || error.code !== 'price_changed') return undefined
  return Number(error.body.totalPriceCents)
}

/** Rooms that are more than the adults are wrong at the rooms, not at the adults. */
function atRooms<T>(error: T, { rooms, adults }: Draft): T | Problem {
  if (!(error instanceof Problem) || Number(rooms) <= Number(adults)) return error
  const errors = error.errors.map((flaw) =>
    flaw.code === 'party_too_large' ? { ...flaw, path: '/rooms' } : flaw,
  )
  return new Problem(error.status, { ...error.body, errors })
}

const isShownHere = (problem: Problem | undefined) =>
  problem !== undefined && (isAgainst(problem) || SHOWN_HERE.includes(problem.code))
