import { Type } from 'typebox'
import { PULL_DAYS_MAX, UPDATES_MAX } from '../../domain/limits.ts'
import { UpdateSchema } from '../../domain/push.ts'
import { nullable, partnerOperation } from '../docs.ts'
import { exampleDay } from '../example-day.ts'
import type { HeaderName } from '../operation.ts'
import { ReportSchema } from './push-report-schema.ts'

/** Dates of the examples: in every demo and every limit, and still to come when the process has run for months. */
const soon = exampleDay(180)
const next = exampleDay(181)

const Date_ = Type.String({ format: 'date' })
const Day = Type.Object({
  date: Date_,
  available: Type.Integer({ description: 'Rooms left to sell.' }),
  priceCents: Type.Integer({ description: "Minor units of the hotel's currency." }),
  closed: Type.Boolean({ description: 'Closed for sale.' }),
})
const Availability = Type.Object({
  from: Date_,
  to: Date_,
  rooms: Type.Array(Type.Object({ roomCode: Type.String(), days: Type.Array(Day) })),
})
/** Beside the `updates` of a push. */
export const CurrencyCheck = Type.Optional(
  Type.String({
    description:
      "What you take the hotel's currency to be (ISO 4217): when it is another, nothing is written, and the answer is 422 `currency_mismatch`.",
  }),
)
const PushBody = Type.Object({
  updates: Type.Array(UpdateSchema, { minItems: 1, maxItems: UPDATES_MAX }),
  currency: CurrencyCheck,
})
const StoredDay = Type.Object({
  available: Type.Integer(),
  priceCents: nullable(Type.Integer()),
  closed: Type.Boolean(),
  shortfall: Type.Integer({
    description: 'How far below 0 the count would be: rooms given back fill it first.',
  }),
})
const History = Type.Object({
  roomCode: Type.String(),
  date: Date_,
  items: Type.Array(
    Type.Object({
      before: nullable(StoredDay),
      after: StoredDay,
      actor: Type.Object({
        type: Type.String({ description: '`key`, `booking`, `user` or `system`.' }),
        id: Type.String(),
        name: nullable(Type.String()),
      }),
      pushId: nullable(Type.String()),
      at: Type.String({ format: 'date-time' }),
    }),
  ),
  nextCursor: nullable(Type.String()),
})

const pushId = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f'
const head = { pushId, mode: 'partial', dryRun: false, currency: 'EUR', received: 2 }
const refusal = {
  index: 1,
  roomCode: 'DBK',
  date: next,
  field: 'roomCode',
  code: 'unknown_room',
  message: 'This hotel has no room type "DBK"; the nearest code is "DBL".',
}

/** What the page fills in: calls that run as they are against the demo. */
export const parameters = {
  from: { description: 'First day.', example: soon },
  to: { description: 'Last day, included.', example: next },
  roomCode: { description: 'Only these room types; may be repeated.' },
  historyRoomCode: { description: 'The room type.', example: 'DBL' },
  historyDate: { description: 'The day.', example: soon },
  mode: { description: '`partial` applies the good elements, `atomic` all or none.' },
  dryRun: { description: '`true` only reports.' },
  onStale: {
    description:
      'What becomes of a count that is answered by `sold_meanwhile`, and of one above 0 that is by `oversold`: `correct` stores what is left and warns, `refuse` refuses the element.',
  },
}

/** The header of a pull that asks whether anything has changed. */
export const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier answer.',
  schema: { type: 'string' },
} as const

