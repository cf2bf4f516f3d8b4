import type { Config } from '../config.ts'
import {
  recheckAllStatements,
  recountAdjusted,
  type WrongStatement,
} from '../service/statements/recheck-statements.ts'
import { openStore } from '../store/open.ts'
import type { Finding } from './finding.ts'
import { readPlaceNames } from './place-names.ts'

/**
 * Adds up statements and adjustments of bookings anew. What bookings carry of adjustments, and payments since, are put
 * right; a statement that its lines do not say is named and stays. It is safe while the service runs.
 */
export async function* checkStatementSums({
  database,
}: Pick<Config, 'database'>): AsyncGenerator<Finding> {
  const store = await openStore(database, { isBeside: true })
  try {
    const adjusted = await recountAdjusted({ store })
    const names = await readPlaceNames(store, adjusted)
    for (const { bookingCode, hotelId, keptCents, cents } of adjusted) {
      const line = `booking ${bookingCode} of hotel ${names.hotelOf(hotelId)} carried adjustments of ${keptCents} and has ${cents}; it was put right`
      yield { isWell: false, line }
    }
    const wrong = await recheckAllStatements({ store })
    const places = await readPlaceNames(
      store,
      wrong.map(({ statement }) => statement),
    )
    for (const each of wrong) yield { isWell: false, line: lineOf(each, places) }
    if (adjusted.length + wrong.length === 0)
      yield { isWell: true, line: 'statements of agencies are as their lines and adjustments say' }
  } finally {
    await store.close()
  }
}

function lineOf(
  { statement, lines, marked, isUnsound }: WrongStatement,
  { hotelOf, agencyOf }: Awaited<ReturnType<typeof readPlaceNames>>,
): string {
  const { number, hotelId, agencyId, month, owedCents, lineCount, paidSinceCents } = statement
  const title = number ?? `of ${month} that is closing`
  const name = `statement ${title} of agency ${agencyOf(agencyId)} at hotel ${hotelOf(hotelId)}`
  if (!isUnsound)
    return `${name} had ${paidSinceCents} paid since and its bookings say ${lines.paidSinceCents}; it was put right`
  const its = `${lineCount} lines and ${owedCents} owed`
  const found = `${lines.lineCount} lines, ${lines.owedCents} owed and ${marked} bookings`
  return `${name} says ${its}, but has ${found}; it stays as it is: adjust what is wrong`
}
