import type { User } from '../../lib/session.ts'

/** True if a person may sell for the agency: confirm, change and cancel. */
export const maySell = ({ agencyRole }: Pick<User, 'agencyRole'>): boolean =>
  agencyRole !== 'agency_accounts'
