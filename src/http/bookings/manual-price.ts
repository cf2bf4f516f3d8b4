import { type Static, Type } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import type { ManualPrice } from '../../domain/bookings/manual-price.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { PRICE_CENTS_MAX } from '../../domain/kernel/limits.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import { noManualPrice, type PriceRequest } from '../../service/bookings/manual-price.ts'
import { named } from '../api/schema.ts'
import { BodyDate, line, strictObject } from '../api/texts.ts'

const Price = Type.Integer({ minimum: 0, maximum: PRICE_CENTS_MAX })

/** A manual price, agreed by the hotel's staff. */
export const ManualPriceSchema = named(
  'ManualPrice',
  Type.Object(
    {
      priceCents: Type.Optional(Price),
      nightly: Type.Optional(
        Type.Array(strictObject({ date: BodyDate, priceCents: Price }), { maxItems: NIGHTS_MAX }),
      ),
      lessPercentBp: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
      reason: line(200),
    },
    {
      additionalProperties: false,
      description:
        'Price per room and night, as one of: `priceCents` for every night, `nightly`, or `lessPercentBp` off the rate’s price (rounded per night, halves up).',
    },
  ),
)

/**
 * Reads a manual price and its author.
 *
 * @param by a member of the hotel or an admin; undefined for any other caller
 * @throws AppError `forbidden`, `validation_failed`
 */
export function readManualPrice(
  body: Static<typeof ManualPriceSchema> | undefined,
  by: User | undefined,
): PriceRequest | null {
  if (!body) return null
  if (!by) throw noManualPrice()
  return { price: readPrice(body), by: { type: 'user', id: by.id } }
}

function readPrice({ reason, ...price }: Static<typeof ManualPriceSchema>): ManualPrice {
  const { priceCents, nightly, lessPercentBp } = price
  const fields = Object.keys(price)
  if (fields.length > 1)
    throw refused('/manualPrice', 'conflicting_fields', `Send only one of ${fields.join(', ')}.`)
  if (priceCents !== undefined) return { reason, priceCents }
  if (nightly !== undefined) return { reason, nightly }
  if (lessPercentBp !== undefined) return { reason, lessPercentBp }
  throw refused('/manualPrice', 'required', 'Needs `priceCents`, `nightly` or `lessPercentBp`.')
}
