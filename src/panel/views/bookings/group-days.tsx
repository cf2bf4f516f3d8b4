import { useState } from 'preact/hooks'
import type { Answer, Body, Booking } from '../../../client/call.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { type Trial, useTrial } from '../../lib/trial.ts'
import { TextField } from '../../parts/field.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { saleErrorOf } from './parts/against.ts'

/** Sends a change of a reservation, or tries it. */
export type SendGroup = (
  body: Body<'changePanelGroup'>,
  signal?: AbortSignal,
) => Promise<Answer<'changePanelGroup'>>

type Sums = Pick<Answer<'changePanelGroup'>, 'totalPriceCents' | 'payableCents' | 'currency'>

/** The days of a reservation as typed; `isOffered` is false for stays of different days. */
export type GroupDays = {
  isOffered: boolean
  isMoved: boolean
  checkin: string
  checkout: string
  set: (days: { checkin?: string; checkout?: string }) => void
  trial: Trial<Sums>
}

/** The days of stays that arrive and leave together, and what the whole reservation would cost at other ones. */
export function useGroupDays(standing: readonly Booking[], send: SendGroup): GroupDays {
  const { checkin = '', checkout = '' } = standing[0] ?? {}
  const [days, setDays] = useState({ checkin, checkout })
  const isMoved = days.checkin !== checkin || days.checkout !== checkout
  const stays = standing.map(({ code }) => ({ code, ...days }))
  // A day that is still being typed is empty.
  const isTyped = isMoved && days.checkin !== '' && days.checkout !== ''
  const trial = useTrial(isTyped ? JSON.stringify(stays) : '', (asked, signal) =>
    send({ stays: JSON.parse(asked), simulate: true }, signal),
  )
  const alike = new Set(standing.map((stay) => stay.checkin + stay.checkout))
  return {
    ...{ isOffered: alike.size === 1, isMoved, ...days, trial },
    set: (changes) => setDays((now) => ({ ...now, ...changes })),
  }
}

/** The fields of the days, the nights that refuse them, and the new total. */
export function GroupDayFields({ days, before }: { days: GroupDays; before: Sums }) {
  const { isOffered, isMoved, trial, checkin, checkout, set } = days
  if (!isOffered) return null
  const { data, problem } = trial
  const total = (sums: Sums) => money(sums.payableCents, sums.currency)
  const field = { type: 'date' as const, problem }
  return (
    <>
      <div class="form-row">
        <TextField
          {...field}
          label={t('bookings.checkin')}
          value={checkin}
          path="/stays/0/checkin"
          error={isMoved ? saleErrorOf(problem) : undefined}
          onText={(checkin) => set({ checkin })}
        />
        <TextField
          {...field}
          label={t('bookings.checkout')}
          value={checkout}
          min={checkin}
          path="/stays/0/checkout"
          onText={(checkout) => set({ checkout })}
        />
      </div>
      <ProblemNote
        problem={isMoved && problem?.status === 409 && !saleErrorOf(problem) ? problem : undefined}
      />
      <div role="status" class="alert-slot">
        {data && data.payableCents !== before.payableCents && (
          <p class="note warn">
            {t('booking.newTotal', { total: total(data), before: total(before) })}
          </p>
        )}
      </div>
    </>
  )
}
