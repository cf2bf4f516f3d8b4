import { type Static, Type } from 'typebox'
import {
  COLLECTORS,
  GUARANTEE_TYPES,
  type PaymentTerms,
} from '../../domain/bookings/booking-details.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { Visitor } from '../../domain/sites/site.ts'
import { oneOf } from '../api/query.ts'
import { named, nullable } from '../api/schema.ts'
import { line, strictObject } from '../api/texts.ts'
import { type ActAccess, isOfAgency } from './booking-access.ts'

// The payment of a booking in bodies, and who may send it (contract-groups, *What a PMS needs of a booking*).

const GuaranteeBody = named(
  'NewGuarantee',
  strictObject({
    type: oneOf(...GUARANTEE_TYPES),
    reference: Type.Optional(line(200)),
    amountCents: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
)

/** The payment that a body names; `paidCents` is the sum of the desk's payments and in no body. */
export const paymentField = Type.Optional(
  named(
    'NewPayment',
    Type.Object(
      {
        collect: Type.Optional(oneOf(...COLLECTORS)),
        guarantee: Type.Optional(nullable(GuaranteeBody)),
      },
      {
        additionalProperties: false,
        description:
          'Sent by the hotel’s staff, agencies’ users and sites that prove their guests alone (403 `forbidden`). `collect: agency` is for bookings of agencies; once booked only the hotel’s staff change `collect`, until check-out. Never a card number.',
      },
    ),
  ),
)

type PaymentBody = Static<typeof paymentField>

/** Reads the payment that a body names; parts that it does not name are absent. */
export function readPayment(payment: PaymentBody | undefined): Partial<PaymentTerms> {
  const { collect, guarantee } = payment ?? {}
  return {
    ...(collect && { collect }),
    ...(guarantee !== undefined && { guarantee: guarantee && { ...BARE, ...guarantee } }),
  }
}

const BARE = { reference: null, amountCents: null }

/** The caller of an order, as far as it matters to its payment. */
type Orderer = { isStaff: boolean; agencyId: number | null } & Pick<Visitor, 'site'>

/** Checks who sends the payment of an order. @throws AppError `forbidden` */
export function checkOrderer(
  payment: PaymentBody | undefined,
  { isStaff, agencyId, site }: Orderer,
): void {
  if (!payment || isStaff || agencyId !== null) return
  if (!site?.proves) throw notTheirs()
  if (payment.collect === 'agency') throw notTheirs()
}

/**
 * Checks who changes the payment of a booking; `changedPayment` refuses another collector.
 *
 * @throws AppError `forbidden`
 */
export function checkPayer(
  payment: PaymentBody | undefined,
  access: Omit<ActAccess, 'actor'>,
  { site }: Pick<Visitor, 'site'>,
): void {
  if (!payment || access.caller !== 'guest') return
  if (!isOfAgency(access) && !site?.proves) throw notTheirs()
}

const notTheirs = () =>
  new AppError(
    'forbidden',
    'Only the hotel’s staff, agencies and sites that prove their guests may send payment.',
  )
