import type { PostgresTarget } from '../postgres/pool.ts'
import type { Row } from './lines.ts'
import type { CopiedTable } from './tables.ts'

/** Location of a database: a SQLite file or a PostgreSQL server. */
export type DatabaseLocation = string | PostgresTarget

/** Rows, and the same rows as lines of `COPY`. */
export type CopyPage = { rows: readonly Row[]; lines: readonly string[] }

/** A database in a transaction that sees one snapshot. */
export type CopySide = {
  count: (table: CopiedTable) => Promise<number>
  /** Every row, in pages. */
  rows: (table: CopiedTable) => AsyncGenerator<readonly Row[]>
  /** The highest number that the engine has issued, also for rows deleted since; 0 if none. */
  lastNumber: (table: CopiedTable) => Promise<number>
}

/** The database to fill: a copy keeps all of its rows or none. */
export type CopyTarget = CopySide & {
  /** Writes a booking's record as the engine keeps it. @param text as another engine keeps it */
  recordText: (text: string) => string
  load: (table: CopiedTable, pages: AsyncIterable<CopyPage>) => Promise<void>
  /** Makes the engine continue after this number. */
  setLastNumber: (table: CopiedTable, last: number) => Promise<void>
}
