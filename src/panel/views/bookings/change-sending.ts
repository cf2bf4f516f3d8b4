import { useState } from 'preact/hooks'
import type { Booking } from '../../../client/call.ts'
import { call, Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { useTrial } from '../../lib/trial.ts'
import { changedFields, changesOf, type Draft, LABELS } from './draft.ts'
import type { ReadPrice } from './parts/manual-price.tsx'
import { listText } from './parts/model.ts'
import type { OptionEnd } from './parts/option-field.tsx'
import { lacksName } from './parts/typed-text.ts'

/** The result of a change that is only simulated: the booking, or the problem; neither while it is not known. */
export type ChangeTrial = { record?: Booking; problem?: Problem }

/** Members of a change that change no price. */
const FREE = ['guest', 'specialRequests', 'arrivalTime', 'company', 'guestNames', 'payment']

/** Simulates a change once the typing pauses, without what changes no price. */
export function useChangeTrial(
  booking: Booking,
  draft: Draft,
  { override, isOff, price }: { override: boolean; isOff: boolean; price: ReadPrice['price'] },
): ChangeTrial {
  const changes = { ...changesOf(booking, draft), ...(price && { manualPrice: price }) }
  const stay = Object.fromEntries(Object.entries(changes).filter(([name]) => !FREE.includes(name)))
  const isAsked = !isOff && Object.keys(stay).length > 0
  const asked = isAsked ? JSON.stringify({ ...stay, ...(override && { override }) }) : ''
  const { code, revision } = booking
  const { data: record, problem } = useTrial(
    asked,
    (asked, signal) => {
      const body = { ...JSON.parse(asked), simulate: true }
      return call('changeBooking', { code }, { body, signal })
    },
    [revision],
  )
  return { ...(record && { record }), ...(problem && { problem }) }
}

type Sending = {
  booking: Booking
  /** Gets what was done, in words, and the booking as it now is; no booking if nothing had changed. */
  onDone: (text: string, record?: Booking) => void
  draft: Draft
  override: boolean
  isMoved: boolean
  trial: ChangeTrial
  price: ReadPrice
  /** The end that an option is to have; undefined if it is not moved. */
  end: OptionEnd | undefined
}

/** Sends a change with the total that was shown; another total is refused first and sent when it is agreed to. */
export function useSending(sending: Sending) {
  const { booking, draft, override, isMoved, trial, price, end, onDone } = sending
  const [isTried, setTried] = useState(false)
  // It belongs to the draft that was sent: an edited draft is another change.
  const [refused, setRefused] = useState<{ cents: number | undefined }>()
  const agreedCents = refused?.cents ?? trial.record?.totalPriceCents
  const action = useAction(async () => {
    setTried(true)
    if (price.wrong || lacksName(draft.guestNames, booking.guestNames)) return
    const changes = changesOf(booking, draft) ?? (price.price || end ? {} : undefined)
    if (!changes) return onDone(t('booking.unchanged'))
    if (isMoved) return
    const { code, revision, totalPriceCents } = booking
    const expectedTotalCents = agreedCents ?? totalPriceCents
    const body = {
      ...{ ...changes, ...end, revision, expectedTotalCents },
      // Extras are no part of the total; what is shown to be paid with them is guarded, too.
      ...(changes.extras && trial.record && { expectedPayableCents: trial.record.payableCents }),
      ...(override && { override }),
      ...(price.price && { manualPrice: price.price }),
    }
    try {
      const record = await call('changeBooking', { code }, { body })
      const fields = changedFields(booking, draft).map((field) => t(LABELS[field]))
      const what = [
        ...fields,
        ...(price.price ? [t('list.price')] : []),
        ...(end ? [t('booking.heldUntil')] : []),
      ]
      onDone(t('booking.changed', { code, what: listText(what) }), record)
    } catch (error) {
      setRefused({ cents: newTotalOf(error) })
      throw atRooms(error, draft)
    }
  })
  // The latest answer counts: the trial may be older.
  const refusal = refused ? action.problem : atRooms(trial.problem, draft)
  return { ...action, refusal, agreedCents, forget: () => setRefused(undefined), isTried }
}

/** The new total, if the change was refused because the price has changed. */
function newTotalOf(error: unknown): number | undefined {
  if (!(error instanceof Problem) || error.code !== 'price_changed') return undefined
  return Number(error.body.totalPriceCents)
}

/** Shows "party too large" at the rooms if there are more rooms than adults. */
function atRooms<T>(error: T, { rooms, adults }: Draft): T | Problem {
  if (!(error instanceof Problem) || Number(rooms) <= Number(adults)) return error
  const errors = error.errors.map((flaw) =>
    flaw.code === 'party_too_large' ? { ...flaw, path: '/rooms' } : flaw,
  )
  return new Problem(error.status, { ...error.body, errors })
}
