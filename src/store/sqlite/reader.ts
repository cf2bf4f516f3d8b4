import { existsSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import pLimit from 'p-limit'
import type { Reader } from '../engine/engine.ts'
import { sqliteTables } from '../engine/schema.ts'
import { createLogRest } from './checkpoints.ts'
import { sqliteDialect } from './dialect.ts'
import { openQuietly } from './look.ts'

/**
 * Opens a file read-only, beside a process that may serve it; a snapshot keeps its log from being checkpointed for as
 * long as it lasts, and begins after one that is due.
 *
 * @throws Error one clear line if it is no database
 */
export function openSqliteReader(file: string): Pick<Reader, 'snapshot'> & { close: () => void } {
  if (!existsSync(file)) throw new Error(`there is no database at ${file}`)
  const { database, close } = openQuietly(file)
  const handle = { t: sqliteTables, dialect: sqliteDialect, db: drizzle({ client: database }) }
  const inTurn = pLimit(1)
  const rest = createLogRest(database)
  return {
    snapshot: (read) =>
      inTurn(async () => {
        await rest()
        database.run('begin')
        try {
          return await read(handle)
        } finally {
          database.run('rollback')
        }
      }),
    close,
  }
}
