import { type Static, Type } from 'typebox'
import {
  OVERLAP_HOURS_DEFAULT,
  OVERLAP_HOURS_MAX,
  previousOf,
  type SecretRotation,
} from '../../domain/kernel/rotation.ts'
import { Instant, namedObject, nullable } from './schema.ts'
import { strictObject } from './texts.ts'

const PreviousSchema = namedObject('PreviousSecret', { prefix: Type.String(), until: Instant })

/** The shown fields of a rotating secret. */
export const rotationFields = {
  prefix: Type.String({ description: 'The beginning of its secret.' }),
  previous: nullable(PreviousSchema, 'The previous secret, while it is still valid.'),
}

/** Body of a rotation. */
export const RotateBody = strictObject({
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OVERLAP_HOURS_MAX,
      description: `How long the previous secret stays valid; default ${OVERLAP_HOURS_DEFAULT}, 0: it ends at once.`,
    }),
  ),
})

/** Returns the previous secret in the shape of `rotationFields`; null if it is no longer valid. */
export function showPrevious(
  secret: SecretRotation,
  nowMs: number,
): Static<typeof PreviousSchema> | null {
  const previous = previousOf(secret, nowMs)
  return previous && { prefix: previous.prefix, until: new Date(previous.untilMs).toISOString() }
}
