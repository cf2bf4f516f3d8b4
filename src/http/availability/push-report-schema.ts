import { Type } from 'typebox'
import { NAMED_BOOKINGS_MAX } from '../../domain/limits.ts'
import { nullable, words } from '../docs.ts'
import { flaw, problemMembers } from '../problem-docs.ts'

const remark = {
  index: Type.Integer({ description: 'Position in `updates`, from 0.' }),
  roomCode: nullable(Type.String()),
  date: nullable(Type.String()),
  code: Type.String(),
  message: flaw.message,
  values: flaw.values,
}
/** Of `sold_meanwhile`, warning or error. */
const corrected = {
  sent: Type.Optional(Type.Integer({ description: 'The count that was sent.' })),
  available: Type.Optional(Type.Integer({ description: 'What is left.' })),
  bookings: Type.Optional(
    Type.Array(Type.String(), {
      description: `Codes of bookings that have rooms of the night, newest first, at most ${NAMED_BOOKINGS_MAX}.`,
    }),
  ),
}
const refusedElement = Type.Object({ ...remark, field: nullable(Type.String()), ...corrected })

/** The answer to a push (contract §2), as OpenAPI describes it. */
export const ReportSchema = Type.Object({
  pushId: Type.String(),
  mode: words('partial', 'atomic'),
  dryRun: Type.Boolean(),
  currency: Type.String({ description: 'Of every amount of the hotel (ISO 4217).' }),
  received: Type.Integer(),
  applied: Type.Integer({ description: 'Elements that changed their day.' }),
  unchanged: Type.Integer({ description: 'Elements that found their day so already.' }),
  rejected: Type.Integer(),
  corrected: Type.Integer({
    description:
      'Elements, counted above as well, whose count was stored otherwise than sent, for this service has sold rooms of that night.',
  }),
  stale: Type.Integer({
    description:
      'Elements, counted above as well, whose count was left out, for it is older than the one that stands.',
  }),
  errors: Type.Array(refusedElement),
  warnings: Type.Array(Type.Object({ ...remark, ...corrected })),
  truncated: Type.Optional(Type.Boolean()),
})
/** A problem of a push: when it refuses elements, it carries the report (contract §2). */
export const PushProblemSchema = Type.Object({
  ...problemMembers,
  ...Type.Partial(ReportSchema).properties,
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        ...Type.Partial(refusedElement).properties,
        ...flaw,
      }),
    ),
  ),
})
