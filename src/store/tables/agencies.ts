import type { Kit } from './kit.ts'

/** The table of agencies, for the foreign keys of others. */
export type AgencyTable = ReturnType<typeof agencyTables>['agency']

/** Agencies, which book for their own customers. */
export const agencyTables = ({ table, serial, text, int, big, bool }: Kit) => ({
  agency: table('agency', {
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
  }),
})
