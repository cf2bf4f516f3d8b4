import { type TSchema, Type } from 'typebox'
import { PatchSchema, SeenThrough } from '../../domain/days/update.ts'
import { HOLDS } from '../../domain/kernel/availability.ts'
import type { ErrorCode } from '../../domain/kernel/errors.ts'
import { PATCH_DAYS_MAX, UPDATES_MAX } from '../../domain/kernel/limits.ts'
import { exampleDay } from '../api/example-day.ts'
import type { HeaderName } from '../api/headers.ts'
import { oneOf } from '../api/query.ts'
import { named } from '../api/schema.ts'
import { next, soon } from './pull-request.ts'
import { PushProblemSchema, PushReportSchema } from './push-shape.ts'

const head = {
  pushId: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  mode: 'partial',
  dryRun: false,
  currency: 'EUR',
  received: 2,
  unchanged: 0,
  corrected: 0,
  stale: 0,
  warnings: [],
} as const
const refusal = {
  index: 1,
  roomCode: 'DBK',
  date: next,
  field: 'roomCode',
  code: 'unknown_room',
  message: 'This hotel has no room type "DBK"; the nearest code is "DBL".',
}

/** The body of a push whose elements are of a schema. */
export const pushBody = <T extends TSchema>(element: T) =>
  Type.Object({
    updates: Type.Array(element, { minItems: 1, maxItems: UPDATES_MAX }),
    seenThrough: Type.Optional({
      ...SeenThrough,
      description: `${SeenThrough.description} Of every count whose element has none of its own.`,
    }),
    currency: Type.Optional(
      Type.String({
        description:
          "What you take the hotel's currency to be (ISO 4217): when it is another, nothing is written, and the answer is 422 `currency_mismatch`.",
      }),
    ),
  })

/** The body of a push with an API key, which may say what its counts have of holds. */
export const keyPushBody = <T extends TSchema>(element: T) => {
  const { updates, seenThrough, ...rest } = pushBody(element).properties
  const holds = Type.Optional({
    ...oneOf(...HOLDS),
    default: 'left_out',
    description:
      'What the counts with a cursor have of bookings that were `pending` at it. `left_out`: nothing, as counts made of `GET /bookings`, which lists no holds: what is on hold is taken off. `counted`: their rooms are off already, as in what `GET /availability` and the feed show; count a night anew when a hold of it has ended, for no count is raised.',
  })
  return Type.Object({ updates, seenThrough, holds, ...rest })
}

/** A push in words and schemas, by a partner or in the panel. @param headers of the answers to it alone */
export const pushOperation = (headers: HeaderName[] = []) => ({
  summary: 'Push days',
  query: {
    mode: {
      ...oneOf('partial', 'atomic'),
      default: 'partial',
      description: '`partial` applies the good elements, `atomic` all or none.',
    },
    dryRun: Type.Boolean({ default: false, description: '`true` only reports.' }),
    onStale: {
      ...oneOf('correct', 'refuse'),
      default: 'correct',
      description:
        'What becomes of a count that is answered by `sold_meanwhile` or `held_meanwhile`, and of one above 0 that is by `oversold`: `correct` stores what is left and warns, `refuse` refuses the element.',
    },
    onJump: {
      ...oneOf('warn', 'refuse'),
      default: 'warn',
      description:
        'What becomes of a price more than five times, or less than a fifth of, the one that it replaces: `warn` applies it and warns (`price_jump`, of a range for its first 31 days), `refuse` refuses the element.',
    },
  },
  bodyIs: 'own' as const,
  says: 'Every element was applied.',
  answer: PushReportSchema,
  example: { ...head, applied: 2, rejected: 0, errors: [] },
  headers,
  also: {
    207: {
      description: 'Some elements were refused; the others are applied.',
      schema: PushReportSchema,
      example: { ...head, applied: 1, rejected: 1, errors: [refusal] },
      headers,
    },
  },
  errors: [
    'currency_mismatch',
    'precondition_failed',
    'cursor_expired',
    'cursor_ahead',
    'rate_limited',
  ] satisfies ErrorCode[],
  refusal: PushProblemSchema.$id!,
})

const range = { roomCode: 'DBL', dateFrom: soon, dateTo: next }

const PatchBody = named('DayChanges', keyPushBody(PatchSchema))

/** A `PATCH` of days in words and schemas, by a partner or in the panel. */
export const patchOperation = (headers: HeaderName[] = []) => ({
  ...pushOperation(headers),
  summary: 'Change one thing about days',
  description: `As \`PUT\`, except that everything of an element is optional, and what is absent is kept: a price alone, a closed flag alone. An element is of one \`date\`, or of each day from \`dateFrom\` to \`dateTo\` that is one of \`weekdays\`: a year of weekend prices is one element. The report counts days, at most ${PATCH_DAYS_MAX} in all; an error of a range has its first days that failed in \`dates\`, and \`failed\` is their number. Elements apply in order, each to the fields it names. A count is one of \`available\`, \`availableBy\` (added to what is left; with an API key it needs an \`Idempotency-Key\`) and \`allotment\` (rooms that the hotel gives, what this service has sold of them included).

With \`rateCode\` an element is of a day of that rate: price, closed flag and restrictions (\`minStay\`, \`minStayThrough\`, \`maxStay\`, \`closedToArrival\`, \`closedToDeparture\`) are the rate's own, counts stay with the room type. Without one, or with \`STD\`, price and closed flag are the day's, as in \`PUT\`, and restrictions those of \`STD\`, which derived rates inherit until they have one of their own (\`null\` gives it up). A price for a derived rate is \`price_derived\`. A day counts once in the report, whatever of it has changed.`,
  body: PatchBody,
  examples: {
    'A price for weekends of half a year': {
      updates: [
        { ...range, dateTo: exampleDay(360), weekdays: ['fri', 'sat'], priceCents: 990000 },
      ],
    },
    'Close some days': { updates: [{ ...range, closed: true }] },
    'A weekend price of a rate for a year': {
      updates: [
        {
          ...{ ...range, rateCode: 'HBD', dateTo: exampleDay(545) },
          ...{ weekdays: ['fri', 'sat'], priceCents: 1050000 },
        },
      ],
    },
    'At least two nights': { updates: [{ ...range, minStay: 2 }] },
    'No arrival on a day, at one rate': {
      updates: [{ roomCode: 'DBL', rateCode: 'FLEX', date: soon, closedToArrival: true }],
    },
    'Rooms given to this service': { updates: [{ ...range, allotment: 5 }] },
  },
})
