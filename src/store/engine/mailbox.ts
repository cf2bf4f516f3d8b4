import { type AnyColumn, and, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { mailboxOf } from '../../domain/accounts/mailbox.ts'

/**
 * Whether a row is to the mailbox of one of some folded addresses. Rows without one, of a version that did not say it, are
 * told by their spelling.
 *
 * @param as what else the rows are, where an index knows it: SQLite looks for one in each half
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
