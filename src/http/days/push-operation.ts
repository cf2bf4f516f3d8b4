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

/** Returns the schema of a push body with elements of the given schema. */
export const pushBody = <T extends TSchema>(element: T) =>
  Type.Object({
    updates: Type.Array(element, { minItems: 1, maxItems: UPDATES_MAX }),
    seenThrough: Type.Optional({
      ...SeenThrough,
      description: `${SeenThrough.description} Applies to every count whose element has none.`,
    }),
    currency: Type.Optional(
      Type.String({
        description:
          'The currency you expect of the hotel (ISO 4217): if it differs, nothing is written and the answer is 422 `currency_mismatch`.',
      }),
    ),
  })

/** Returns the schema of a push body with an API key, with `holds`: how its counts treat holds. */
export const keyPushBody = <T extends TSchema>(element: T) => {
  const { updates, seenThrough, ...rest } = pushBody(element).properties
  const holds = Type.Optional({
    ...oneOf(...HOLDS),
    default: 'left_out',
    description:
      'How counts with a cursor treat bookings that were `pending` at it. `left_out`: not deducted, as in counts from `GET /bookings`, which lists no holds; the service deducts them. `counted`: already deducted, as in `GET /availability` and the feed; send a new count when a hold ends, because no count is raised.',
  })
  return Type.Object({ updates, seenThrough, holds, ...rest })
}

/** Shared description and schemas of the push, for partners and the panel. @param headers of its own answers */
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
        'For a count with `sold_meanwhile` or `held_meanwhile`, or above 0 with `oversold`: `correct` stores the rooms left and warns, `refuse` refuses the element.',
    },
    onJump: {
      ...oneOf('warn', 'refuse'),
      default: 'warn',
      description:
        'For a price more than five times, or less than a fifth of, the old one: `warn` applies it and warns (`price_jump`, for the first 31 days of a range), `refuse` refuses the element.',
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

/** Shared description and schemas of the `PATCH` of days, for partners and the panel. */
export const patchOperation = (headers: HeaderName[] = []) => ({
  ...pushOperation(headers),
  summary: 'Change single fields of days',
  description: `Like \`PUT\`, but every field of an element is optional and absent fields stay: a price alone, a closed flag alone. An element covers one \`date\`, or the \`weekdays\` from \`dateFrom\` to \`dateTo\`: a year of weekend prices is one element. The report counts days, at most ${PATCH_DAYS_MAX} in all; an error of a range lists its first failed days in \`dates\` and their number in \`failed\`. Elements apply in order, each to its fields. A count is one of \`available\`, \`availableBy\` (added to the rooms left; with an API key it needs an \`Idempotency-Key\`) and \`allotment\` (rooms given by the hotel, including those sold here).

With \`rateCode\` an element sets a day of that rate: price, closed flag and restrictions (\`minStay\`, \`minStayThrough\`, \`maxStay\`, \`minAdvanceDays\`, \`maxAdvanceDays\`, \`closedToArrival\`, \`closedToDeparture\`) are the rate's own; counts belong to the room type. Without it, or with \`STD\`, price and closed flag are the day's, as in \`PUT\`, and restrictions are those of \`STD\`, inherited by derived rates without their own (\`null\` removes it). A price for a derived rate is refused (\`price_derived\`). A day counts once in the report, however many fields changed.`,
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
