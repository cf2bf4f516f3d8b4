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

/** The groups of tables; each is made when it is first called. */
function groupsOf(kit: Kit) {
  const { table, text } = kit
  const catalog = once(() => catalogTables(kit))
  const agencies = once(() => agencyTables(kit))
  const accounts = once(() => accountTables(kit, { ...catalog(), ...agencies() }))
  return {
    ...{ catalog, agencies, accounts },
    meta: once(() => ({
      meta: table('meta', { key: text('key').primaryKey(), value: text('value').notNull() }),
    })),
    photos: once(() => photoTables(kit)),
    rates: once(() => rateTables(kit, catalog())),
    extras: once(() => extraTables(kit, catalog())),
    days: once(() => dayTables(kit)),
    apiKeys: once(() => apiKeyTables(kit, catalog())),
    sandbox: once(() => sandboxTables(kit)),
    allotments: once(() => allotmentTables(kit)),
    terms: once(() => termsTables(kit, { ...catalog(), ...agencies() })),
    signIn: once(() => signInTables(kit)),
    bookings: once(() => bookingTables(kit, { ...catalog(), ...agencies(), ...accounts() })),
    desk: once(() => deskTables(kit)),
    statements: once(() => statementTables(kit)),
    reviews: once(() => reviewTables(kit, catalog())),
    replays: once(() => replayTables(kit)),
    sums: once(() => sumTables(kit)),
    sites: once(() => siteTables(kit)),
    strangers: once(() => strangerTables(kit)),
    webhooks: once(() => webhookTables(kit, catalog())),
    mails: once(() => mailTables(kit)),
    history: once(() => historyTables(kit)),
    packed: once(() => packedTables(kit)),
  }
}

/** Every table once, in foreign-key order, with its group. */
function tableGroups(kit: Kit) {
  const g = groupsOf(kit)
  return {
    meta: g.meta,
    ...{
      city: g.catalog,
      hotel: g.catalog,
      agreementText: g.catalog,
      board: g.catalog,
      roomType: g.catalog,
      roomBoard: g.catalog,
    },
    ...{ photo: g.photos, photoBytes: g.photos, photoWidth: g.photos, logo: g.photos },
    ...{ rate: g.rates, rateDay: g.rates, rateDayHistory: g.rates },
    extra: g.extras,
    ...{ day: g.days, change: g.days, dayHistory: g.days, push: g.days },
    ...{ vendor: g.apiKeys, apiKey: g.apiKeys },
    ...{ sandboxFault: g.sandbox, sandboxProof: g.sandbox },
    agency: g.agencies,
    ...{ allotment: g.allotments, agencyNight: g.allotments },
    agencyTerms: g.terms,
    ...{ user: g.accounts, userHotel: g.accounts, accountLink: g.accounts },
    ...{
      secondFactor: g.signIn,
      recoveryCode: g.signIn,
      session: g.signIn,
      knownPlace: g.signIn,
      device: g.signIn,
      passkey: g.signIn,
      passkeyChallenge: g.signIn,
    },
    ...{
      booking: g.bookings,
      bookingWord: g.bookings,
      bookingRevision: g.bookings,
      guestErasure: g.bookings,
    },
    ...{ bookingDesk: g.desk, bookingIdentity: g.desk, bookingPayment: g.desk, roomList: g.desk },
    ...{
      statement: g.statements,
      statementLine: g.statements,
      statementAdjustment: g.statements,
      statementClock: g.statements,
    },
    review: g.reviews,
    ...{ idempotency: g.replays, pushReplay: g.replays },
    ...{ hotelSum: g.sums, agencySum: g.sums, serviceSum: g.sums },
    site: g.sites,
    ...{
      strangerTake: g.strangers,
      shutMailbox: g.strangers,
      strangerHour: g.strangers,
      webCount: g.strangers,
    },
    ...{ outbox: g.webhooks, webhook: g.webhooks, delivery: g.webhooks, attempt: g.webhooks },
    mail: g.mails,
    ...{ audit: g.history, visit: g.history },
    ...{ packedHotel: g.packed, packedDays: g.packed },
  }
}

type Groups = ReturnType<typeof tableGroups>

/** All tables by name. The types are those of SQLite for both engines (`postgresKit`). */
export type Tables = {
  [Name in keyof Groups]: ReturnType<Groups[Name]>[Name & keyof ReturnType<Groups[Name]>]
}

/**
 * The tables in the dialect of the kit. A group is made when the first of its tables is used: all of them take a tenth of
 * a start, and the first requests need a third of them.
 */
function define(kit: Kit): Tables {
  const tables = {}
  for (const [name, group] of Object.entries<() => object>(tableGroups(kit)))
    Object.defineProperty(tables, name, {
      enumerable: true,
      get: () => group()[name as keyof object],
    })
  return tables as Tables
}

/** Returns what the first call of `make` returned. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The tables of SQLite. */
export const sqliteTables: Tables = define(sqliteKit)

let ofPostgres: Tables | undefined

/** The same tables in PostgreSQL. A start on SQLite needs none of them, and to make them is 5 % of its work. */
export function postgresTables(): Tables {
  ofPostgres ??= define(postgresKit)
  return ofPostgres
}
