import { type Static, Type } from 'typebox'
import type { CalendarDate } from './date.ts'
import {
  AVAILABLE_MAX,
  CURSOR_LENGTH_MAX,
  PRICE_CENTS_MAX,
  ROOM_CODE_LENGTH_MAX,
} from './limits.ts'

/** Sunday first, as `Date.getUTCDay` counts them. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

const availableBy = Type.Integer({
  minimum: -AVAILABLE_MAX,
  maximum: AVAILABLE_MAX,
  description: 'Added to the rooms left, whatever was sold meanwhile.',
})

/** A cursor of the feed whose entries the sender of a count has processed (contract-counts, `seenThrough`). */
export const SeenThrough = Type.String({
  minLength: 1,
  maxLength: CURSOR_LENGTH_MAX,
  description:
    'A `cursor` or `nextCursor` of `GET /changes` up to which the count knows every booking: what was sold after it is taken off.',
})

/** Element of a push (specification §2.3, contract §2). */
export const UpdateSchema = Type.Object(
  {
    roomCode: Type.String({ minLength: 1, maxLength: ROOM_CODE_LENGTH_MAX }),
    date: Type.String({ format: 'date' }),
    available: Type.Integer({ minimum: 0, maximum: AVAILABLE_MAX }),
    priceCents: Type.Optional(Type.Integer({ minimum: 0, maximum: PRICE_CENTS_MAX })),
    closed: Type.Optional(Type.Boolean()),
    seenThrough: Type.Optional(SeenThrough),
  },
  { additionalProperties: false },
)

const { roomCode, date, available, priceCents, closed, seenThrough } = UpdateSchema.properties

/** Element of a push in the panel, where somebody changes one thing about a day and must not overwrite the rest. */
export const PanelUpdateSchema = Type.Object(
  {
    ...UpdateSchema.properties,
    available: Type.Optional(available),
    availableBy: Type.Optional(availableBy),
    expectedPriceCents: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: PRICE_CENTS_MAX,
        description:
          'The price that the new one was worked out from: when the day shows another by now, the element is refused as `price_changed`.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Element of a `PATCH`: one day, or those of a range that fall on some weekdays; what is absent is kept (contract-counts). */
export const PatchSchema = Type.Object(
  {
    roomCode,
    date: Type.Optional(date),
    dateFrom: Type.Optional(Type.String({ format: 'date' })),
    dateTo: Type.Optional(Type.String({ format: 'date', description: 'Included.' })),
    weekdays: Type.Optional(
      Type.Array(Type.String({ pattern: `^(${WEEKDAYS.join('|')})$`, enum: WEEKDAYS }), {
        minItems: 1,
        maxItems: 7,
        description: 'Of the range only days that are one of these.',
      }),
    ),
    available: Type.Optional(available),
    availableBy: Type.Optional(availableBy),
    allotment: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: AVAILABLE_MAX,
        description:
          'Rooms that the hotel gives, those that this service has sold of them included: these are taken off.',
      }),
    ),
    priceCents,
    closed,
    seenThrough,
  },
  { additionalProperties: false },
)

/** Which elements a push is made of: a partner's `PUT`, the panel's, or a `PATCH` of either. */
export type Form = 'put' | 'panel' | 'patch'

/** A checked element of a push on one day: absent fields keep what is stored (contract §2). */
export type Update = Omit<Static<typeof PatchSchema>, 'date' | 'dateFrom' | 'dateTo' | 'weekdays'> &
  Pick<Static<typeof PanelUpdateSchema>, 'expectedPriceCents'> & {
    index: number
    date: CalendarDate
    /** It is one of the days that its element stands for. */
    isOfRange?: boolean
  }

/** Fields that say how many rooms are left, of which an element has one at most. */
export const COUNTS = ['available', 'availableBy', 'allotment'] as const

/** The field in which it says how many rooms are left. */
export const countField = (update: Update) =>
  COUNTS.find((name) => update[name] !== undefined) ?? 'available'

/** Whether it says how many rooms are left. */
export const hasCount = ({ available, availableBy, allotment }: Update): boolean =>
  available !== undefined || availableBy !== undefined || allotment !== undefined
