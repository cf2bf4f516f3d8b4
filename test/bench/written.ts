import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { inFull } from '../../src/domain/bookings/stored-record.ts'

/** Rows of a table that contenders wrote, and columns that each makes up itself. */
export type WrittenTable = { table: string; where?: string; madeUp: readonly string[] }

/** What each makes up within a text: codes, ids and instants. */
const MADE_UP = /"(?:code|id|manageToken)":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z/g
/** Tables that only background work of the service writes. */
const BACKGROUND = [
  ...['meta', 'service_sum', 'booking_word', 'statement_clock', 'sqlite_sequence'],
  ...['packed_hotel', 'packed_days'],
]

/**
 * Compares all columns of what the contenders wrote, whatever its order, and how many rows every other table has.
 *
 * @throws Error naming the table when they did not write the same: then their times cannot be compared
 */
export function expectSameRows(folders: readonly string[], written: readonly WrittenTable[]): void {
  const [ours, ...others] = folders.map((folder) => contentsOf(folder, written))
  for (const [index, theirs] of others.entries())
    for (const [table, rows] of ours!) {
      const differing = firstDifference(rows, theirs.get(table)!)
      if (differing)
        throw new Error(
          `the databases differ in ${table}: ours, then that of contender ${index + 2}\n${differing.join('\n')}`,
        )
    }
}

/** The rows by table as sorted texts; of a table that nobody says anything about its number of rows. */
function contentsOf(folder: string, written: readonly WrittenTable[]): Map<string, string[]> {
  const database = new Database(join(folder, 'roomwire.db'), { readonly: true })
  const rowsOf = ({ table, where = 'true', madeUp }: WrittenTable) => {
    const columns = database
      .query<{ name: string }, []>(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name)
      .filter((name) => !madeUp.includes(name))
    const told = (value: unknown, index: number) =>
      typeof value !== 'string'
        ? value
        : withoutMadeUp(columns[index] === 'snapshot' ? inFull(value) : value)
    return database
      .query(`select ${columns} from "${table}" where ${where}`)
      .values()
      .map((row) => JSON.stringify(row.map(told)))
      .sort()
  }
  const tables = database
    .query<{ name: string }, []>(`select name from sqlite_schema where type = 'table' order by 1`)
    .all()
    .map(({ name }) => name)
  const contents = tables
    .filter((name) => !BACKGROUND.includes(name))
    .map((name): [string, string[]] => {
      const about = written.find(({ table }) => table === name)
      return [name, about ? rowsOf(about) : [countOf(database, name)]]
    })
  database.close()
  return new Map(contents)
}

/** A text without what its writer makes up. */
export const withoutMadeUp = (text: string) => text.replace(MADE_UP, '…')

const countOf = (database: Database, table: string) =>
  String(database.query(`select count(*) from "${table}"`).values())

function firstDifference(ours: readonly string[], theirs: readonly string[]) {
  const at = Array.from({ length: Math.max(ours.length, theirs.length) }).findIndex(
    (_, index) => ours[index] !== theirs[index],
  )
  return at < 0 ? undefined : [ours[at] ?? 'no such row', theirs[at] ?? 'no such row']
}
