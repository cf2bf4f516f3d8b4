import { accountTables } from '../tables/accounts.ts'
import { agencyTables, termsTables } from '../tables/agencies.ts'
import { allotmentTables } from '../tables/allotments.ts'
import { apiKeyTables } from '../tables/api-keys.ts'
import { bookingTables } from '../tables/bookings.ts'
import { catalogTables } from '../tables/catalog.ts'
import { dayTables } from '../tables/days.ts'
import { deskTables } from '../tables/desk.ts'
import { extraTables } from '../tables/extras.ts'
import { historyTables } from '../tables/history.ts'
import { type Kit, postgresKit, sqliteKit } from '../tables/kit.ts'
import { mailTables } from '../tables/mails.ts'
import { packedTables } from '../tables/packed.ts'
import { photoTables } from '../tables/photos.ts'
import { rateTables } from '../tables/rates.ts'
import { replayTables } from '../tables/replays.ts'
import { reviewTables } from '../tables/reviews.ts'
import { sandboxTables } from '../tables/sandbox.ts'
import { signInTables } from '../tables/sign-in.ts'
import { siteTables } from '../tables/sites.ts'
import { statementTables } from '../tables/statements.ts'
import { strangerTables } from '../tables/strangers.ts'
import { sumTables } from '../tables/sums.ts'
import { webhookTables } from '../tables/webhooks.ts'

/** Every table once, in foreign-key order, in the dialect of the kit. */
function define(kit: Kit) {
  const { table, text } = kit
  const catalog = catalogTables(kit)
  const agencies = agencyTables(kit)
  const accounts = accountTables(kit, { ...catalog, ...agencies })
  return {
    meta: table('meta', { key: text('key').primaryKey(), value: text('value').notNull() }),
    ...catalog,
    ...photoTables(kit),
    ...rateTables(kit, catalog),
    ...extraTables(kit, catalog),
    ...dayTables(kit),
    ...apiKeyTables(kit, catalog),
    ...sandboxTables(kit),
    ...agencies,
    ...allotmentTables(kit),
    ...termsTables(kit, { ...catalog, ...agencies }),
    ...accounts,
    ...signInTables(kit),
    ...bookingTables(kit, { ...catalog, ...agencies, ...accounts }),
    ...deskTables(kit),
    ...statementTables(kit),
    ...reviewTables(kit, catalog),
    ...replayTables(kit),
    ...sumTables(kit),
    ...siteTables(kit),
    ...strangerTables(kit),
    ...webhookTables(kit, catalog),
    ...mailTables(kit),
    ...historyTables(kit),
    ...packedTables(kit),
  }
}

/** All tables by name. The types are those of SQLite for both engines (`postgresKit`). */
export type Tables = ReturnType<typeof define>

/** The tables of SQLite. */
export const sqliteTables: Tables = define(sqliteKit)

let ofPostgres: Tables | undefined

/** The same tables in PostgreSQL. A start on SQLite needs none of them, and to make them is 5 % of its work. */
export function postgresTables(): Tables {
  ofPostgres ??= define(postgresKit)
  return ofPostgres
}
