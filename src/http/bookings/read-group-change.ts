import type { Static } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import type { GroupChangeRequest, StayRequest } from '../../service/bookings/change-group.ts'
import type { OwnGroupChangeBody } from './booking-bodies.ts'
import { readManualPrice } from './manual-price.ts'
import { readChange, readStays } from './read-order.ts'

/** A change of a reservation, without `simulate`. */
type Body = Omit<Static<typeof OwnGroupChangeBody>, 'simulate'>

/**
 * Reads a change of a reservation from its body.
 *
 * @param by the member of the hotel's staff who may set prices; undefined: nobody may
 * @throws AppError `validation_failed`, `forbidden`
 */
export function readGroupChange(
  { stays = [], expectedTotalCents, expectedPayableCents, override, ...shared }: Body,
  by: User | undefined,
): Omit<GroupChangeRequest, 'caller' | 'guest'> {
  return {
    shared: readChange(shared),
    stays: readStays(stays, (stay) => readStayChange(stay, by)),
    expectedTotalCents: expectedTotalCents ?? null,
    expectedPayableCents: expectedPayableCents ?? null,
    override: override ?? false,
  }
}

function readStayChange(
  { code, revision, manualPrice, ...change }: NonNullable<Body['stays']>[number],
  by: User | undefined,
): StayRequest {
  return {
    code: code.toUpperCase(),
    change: readChange(change),
    revision: revision ?? null,
    manualPrice: readManualPrice(manualPrice, by),
  }
}
