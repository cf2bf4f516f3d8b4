import { type Static, Type } from 'typebox'
import {
  EXTRA_PRICE_CENTS_MAX,
  EXTRA_QUANTITY_MAX,
  EXTRA_UNITS,
  type Extra,
} from '../../domain/extras/extra.ts'
import { NamesSchema, namesExample } from '../api/content-shape.ts'
import { oneOf } from '../api/query.ts'
import { named, namedObject, nullable, show } from '../api/schema.ts'

/** An extra of a hotel. */
export const ExtraSchema = namedObject('Extra', {
  code: Type.String(),
  name: Type.String(),
  ...NamesSchema.properties,
  per: oneOf(...EXTRA_UNITS),
  priceCents: Type.Integer({
    minimum: 0,
    maximum: EXTRA_PRICE_CENTS_MAX,
    description: 'Of one piece, per `per`, taxes included. Rooms are no factor.',
  }),
  max: Type.Integer({
    minimum: 1,
    maximum: EXTRA_QUANTITY_MAX,
    description: 'Most pieces in one booking.',
  }),
  taxCodes: nullable(Type.Array(Type.String()), 'Taxes inside the price; null: all of the hotel.'),
  active: Type.Boolean(),
})

/** An extra on sale as guests see it. */
export const OfferedExtraSchema = named(
  'OfferedExtra',
  Type.Omit(ExtraSchema, ['taxCodes', 'active']),
)

/** The name of an extra by its code. */
const ExtraNameSchema = named('ExtraName', Type.Pick(ExtraSchema, ['code', 'name', 'translations']))

/** The names of all extras of a hotel. */
export const ExtraNamesSchema = Type.Array(ExtraNameSchema, { description: 'All it ever sold.' })

export const showExtraNames = (extras: readonly Extra[]) =>
  extras.map((extra) => show(ExtraNameSchema, extra))

export const showExtra = (extra: Extra) => show(ExtraSchema, extra)

/** Shows the extras that are on sale, as guests see them. */
export const showOfferedExtras = (extras: readonly Extra[]) =>
  extras.filter(({ active }) => active).map((extra) => show(OfferedExtraSchema, extra))

export const offeredExtraExample = {
  ...{ code: 'TRANSFER', name: 'Airport transfer', ...namesExample('Havalimanı transferi') },
  ...{ per: 'stay' as const, priceCents: 4_500, max: 4 },
} satisfies Static<typeof OfferedExtraSchema>

export const extraExample = {
  ...offeredExtraExample,
  ...{ taxCodes: null, active: true },
} satisfies Static<typeof ExtraSchema>
