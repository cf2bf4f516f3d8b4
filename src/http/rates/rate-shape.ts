import { type Static, Type } from 'typebox'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import { PRICE_CENTS_MAX } from '../../domain/kernel/limits.ts'
import { PENALTIES, type Rate, ROUND_TO_MAX } from '../../domain/rates/rate.ts'
import { NamesSchema, namesExample } from '../api/content-shape.ts'
import { oneOf } from '../api/query.ts'
import { namedObject, nullable, show } from '../api/schema.ts'

const Cents = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: PRICE_CENTS_MAX, description }))
const BasisPoints = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }))

/** Cancellation terms: the penalty and the free period. */
export const TermsSchema = namedObject('Terms', {
  freeUntilDays: nullable(
    Type.Integer({ minimum: 0, maximum: 999 }),
    'Free until this many days before check-in; null: never.',
  ),
  penalty: oneOf(...PENALTIES),
  percentBp: BasisPoints(1, 10_000, 'Basis points of the total; only with `percent`.'),
})

/** Pricing of a rate: its own prices, or derived from `STD` (derived rate). */
export const PricingSchema = namedObject('Pricing', {
  type: oneOf('own', 'derived'),
  percentBp: BasisPoints(
    -10_000,
    100_000,
    'Step 1: basis points added to the price of `STD`, halves up. All steps only with `derived`.',
  ),
  amountCents: Type.Optional(
    Type.Integer({
      minimum: -PRICE_CENTS_MAX,
      maximum: PRICE_CENTS_MAX,
      description: 'Step 2: this amount, added or subtracted.',
    }),
  ),
  roundTo: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: ROUND_TO_MAX,
      description: 'Step 3: nearest multiple of this many minor units, halves up; default 1.',
    }),
  ),
})

/** Price of children up to an age. */
export const ChildBandSchema = namedObject('ChildBand', {
  toAge: Type.Integer({ minimum: 0, maximum: 17, description: 'Highest age, included.' }),
  amountCents: Cents('Per child and night; this or `percentBp`.'),
  percentBp: BasisPoints(0, 100_000, "Basis points of the rate's price that night."),
})

/** Occupancy pricing of a rate: prices for parties other than the standard one. */
export const GuestPricesSchema = namedObject('GuestPrices', {
  adults: Type.Integer({
    minimum: 1,
    maximum: 50,
    description: 'Adults per room that the price of the rate is for.',
  }),
  lessPercentBp: BasisPoints(
    0,
    10_000,
    'Reduction per missing adult, in basis points of the price.',
  ),
  moreCents: Cents(
    'Supplement per further adult. A child older than every band counts as an adult; a child without an age pays the dearest band or this, whichever is more.',
  ),
  children: Type.Optional(
    Type.Array(ChildBandSchema, {
      maxItems: 20,
      description: 'By age ascending. If empty, children are free.',
    }),
  ),
})

/** A rate of a hotel (contract-rates). */
export const RateSchema = namedObject('Rate', {
  rateCode: Type.String(),
  name: Type.String(),
  ...NamesSchema.properties,
  boardCode: nullable(Type.String(), 'Board included in the price; null: the guest chooses.'),
  roomCodes: Type.Array(Type.String(), { description: 'Room types sold at this rate.' }),
  pricing: nullable(PricingSchema, "null for `STD` alone, whose price is the day's."),
  guests: nullable(GuestPricesSchema, 'null: the same for every party.'),
  cancellation: TermsSchema,
  public: Type.Boolean({ description: "False: for the hotel's staff and admins alone." }),
  active: Type.Boolean(),
})

/** Name of a rate with its translations. */
export const RateNameSchema = namedObject('RateName', {
  ...{ rateCode: Type.String(), name: Type.String() },
  ...NamesSchema.properties,
})

export const showRateName = (rate: Rate) => show(RateNameSchema, rate)

/** Shows a rate of a hotel with the given room types; `STD` is sold with all of them. */
export const showRate = (rate: Rate, rooms: readonly Pick<RoomType, 'roomCode'>[]) =>
  show(RateSchema, {
    ...rate,
    roomCodes: rate.roomCodes ?? rooms.map(({ roomCode }) => roomCode),
  })

export const standardRateExample = {
  rateCode: 'STD',
  name: 'Standard',
  ...namesExample('Standart'),
  boardCode: null,
  roomCodes: ['DBL'],
  pricing: null,
  guests: null,
  cancellation: { freeUntilDays: 0, penalty: 'none' },
  public: true,
  active: true,
} satisfies Static<typeof RateSchema>

export const rateExample = {
  rateCode: 'NRF',
  name: 'Non-refundable',
  ...namesExample('İptal edilemez'),
  boardCode: null,
  roomCodes: ['DBL'],
  pricing: { type: 'derived', percentBp: -1_200, roundTo: 100 },
  guests: { adults: 2, lessPercentBp: 1_500, children: [{ toAge: 6, amountCents: 0 }] },
  cancellation: { freeUntilDays: null, penalty: 'all' },
  public: true,
  active: true,
} satisfies Static<typeof RateSchema>