/** The header under which a push is done once. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names the push, for 24 hours: sent again it is not done again, but answered the same. Visible ASCII, such as a UUID. Each API key has its own.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const

export const pull = partnerOperation({
  id: 'pullAvailability',
  tag: 'Availability',
  summary: 'Pull days',
  description: `Every active room type, by code, with every day from \`from\` to \`to\`, both included; at most ${PULL_DAYS_MAX} days. A day never pushed is closed with 0 available. Send the \`ETag\` back as \`If-None-Match\` and an unchanged answer is 304 without a body.`,
  answers: {
    200: {
      headers: ['ETag'],
      description: 'The days.',
      schema: Availability,
      example: {
        from: soon,
        to: soon,
        rooms: [
          {
            roomCode: 'DBL',
            days: [{ date: soon, available: 4, priceCents: 12900, closed: false }],
          },
        ],
      },
    },
    304: {
      description: 'Nothing has changed since the answer with that `ETag`.',
      headers: ['ETag'],
    },
  },
  errors: ['validation_failed'],
})

/** A push by a partner, who may name it by an Idempotency-Key, or of the panel, which may not. */
const describePush = (isKeyed: boolean) => {
  const headers: HeaderName[] = isKeyed ? ['Idempotency-Replayed'] : []
  return partnerOperation({
    id: 'pushAvailability',
    tag: 'Availability',
    summary: 'Push days',
    description:
      'An upsert for each (`roomCode`, `date`). `available` is absolute: rooms left to sell now. Where the room type has `totalRooms`, it is stored as at most `totalRooms + overbookingRooms` less what this service has sold of the night (holds included), and warning `sold_meanwhile` names what is left and the bookings; `oversold` says that more is sold than there is. A `priceCents` or `closed` left out keeps its stored value. In `partial` mode the good elements are applied and the others reported; in `atomic` mode one bad element leaves everything as it was; `dryRun=true` only reports. Every refused element comes back with its index, field, a stable code and a sentence; when nothing was written for them, in a 422 that carries the report. A body has at most 4 MiB and may be sent with `Content-Encoding: gzip`. Under an `Idempotency-Key` every 200 and 207 is kept and answered again for 24 hours, byte for byte, to the same JSON value, `mode` and `onStale`; what was refused as a whole and dry runs are judged anew.',
    body: {
      schema: PushBody,
      examples: {
        'Open a day with a price': {
          updates: [
            { roomCode: 'DBL', date: soon, available: 4, priceCents: 12900, closed: false },
          ],
        },
        'Close a day': { updates: [{ roomCode: 'DBL', date: soon, available: 0, closed: true }] },
        'Only the count, price as stored': {
          updates: [{ roomCode: 'DBL', date: next, available: 3 }],
        },
      },
    },
    answers: {
      200: {
        headers,
        description: 'Every element was applied.',
        schema: ReportSchema,
        example: {
          ...head,
          applied: 2,
          unchanged: 0,
          rejected: 0,
          corrected: 0,
          stale: 0,
          errors: [],
          warnings: [],
        },
      },
      207: {
        headers,
        description: 'Some elements were refused; the others are applied.',
        schema: ReportSchema,
        example: {
          ...head,
          applied: 1,
          unchanged: 0,
          rejected: 1,
          corrected: 0,
          stale: 0,
          errors: [refusal],
          warnings: [],
        },
      },
    },
    errors: [
      'malformed_json',
      'too_large',
      'unsupported_media_type',
      'validation_failed',
      'currency_mismatch',
      'precondition_failed',
      ...(isKeyed ? ['idempotency_conflict' as const] : []),
    ],
    refusal: 'PushProblem',
  })
}
export const push = describePush(true)
export const panelPush = describePush(false)

export const history = partnerOperation({
  id: 'listDayHistory',
  tag: 'Availability',
  summary: 'History of a day',
  description:
    'Every change of one day of one room type, newest first: before (null when it had never been pushed), after, who, which push, when.',
  answers: {
    200: {
      description: 'A page of changes.',
      schema: History,
      example: {
        roomCode: 'DBL',
        date: soon,
        items: [
          {
            before: null,
            after: { available: 4, priceCents: 12900, closed: false, shortfall: 0 },
            actor: { type: 'key', id: pushId, name: 'Channel manager' },
            pushId,
            at: '2026-11-21T09:30:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
  errors: ['validation_failed'],
})
