import { type HotelTable, hotelKey } from './catalog.ts'
import type { Kit } from './kit.ts'

/** The table of agencies, for the foreign keys of others. */
export type AgencyTable = ReturnType<typeof agencyTables>['agency']

/** Agencies, which book for their own customers. */
export const agencyTables = (kit: Kit) => ({
  agency: agencyTable(kit),
})

const agencyTable = ({ table, serial, text, int, big, bool }: Kit) =>
  table('agency', {
    id: serial('id'),
    /** Upper case; bookings show it as `source.agencyCode`. */
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The commission in basis points: 1,000 is 10 % of a booking's total. */
    commissionBasisPoints: int('commission_basis_points').notNull(),
    /** Days that its options may last; 0: holds of 15 minutes alone. */
    optionDays: int('option_days').notNull().default(0),
    active: bool('active').notNull(),
    createdAtMs: big('created_at_ms').notNull(),
    /** Printed on its papers, as are `address`, `phone` and the logo; null: not said. */
    licenceNumber: text('licence_number'),
    address: text('address'),
    phone: text('phone'),
    logoId: text('logo_id'),
    /** The agency admits its people with a second factor only. */
    secondFactorRequired: bool('second_factor_required').notNull().default(false),
  })

/** The terms of agencies at hotels, and what each owes there (contract-agencies). */
export function termsTables(
  kit: Kit,
  { hotel, agency }: { hotel: HotelTable; agency: AgencyTable },
) {
  const { table, text, int, big, bool, pk, index } = kit
  return {
    agencyTerms: table(
      'agency_terms',
      {
        hotelId: hotelKey(kit, hotel),
        agencyId: int('agency_id')
          .notNull()
          .references(() => agency.id),
        /** Null: the agency's own. */
        commissionBp: int('commission_bp'),
        /** JSON list of the rates that are the agency's to sell. */
        rateCodes: text('rate_codes').notNull(),
        /** Null: the agency's own. */
        optionDays: int('option_days'),
        paymentDays: int('payment_days').notNull(),
        guestActs: bool('guest_acts').notNull(),
        stopSale: bool('stop_sale').notNull(),
        /** Null: no limit. */
        creditLimitCents: big('credit_limit_cents'),
        active: bool('active').notNull(),
        /** Moved with every booking and payment, under the hotel's lock. */
        owedCents: big('owed_cents').notNull().default(0),
      },
      (t) => [
        pk({ columns: [t.hotelId, t.agencyId] }),
        index('agency_terms_agency').on(t.agencyId, t.hotelId),
      ],
    ),
  }
}
