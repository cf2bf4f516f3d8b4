import { type Static, Type } from 'typebox'
import {
  OVERLAP_HOURS_DEFAULT,
  OVERLAP_HOURS_MAX,
  previousOf,
  type Rotating,
} from '../../domain/kernel/rotation.ts'
import { Instant, namedObject, nullable } from './schema.ts'
import { strictObject } from './texts.ts'

const PreviousSchema = namedObject('PreviousSecret', { prefix: Type.String(), until: Instant })

/** What is shown of a secret that rotates. */
export const rotationFields = {
  prefix: Type.String({ description: 'How its secret begins.' }),
  previous: nullable(PreviousSchema, 'The secret before, while it is good too.'),
}

/** Body of a rotation. */
export const RotateBody = strictObject({
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OVERLAP_HOURS_MAX,
      description: `How long the secret before stays good; ${OVERLAP_HOURS_DEFAULT} unless said otherwise, 0: it ends at once.`,
    }),
  ),
})

/** The secret before, as `rotating` has it. */
export function showPrevious(
  secret: Rotating,
  nowMs: number,
): Static<typeof PreviousSchema> | null {
  const previous = previousOf(secret, nowMs)
  return previous && { prefix: previous.prefix, until: new Date(previous.untilMs).toISOString() }
}
