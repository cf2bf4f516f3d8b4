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

/** What a cancellation costs. */
export const TermsSchema = namedObject('Terms', {
  freeUntilDays: nullable(
    Type.Integer({ minimum: 0, maximum: 999 }),
    'Free until so many days before the check-in; null: never.',
  ),
  penalty: oneOf(...PENALTIES),
  percentBp: BasisPoints(1, 10_000, 'Of the total, in basis points; with `percent` alone.'),
})

/** Where a rate's price comes from. */
export const PricingSchema = namedObject('Pricing', {
  type: oneOf('own', 'derived'),
  percentBp: BasisPoints(
    -10_000,
    100_000,
    'Basis points on the price of `STD`, first; with `derived` alone, as what follows.',
  ),
  amountCents: Type.Optional(
    Type.Integer({
      minimum: -PRICE_CENTS_MAX,
      maximum: PRICE_CENTS_MAX,
      description: 'Then this, more or less.',
    }),
  ),
  roundTo: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: ROUND_TO_MAX,
      description: 'Then the nearest multiple of so many minor units, halves up; 1 unless said.',
    }),
  ),
})

/** What children up to an age pay. */
export const ChildBandSchema = namedObject('ChildBand', {
  toAge: Type.Integer({ minimum: 0, maximum: 17, description: 'Up to this age, it included.' }),
  amountCents: Cents('For a child and a night; this or `percentBp`.'),
  percentBp: BasisPoints(0, 100_000, "Basis points of the rate's price that night."),
})

/** What a party pays that is not the one a rate's price is for. */
export const GuestPricesSchema = namedObject('GuestPrices', {
  adults: Type.Integer({
    minimum: 1,
    maximum: 50,
    description: 'The price of the rate is for so many in a room.',
  }),
  lessPercentBp: BasisPoints(0, 10_000, 'Less for each fewer: basis points of the price.'),
  moreCents: Cents('More for each further one, and for a child older than every band.'),
  children: Type.Optional(
    Type.Array(ChildBandSchema, {
      maxItems: 20,
      description: 'By age ascending. Without any, children pay nothing.',
    }),
  ),
})

/** A rate of a hotel (contract-rates). */
export const RateSchema = namedObject('Rate', {
  rateCode: Type.String(),
  name: Type.String(),
  ...NamesSchema.properties,
  boardCode: nullable(Type.String(), 'The board that its price includes; null: the guest chooses.'),
  roomCodes: Type.Array(Type.String(), { description: 'Room types sold at it.' }),
  pricing: nullable(PricingSchema, "null of `STD` alone, whose price is the day's."),
  guests: nullable(GuestPricesSchema, 'null: the same for every party.'),
  cancellation: TermsSchema,
  public: Type.Boolean({ description: "Else for the hotel's people and admins alone." }),
  active: Type.Boolean(),
})

/** The name of a rate by language. */
export const RateNameSchema = namedObject('RateName', {
  ...{ rateCode: Type.String(), name: Type.String() },
  ...NamesSchema.properties,
})

export const showRateName = (rate: Rate) => show(RateNameSchema, rate)

/** Shows a rate of a hotel with these room types: `STD` is sold with all of them. */
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
