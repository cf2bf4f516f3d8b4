import { type AnyColumn, and, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { mailboxOf } from '../../domain/accounts/mailbox.ts'

/**
 * The condition that a row belongs to the mailbox of one of some folded addresses. Rows from a version that stored no
 * mailbox are matched by the spelling of their address.
 *
 * @param as a further condition on the rows that an index contains: SQLite looks for such an index in each half of the
 *   `or`
 */
export const isOfMailbox = (
  { address, mailbox }: { address: AnyColumn; mailbox: AnyColumn },
  addresses: readonly string[],
  as?: SQL,
) =>
  or(
    and(inArray(mailbox, [...new Set(addresses.map(mailboxOf))]), as),
    and(isNull(mailbox), inArray(address, [...addresses]), as),
  )
