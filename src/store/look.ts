import { Database, SQLiteError } from 'bun:sqlite'

/** Reads a database without changing it. @throws Error one clear line when it is none, or is damaged there */
export function lookInto<T>(file: string, read: (database: Database) => T): T {
  const database = openReadonly(file)
  try {
    return read(database)
  } catch (error) {
    if (error instanceof SQLiteError) throw new Error(`${file} is damaged: ${error.message}`)
    throw error
  } finally {
    database.close()
  }
}

/** @throws Error one clear line when the file is not a database */
export function openReadonly(file: string): Database {
  let database: Database | undefined
  try {
    database = new Database(file, { readonly: true })
    database.query('select 1 from sqlite_master limit 1').all()
    return database
  } catch (error) {
    database?.close()
    throw new Error(`${file} cannot be read as a database: ${(error as Error).message}`)
  }
}

/** Names of the migrations a database has had, in order; empty for one that is not ours. */
export function appliedMigrations(database: Database): string[] {
  const isThere = textColumn(
    database,
    `select name from sqlite_master where name = '__drizzle_migrations'`,
  )
  if (isThere.length === 0) return []
  return textColumn(database, 'select name from __drizzle_migrations order by id')
}

/** The tables of a database but those that SQLite keeps for itself. */
export function tableNames(database: Database): string[] {
  const names = textColumn(database, `select name from sqlite_master where type = 'table'`)
  return names.filter((name) => !name.startsWith('sqlite_'))
}

/** The first column of every row, as text. */
export function textColumn(database: Database, query: string): string[] {
  return database
    .query(query)
    .values()
    .map(([value]) => String(value))
}
