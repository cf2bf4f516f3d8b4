import { type Static, Type } from 'typebox'
import { BOOKING_PROOFS } from '../../domain/bookings/booking.ts'
import type { CancelledOne } from '../../service/bookings/cancel-many.ts'
import { DateText, namedObject, words } from '../api/schema.ts'

const ResultSchema = namedObject('CancelResult', {
  code: Type.String(),
  status: words('cancelled', 'refused'),
  proof: Type.Optional(words(...BOOKING_PROOFS)),
  rooms: Type.Optional(Type.Integer()),
  nightsGivenBack: Type.Optional(
    Type.Array(DateText, { description: 'Nights whose rooms return to sale.' }),
  ),
  problem: Type.Optional(Type.String({ description: 'Problem code of a refusal.' })),
  detail: Type.Optional(Type.String()),
})
/** Report of a bulk cancellation. */
export const CancelReportSchema = namedObject('CancelReport', {
  cancelled: Type.Integer(),
  refused: Type.Integer(),
  results: Type.Array(ResultSchema, { description: 'One per code, in the order sent.' }),
  simulated: Type.Optional(Type.Boolean({ description: 'Present if nothing was changed.' })),
})

/** Shows the result for one booking. */
export function showCancelled(one: CancelledOne): Static<typeof ResultSchema> {
  const { code } = one
  if ('error' in one) {
    const { code: problem, message: detail } = one.error
    return { code, status: 'refused', problem, detail }
  }
  const { proof, rooms } = one.record
  return { code, status: 'cancelled', proof, rooms, nightsGivenBack: one.nightsGivenBack }
}
