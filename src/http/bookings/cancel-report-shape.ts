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
    Type.Array(DateText, { description: 'Nights of which its rooms go back to sale.' }),
  ),
  problem: Type.Optional(
    Type.String({ description: 'Of what was refused: the code of the problem.' }),
  ),
  detail: Type.Optional(Type.String()),
})
/** What became of many bookings that were cancelled at once. */
export const CancelReportSchema = namedObject('CancelReport', {
  cancelled: Type.Integer(),
  refused: Type.Integer(),
  results: Type.Array(ResultSchema, { description: 'One each, in the order sent.' }),
  simulated: Type.Optional(Type.Boolean({ description: 'Only when nothing was changed.' })),
})

/** What became of one of many. */
export function showCancelled(one: CancelledOne): Static<typeof ResultSchema> {
  const { code } = one
  if ('error' in one) {
    const { code: problem, message: detail } = one.error
    return { code, status: 'refused', problem, detail }
  }
  const { proof, rooms } = one.record
  return { code, status: 'cancelled', proof, rooms, nightsGivenBack: one.nightsGivenBack }
}
