import { Type } from 'typebox'
import { addDays, dateIn } from '../domain/date.ts'
import { UPDATES_MAX } from '../domain/limits.ts'
import { UpdateSchema } from '../domain/push.ts'
import { flaw, nullable, partnerOperation, problemMembers, words } from './docs.ts'

const today = dateIn('UTC', Date.now())
/** Dates of the examples: in every demo and every limit, and still to come when the process has run for months. */
const soon = addDays(today, 180)
const next = addDays(today, 181)

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
const PushBody = Type.Object({
  updates: Type.Array(UpdateSchema, { minItems: 1, maxItems: UPDATES_MAX }),
})
const remark = {
  index: Type.Integer({ description: 'Position in `updates`, from 0.' }),
  roomCode: nullable(Type.String()),
  date: nullable(Type.String()),
  code: Type.String(),
  message: Type.String(),
}
const refusedElement = Type.Object({ ...remark, field: nullable(Type.String()) })

/** The answer to a push (contract §2), as OpenAPI describes it. */
export const ReportSchema = Type.Object({
  pushId: Type.String(),
  mode: words('partial', 'atomic'),
  dryRun: Type.Boolean(),
  received: Type.Integer(),
  applied: Type.Integer({ description: 'Elements that changed their day.' }),
  unchanged: Type.Integer({ description: 'Elements that found their day so already.' }),
  rejected: Type.Integer(),
  errors: Type.Array(refusedElement),
  warnings: Type.Array(Type.Object(remark)),
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

const StoredDay = Type.Object({
  available: Type.Integer(),
  priceCents: nullable(Type.Integer()),
  closed: Type.Boolean(),
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
const head = { pushId, mode: 'partial', dryRun: false, received: 2 }
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
}

/** The header of a pull that asks whether anything has changed. */
export const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier answer.',
  schema: { type: 'string' },
} as const

export const pull = partnerOperation({
  id: 'pullAvailability',
  tag: 'Availability',
  summary: 'Pull days',
  description:
    'Every active room type, by code, with every day from `from` to `to`, both included; at most 550 days. A day never pushed is closed with 0 available. Send the `ETag` back as `If-None-Match` and an unchanged answer is 304 without a body.',
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

export const push = partnerOperation({
  id: 'pushAvailability',
  tag: 'Availability',
  summary: 'Push days',
  description:
    'An upsert for each (`roomCode`, `date`). `available` is absolute: rooms left to sell now. A `priceCents` or `closed` left out keeps its stored value. In `partial` mode the good elements are applied and the others reported; in `atomic` mode one bad element leaves everything as it was; `dryRun=true` only reports. Every refused element comes back with its index, field, a stable code and a sentence; when nothing was written for them, in a 422 that carries the report. A body has at most 4 MiB and may be sent with `Content-Encoding: gzip`.',
  body: {
    schema: PushBody,
    examples: {
      'Open a day with a price': {
        updates: [{ roomCode: 'DBL', date: soon, available: 4, priceCents: 12900, closed: false }],
      },
      'Close a day': { updates: [{ roomCode: 'DBL', date: soon, available: 0, closed: true }] },
      'Only the count, price as stored': {
        updates: [{ roomCode: 'DBL', date: next, available: 3 }],
      },
    },
  },
  answers: {
    200: {
      description: 'Every element was applied.',
      schema: ReportSchema,
      example: { ...head, applied: 2, unchanged: 0, rejected: 0, errors: [], warnings: [] },
    },
    207: {
      description: 'Some elements were refused; the others are applied.',
      schema: ReportSchema,
      example: {
        ...head,
        applied: 1,
        unchanged: 0,
        rejected: 1,
        errors: [refusal],
        warnings: [],
      },
    },
  },
  errors: ['malformed_json', 'too_large', 'unsupported_media_type', 'validation_failed'],
  refusal: 'PushProblem',
})

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
            after: { available: 4, priceCents: 12900, closed: false },
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
