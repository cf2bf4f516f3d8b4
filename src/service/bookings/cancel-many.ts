import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findBookingHotel } from '../../store/bookings/bookings.ts'
import { findGroupCodes } from '../../store/bookings/groups.ts'
import type { Actor } from '../../store/days/history.ts'
import { nextTurn } from '../../store/engine/loop-turns.ts'
import { chunks } from '../../store/engine/pace.ts'
import { inSavepoint } from '../../store/engine/savepoint.ts'
import type { Deps } from '../deps.ts'
import { noSuchBooking } from './ack-booking.ts'
import { cancelBooking, cancelEnding, simulateCancel } from './cancel-booking.ts'
import { type EndedBooking, endInTx } from './end-booking.ts'
import { lockGroup } from './group-acts.ts'
import { atOneInstant } from './group-parts.ts'

/** The bookings of a hotel to cancel, and the reason; `isTried` makes it a dry run. */
export type ManyToCancel = {
  hotelId: number
  codes: readonly string[]
  reason: string
  isTried: boolean
}

/** The outcome for one booking. */
export type CancelledOne = { code: string } & (
  | { record: BookingRecord; nightsGivenBack: string[] }
  | { error: AppError }
)

/** Cancellations in parallel: they cost a disk commit or two, and block other requests for some milliseconds only. */
const AT_ONCE = 4

/**
 * Cancels many bookings of a hotel without a penalty, each as `cancelBooking` by the hotel does; a refused one does not
 * affect the others. Those of one group end in one transaction, for one mail tells of them (contract-groups). Unproven
 * guests get no mail. The work continues even if the caller has disconnected.
 *
 * @returns the outcome of each, in order; a booking of another hotel counts as not found
 */
export async function cancelMany(
  deps: Deps,
  actor: Actor,
  { codes, ...many }: ManyToCancel,
): Promise<CancelledOne[]> {
  const groups = await findGroupCodes(deps.store, codes)
  const parts = [...Map.groupBy(codes, (code) => groups.get(code) ?? code)]
  const done = new Map<string, CancelledOne>()
  for (const some of chunks(parts, AT_ONCE)) {
    const ended = some.map(([of, part]) =>
      part.length > 1 && !many.isTried
        ? cancelOfGroup(deps, actor, of, { ...many, codes: part })
        : Promise.all(part.map((code) => cancelOne(deps, actor, code, many))),
    )
    for (const each of (await Promise.all(ended)).flat()) done.set(each.code, each)
    await nextTurn()
  }
  return codes.map((code) => done.get(code)!)
}

const requestOf = (reason: string) => ({ reason, caller: 'hotel', isToldToProven: true }) as const

const cancelOne = (
  deps: Deps,
  actor: Actor,
  code: string,
  { hotelId, reason, isTried }: Omit<ManyToCancel, 'codes'>,
): Promise<CancelledOne> =>
  outcomeOf(code, async () => {
    if ((await findBookingHotel(deps.store, code)) !== hotelId) throw noSuchBooking()
    const request = requestOf(reason)
    return isTried
      ? await simulateCancel(deps, code, request)
      : await cancelBooking(deps, code, actor, request)
  })

/** Cancels bookings of one group in one transaction, each in a savepoint. */
const cancelOfGroup = (
  deps: Deps,
  actor: Actor,
  groupCode: string,
  { hotelId, codes, reason }: ManyToCancel,
): Promise<CancelledOne[]> =>
  deps.store.tx(async (tx) => {
    const contexts = await lockGroup(tx, groupCode)
    const now = atOneInstant(deps)
    const ending = cancelEnding(now, requestOf(reason))
    const done: CancelledOne[] = []
    for (const code of codes)
      done.push(
        await outcomeOf(code, () =>
          inSavepoint(tx, async () => {
            const context = contexts.find(({ booking }) => booking.code === code)
            if (context?.booking.hotelId !== hotelId) throw noSuchBooking()
            return await endInTx(tx, now, context, { actor, ending })
          }),
        ),
      )
    return done
  })

/** Runs the cancellation of one booking. @returns what came of it, a refusal included */
async function outcomeOf(code: string, cancel: () => Promise<EndedBooking>): Promise<CancelledOne> {
  try {
    return { code, ...(await cancel()) }
  } catch (error) {
    if (error instanceof AppError) return { code, error }
    throw error
  }
}
