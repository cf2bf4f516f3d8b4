import type { Hotel } from '../../domain/catalog/catalog.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { type Month, monthOf } from '../../domain/kernel/month.ts'
import { findAgencyByCode } from '../../store/agencies/agencies.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { inHotel } from '../../store/engine/locks.ts'
import { listOpenMonths } from '../../store/statements/open-months.ts'
import {
  findStatementById,
  findStatementOf,
  insertStatement,
  type Statement,
} from '../../store/statements/statements.ts'
import type { UnstatedSum } from '../../store/statements/unstated.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { copyLines } from './copy-lines.ts'

/** The month to close: of an agency at a hotel, in a currency, with what its closer saw that is owed. */
type ClosedMonth = {
  hotel: Pick<Hotel, 'id' | 'slug' | 'timezone'>
  agencyCode: string
  month: Month
  currency: string
  expectedOwedCents: number | undefined
}

/**
 * Closes a month of an agency (contract-agencies, *Statement*): its first lines at once, the rest by the worker's pass
 * (`closeDueMonths`). A month that is closed stays as it is.
 *
 * @throws AppError `not_found`; `transition_invalid` before the month has ended and for one without lines;
 *   `revision_conflict` if another sum is owed by now
 */
export async function closeStatement(
  deps: Deps,
  actor: Actor,
  { hotel, agencyCode, month, currency, expectedOwedCents }: ClosedMonth,
): Promise<Statement> {
  return await inHotel(deps.store, hotel.id, async (tx) => {
    const agency = await findAgencyByCode(tx, agencyCode)
    if (!agency) throw new AppError('not_found', 'There is no such agency.')
    const account = { hotelId: hotel.id, agencyId: agency.id, currency }
    const known = await findStatementOf(tx, account, month)
    if (known) return known
    if (month >= monthOf(deps.today(hotel.timezone)))
      throw new AppError('transition_invalid', 'The month has not ended.')
    const months = await listOpenMonths(tx, { hotelId: hotel.id, agencyId: agency.id })
    const open = months.find((each) => each.month === month && each.currency === currency)
    if (!open) throw new AppError('transition_invalid', 'The month has no line.')
    if (expectedOwedCents !== undefined && expectedOwedCents !== open.owedCents)
      throw new AppError('revision_conflict', `What is owed is now ${open.owedCents}.`)
    const id = await beginClosing(tx, deps, { actor, hotel, agencyCode }, open)
    await copyLines(tx, deps, id)
    return (await findStatementById(tx, id))!
  })
}

/** Begins to close an open month, in a transaction that has the lock of its hotel. @returns the statement's id */
export async function beginClosing(
  tx: Tx,
  deps: Deps,
  {
    actor,
    hotel,
    agencyCode,
  }: { actor: Actor; hotel: Pick<Hotel, 'id' | 'slug'>; agencyCode: string },
  { hotelId, agencyId, currency, month, owedCents, lineCount }: UnstatedSum,
): Promise<number> {
  const startedAtMs = deps.nowMs()
  const id = await insertStatement(tx, { hotelId, agencyId, currency, month, startedAtMs })
  await audit(tx, deps, {
    ...{ entity: 'statement', entityId: `${hotel.slug}/${month}/${agencyCode}` },
    ...{ hotelId, actor, after: { currency, owedCents, lineCount } },
  })
  return id
}
