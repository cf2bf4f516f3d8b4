import type { PostgresTarget } from '../postgres/pool.ts'
import type { Row } from './lines.ts'
import type { CopiedTable } from './tables.ts'

/** Where a database is: a SQLite file, or a PostgreSQL server. */
export type DatabaseLocation = string | PostgresTarget

/** Rows, and the same as lines of `COPY`. */
export type CopyPage = { rows: readonly Row[]; lines: readonly string[] }

/** One of the two databases, in a transaction that sees one state of it. */
export type CopySide = {
  count: (table: CopiedTable) => Promise<number>
  /** Every row, in pages. */
  rows: (table: CopiedTable) => AsyncGenerator<readonly Row[]>
  /** The highest number that the engine has counted up to, be its row there or not; 0: none yet. */
  lastNumber: (table: CopiedTable) => Promise<number>
}

/** The one that is filled; nothing of it stays unless all of it does. */
export type CopyTarget = CopySide & {
  load: (table: CopiedTable, pages: AsyncIterable<CopyPage>) => Promise<void>
  /** Has the engine go on counting after this number. */
  setLastNumber: (table: CopiedTable, last: number) => Promise<void>
}
