import { Type } from 'typebox'
import { ATTEMPT_ERRORS } from '../../domain/webhook.ts'
import { BODY_ERRORS, staffOperation } from '../catalog/admin-docs-schemas.ts'
import { nullable, words } from '../docs.ts'
import { BookingSchema, EndedSchema, ReinstatedSchema, STATUSES } from '../shapes/booking.ts'
import { NoShowBody, ReinstateBody } from './booking-schemas.ts'

const tag = 'Panel'
const WHICH =
  '`hotel` names the hotel by its slug; a manager of one hotel may leave it out. Another’s booking is 404.'
const Instant = Type.String({ format: 'date-time' })
const object = { type: 'object', additionalProperties: true }
/** A value of a record, of whichever type its field is; what is nullable must name a type. */
const Value = Type.Unsafe({
  anyOf: [
    { type: 'string', nullable: true },
    { type: 'integer' },
    object,
    { type: 'array', items: object },
  ],
})

const RevisionSchema = Type.Object({
  revision: Type.Integer(),
  at: Instant,
  actor: Type.Object({
    type: Type.String({ description: '`key`, `booking`, `user` or `system`.' }),
    id: Type.String(),
    name: nullable(
      Type.String({ description: "The key's name, the account's, or the booking's code." }),
    ),
  }),
  status: words(...STATUSES),
  event: nullable(
    Type.String({ description: 'The event that tells of it; null: kept no longer.' }),
  ),
  changes: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), before: Value, after: Value }), {
      description: 'By field, against the revision before; the first has none.',
    }),
  ),
})

const DeliverySchema = Type.Object({
  id: Type.String(),
  webhookId: Type.String(),
  url: Type.String(),
  event: Type.String(),
  revision: nullable(Type.Integer()),
  cause: words('event', 'test', 'redelivery', 'replay'),
  state: words('pending', 'delivered', 'failed'),
  attempts: Type.Integer({ description: 'Attempts begun.' }),
  lastStatus: nullable(Type.Integer({ description: 'What the receiver answered last.' })),
  lastError: nullable(words(...ATTEMPT_ERRORS)),
  createdAt: Instant,
  lastAttemptAt: nullable(Instant),
  nextAttemptAt: nullable(
    Type.String({
      format: 'date-time',
      description: 'null: finished, or waiting for an earlier event of the booking.',
    }),
  ),
})

export const read = staffOperation({
  id: 'getPanelBooking',
  tag,
  summary: 'A booking with its revisions and deliveries',
  description: `The record; what each revision changed, and who changed it; to which endpoints its events were delivered and how the latest attempt ended (deliveries are kept 30 days). Newest first, at most 200 of each. ${WHICH}`,
  answers: {
    200: {
      description: 'The booking.',
      schema: Type.Object({
        ...BookingSchema.properties,
        revisions: Type.Array(RevisionSchema),
        deliveries: Type.Array(DeliverySchema),
      }),
    },
  },
  errors: ['not_found', 'validation_failed'],
})

export const noShow = staffOperation({
  id: 'markNoShow',
  tag,
  summary: 'Mark a booking as no-show',
  description: `From the hotel's check-in time of the check-in day; \`force: true\` lifts the hour, never the day. Too early is 409 \`transition_invalid\` with \`from\`. The first night is kept, later ones go back to sale. \`simulate: true\` only says what would happen. ${WHICH}`,
  body: {
    schema: NoShowBody,
    examples: { 'What would happen': { simulate: true }, 'Before the hour': { force: true } },
  },
  answers: {
    200: { description: 'The booking.', schema: EndedSchema },
  },
  errors: [...BODY_ERRORS, 'not_found', 'transition_invalid'],
})

export const reinstate = staffOperation({
  id: 'reinstateBooking',
  tag,
  summary: 'Reinstate a no-show or a cancelled booking',
  description: `Confirmed again, at its price and on its terms, until the check-out; a cancelled one only if it had been confirmed. Its rooms are taken from what is on sale on every night from today on, closed or not, also where the cancellation gave none back: push a count first. Past nights, and the night that a no-show kept, are not taken. \`booking.confirmed\` tells of it with \`reinstated: true\`. \`simulate: true\` only says what would happen. ${WHICH}`,
  body: { schema: ReinstateBody, examples: { 'What would happen': { simulate: true } } },
  answers: {
    200: { description: 'The booking.', schema: ReinstatedSchema },
  },
  errors: [...BODY_ERRORS, 'not_found', 'transition_invalid', 'sold_out'],
})
