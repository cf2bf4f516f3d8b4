import { findAgency } from '../agencies/agencies.ts'
import { findHotel } from '../catalog/catalog.ts'
import type { Handle } from '../engine/engine.ts'
import { findStatement } from '../statements/statements.ts'

/** The data from which a mail about a closed statement is written. */
export type StatementMailData = NonNullable<Awaited<ReturnType<typeof findStatementMailData>>>

/** The data of a mail about the statement of a number; undefined if there is none. */
export async function findStatementMailData(handle: Handle, number: string) {
  const statement = await findStatement(handle, number)
  if (!statement) return undefined
  const hotel = (await findHotel(handle, statement.hotelId))!
  const agency = (await findAgency(handle, statement.agencyId))!
  return { statement, hotel, agency, number }
}
