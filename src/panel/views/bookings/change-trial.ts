import type { Booking } from '../../../client/call.ts'
import { call, type Problem } from '../../lib/api.ts'
import { useLoad } from '../../lib/load.ts'
import { useSettled } from '../../lib/typing.ts'
import { changesOf, type Draft } from './draft.ts'
import { isWaivable } from './parts/against.ts'
import type { ReadPrice } from './parts/manual-price.tsx'

/** What a change as it is written would come to: the record, or why it is not made; neither while nobody knows. */
export type ChangeTrial = { record?: Booking; problem?: Problem }

/** Asks what a change would come to, some time after the last keystroke; of the guest's name and wishes nothing. */
export function useChangeTrial(
  booking: Booking,
  draft: Draft,
  { override, isOff, price }: { override: boolean; isOff: boolean; price: ReadPrice['price'] },
): ChangeTrial {
  const {
    guest: _,
    specialRequests: __,
    ...stay
  } = {
    ...changesOf(booking, draft),
    ...(price && { manualPrice: price }),
  } as Record<string, unknown>
  const isAsked = !isOff && Object.keys(stay).length > 0
  const asked = isAsked ? JSON.stringify({ ...stay, ...(override && { override }) }) : ''
  const settled = useSettled(asked)
  const { data, problem, isBusy } = useLoad(
    async (signal) => {
      if (settled === '') return undefined
      const body = { ...JSON.parse(settled), simulate: true }
      const { code } = booking
      return { asked: settled, record: await call('changeBooking', { code }, { body, signal }) }
    },
    [settled, booking.revision],
  )
  // What was answered to another draft says nothing of this one.
  if (asked === '' || asked !== settled || isBusy) return {}
  if (problem) return { problem }
  return data?.asked === asked ? { record: data.record } : {}
}

/** Whether the hotel's people may make a change all the same. */
export const isOverridable = (problem: Problem | undefined): boolean =>
  problem !== undefined && [problem, ...problem.errors].some(({ code }) => isWaivable(code))
