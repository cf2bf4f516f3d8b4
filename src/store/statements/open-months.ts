// Open months: worked out from what stands in no statement.

import { firstDayOf, lastDayOf, type Month } from '../../domain/kernel/month.ts'
import {
  addAmounts,
  type ClosedMonths,
  firstTakenBy,
  openMonthOf,
} from '../../domain/statements/statement.ts'
import type { Handle } from '../engine/engine.ts'
import { listClocks } from './clock.ts'
import { listStatedMonths } from './statements.ts'
import {
  type Account,
  type StatementOwner,
  sumOpenAdjustments,
  sumUnstated,
  type UnstatedSum,
} from './unstated.ts'

/** The open months of some accounts with their sums, the latest month first. */
export async function listOpenMonths(
  handle: Handle,
  owner: StatementOwner,
): Promise<UnstatedSum[]> {
  const sums = [...(await sumUnstated(handle, owner)), ...(await sumOpenAdjustments(handle, owner))]
  const closedOf = await readClosedMonths(handle, owner, sums)
  const open = new Map<string, UnstatedSum>()
  for (const sum of sums) {
    const month = openMonthOf(sum.month, closedOf(sum))
    const key = `${month} ${keyOf(sum)}`
    const former = open.get(key)
    const added = former && {
      ...addAmounts(former, sum),
      lineCount: former.lineCount + sum.lineCount,
    }
    open.set(key, { ...sum, ...added, month })
  }
  return [...open.values()].toSorted(
    (a, b) =>
      b.month.localeCompare(a.month) ||
      a.hotelId - b.hotelId ||
      a.agencyId - b.agencyId ||
      a.currency.localeCompare(b.currency),
  )
}

/**
 * The first and the last month, by check-out, of what an open month takes, and their days.
 *
 * @param id the statement that takes it: an earlier month whose closing began after it keeps what is its own
 */
export async function findOpenSpan(handle: Handle, account: Account, until: Month, id?: number) {
  const closedOf = await readClosedMonths(handle, account, [account], id)
  const from = firstTakenBy(until, closedOf(account))
  return {
    months: { from, until },
    days: { from: firstDayOf(from), until: lastDayOf(until) },
  }
}

/** Reads the closed months of accounts. */
async function readClosedMonths(
  handle: Handle,
  owner: StatementOwner,
  accounts: readonly Account[],
  ownId?: number,
): Promise<(account: Account) => ClosedMonths> {
  const clocks = await listClocks(handle, [...new Set(accounts.map(({ hotelId }) => hotelId))])
  const stated = Map.groupBy(await listStatedMonths(handle, owner), keyOf)
  return (account) => {
    const own = stated.get(keyOf(account)) ?? []
    const later = ownId === undefined ? [] : own.filter(({ id }) => id > ownId)
    return {
      statements: new Set(own.map(({ month }) => month)),
      later: new Set(later.map(({ month }) => month)),
      clock: clocks.get(account.hotelId),
    }
  }
}

const keyOf = ({ hotelId, agencyId, currency }: Account) => `${hotelId} ${agencyId} ${currency}`
