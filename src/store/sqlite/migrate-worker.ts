import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import type { Migration } from '../engine/migrations.ts'
import { sqliteError } from './breakdown.ts'
import { connectWriter } from './connect.ts'

declare const self: Worker

/** The file to migrate, and all migrations of this version. */
export type MigrateOrder = { file: string; migrations: Migration[] }
/** A statement begins; all are committed; or the failure that rolled them back, with SQLite's own code if it has one. */
export type MigrateNews =
  | 'statement'
  | 'committed'
  | { failure: string; code: string | undefined; stack: string | undefined }

const tell = (news: MigrateNews) => postMessage(news)

/** Migrates a database in one transaction, in a thread of its own: some statements take a minute. */
self.onmessage = ({ data: { file, migrations } }: MessageEvent<MigrateOrder>) => {
  try {
    using writer = connectWriter(file)
    migrate(drizzle({ client: writer, logger: { logQuery: () => tell('statement') } }), migrations)
    tell('committed')
  } catch (error) {
    const { message, stack } = error as Error
    const cause = sqliteError(error)
    tell({ failure: cause?.message ?? message, code: cause?.code, stack })
  }
}
