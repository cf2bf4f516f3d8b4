import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'
import { type CalendarDate, WEEKDAYS } from '../kernel/date.ts'
import { AVAILABLE_MAX, PRICE_CENTS_MAX } from '../kernel/limits.ts'
import { NIGHTS_MAX } from '../kernel/night.ts'
import { ADVANCE_DAYS_MAX, RESTRICTIONS, STD } from '../rates/rate.ts'

const RATE_CODE_LENGTH_MAX = 64

/** Characters of a room code, and of the code of a rate. */
const ROOM_CODE_LENGTH_MAX = 64

const CURSOR_LENGTH_MAX = 200

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
    'A `cursor` or `nextCursor` of `GET /changes` up to which the count knows every booking: what was sold after it is taken off. An API key needs the scope `bookings:read` for it.',
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

const { roomCode, date, available, closed, seenThrough } = UpdateSchema.properties

const expectedPriceCents = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: PRICE_CENTS_MAX,
    description:
      'The price that the new one was worked out from, 0 for none: when there is another by now, the element is refused as `price_changed`.',
  }),
)

/** Element of a push from the panel, which sets one thing of a day and must not overwrite the rest. */
export const PanelUpdateSchema = Type.Object(
  {
    ...UpdateSchema.properties,
    available: Type.Optional(available),
    availableBy: Type.Optional(availableBy),
    expectedPriceCents,
  },
  { additionalProperties: false },
)

/** A nullable value; its errors describe the other type. */
const orNull = <T extends TSchema>(schema: T, description: string): TUnsafe<Static<T> | null> =>
  Type.Unsafe({ ...Type.Union([Type.Null(), schema]), description })

const AdvanceDays = Type.Integer({ minimum: 0, maximum: ADVANCE_DAYS_MAX })

/**
 * Restrictions in an element of a `PATCH` (contract-rates): minimum and maximum stay, advance booking, closed to arrival
 * (CTA) and departure (CTD).
 */
const restrictions = {
  minStay: Type.Optional(
    orNull(
      Type.Integer({ minimum: 1, maximum: NIGHTS_MAX }),
      'Nights that a stay arriving on the day has at least; 1: none. null, of a derived rate alone, as the following: that of `STD`.',
    ),
  ),
  minStayThrough: Type.Optional(
    orNull(
      Type.Integer({ minimum: 1, maximum: NIGHTS_MAX }),
      'Nights that a stay with this night has at least; 1: none.',
    ),
  ),
  maxStay: Type.Optional(
    orNull(
      Type.Integer({ minimum: 0, maximum: NIGHTS_MAX }),
      'Nights that a stay arriving on the day has at most; 0: no bound.',
    ),
  ),
  minAdvanceDays: Type.Optional(
    orNull(
      AdvanceDays,
      'Days before its arrival that a stay arriving on the day is booked at the latest; 0: no bound.',
    ),
  ),
  maxAdvanceDays: Type.Optional(
    orNull(
      AdvanceDays,
      `Days before its arrival that a stay arriving on the day is booked at the earliest; 0: on the day itself, ${ADVANCE_DAYS_MAX}: no bound.`,
    ),
  ),
  closedToArrival: Type.Optional(orNull(Type.Boolean(), 'No stay begins on the day.')),
  closedToDeparture: Type.Optional(orNull(Type.Boolean(), 'No stay ends on the day.')),
}

/**
 * Element of a `PATCH`: one day, or the days of a range on some weekdays; absent fields keep their value
 * (contract-counts).
 */
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
    rateCode: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: RATE_CODE_LENGTH_MAX,
        description:
          'The rate whose price, closed flag and restrictions are meant; left out: `STD`, whose price and closed flag are those of the day.',
      }),
    ),
    priceCents: Type.Optional(
      orNull(
        Type.Integer({ minimum: 0, maximum: PRICE_CENTS_MAX }),
        'null, of a rate with prices of its own alone: it has none and cannot be booked.',
      ),
    ),
    closed,
    ...restrictions,
    seenThrough,
  },
  { additionalProperties: false },
)

/** Element of a `PATCH` from the panel, which replaces a price only if it is still the one that was read. */
export const PanelPatchSchema = Type.Object(
  { ...PatchSchema.properties, expectedPriceCents },
  { additionalProperties: false },
)

/** The form of a push's elements: a partner's `PUT` or `PATCH`, or the panel's. */
export type Form = 'put' | 'panel' | 'patch' | 'panelPatch'

/** True if the elements set single fields of a day or of a range's days. */
export const isPatchForm = (form: Form | undefined): boolean =>
  form === 'patch' || form === 'panelPatch'

/** A checked element of a push on one day: absent fields keep what is stored (contract §2). */
export type Update = Omit<
  Static<typeof PanelPatchSchema>,
  'date' | 'dateFrom' | 'dateTo' | 'weekdays'
> & {
  index: number
  date: CalendarDate
  /** True for one day of a range. */
  isOfRange?: boolean
}

/** Count fields, of which an element has at most one. */
export const COUNTS = ['available', 'availableBy', 'allotment'] as const

/** Returns the count field of an update. */
export const countField = (update: Update) =>
  COUNTS.find((name) => update[name] !== undefined) ?? 'available'

/** True if an update sets the count. */
export const hasCount = ({ available, availableBy, allotment }: Update): boolean =>
  available !== undefined || availableBy !== undefined || allotment !== undefined

/** True if an update counts the rooms of a day anew, and does not only add to them. */
export const isCount = ({ available, availableBy, allotment }: Update): boolean =>
  (available !== undefined || allotment !== undefined) && availableBy === undefined

/** True if an update is of `STD`, whose price and closed flag are the day's. */
export const isOfStandard = ({ rateCode = STD }: Pick<Update, 'rateCode'>) => rateCode === STD

/** True if an update sets the day itself: its count, price or closed flag. */
export const isOfDay = (update: Update): boolean =>
  isOfStandard(update) &&
  (hasCount(update) || update.priceCents !== undefined || update.closed !== undefined)

/** True if an update sets a day of a rate: restrictions, or any field of a rate other than `STD`. */
export const isOfRate = (update: Update): boolean =>
  !isOfStandard(update) || RESTRICTIONS.some((name) => update[name] !== undefined)
