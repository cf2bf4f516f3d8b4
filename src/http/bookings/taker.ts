import type { User } from '../../domain/accounts/user.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import type { Visitor } from '../../domain/sites/site.ts'
import type { Taker } from '../../service/strangers/taking.ts'

/**
 * What somebody who books on the web is proven by: a site that proves, or an account whose address was proven, for that
 * address alone.
 */
export function takerOf(
  { user, email }: { user: User | undefined; email: string | null },
  { site, address }: Visitor,
): Taker {
  const isOwn = user?.isAddressProven === true && normalizeEmail(email ?? '') === user.email
  return { standing: site?.proves ? 'hotel' : isOwn ? 'mail' : 'none', site, address }
}
