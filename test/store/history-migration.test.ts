import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { openStore } from '../../src/store/open.ts'
import { temporaryFolder } from '../support/folder.ts'

/** The last migration of the databases whose history is found by an index. */
const LAST_BEFORE = '20261122135935_penalties'
const CHANGES = 60

/** Days of two hotels that have the same codes and dates, some of a rate. */
const CELLS = [1, 2].flatMap((hotelId) =>
  ['DBL', 'SGL'].flatMap((roomCode) =>
    ['2027-04-01', '2027-04-02', '2027-04-03'].flatMap((date) =>
      [null, 'FLEX', 'NRF'].map((rateCode) => ({ hotelId, roomCode, date, rateCode })),
    ),
  ),
)
type Cell = (typeof CELLS)[number]

test('history that stood before is one chain a day, oldest to newest, of days of rates too (contract §2)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  const seqsOf = writeOldDatabase(file)
  await (await openStore(file)).close()
  using database = new Database(file, { readonly: true })
  for (const cell of CELLS) {
    const seqs = seqsOf.get(cell)!
    const of = cell.rateCode === null ? 'day' : 'rate_day'
    const isOfCell = `hotel_id = ${cell.hotelId} and room_code = '${cell.roomCode}' and date = '${cell.date}'
      ${cell.rateCode === null ? '' : `and rate_code = '${cell.rateCode}'`}`
    const [day] = database.query(`select last_seq from ${of} where ${isOfCell}`).values()
    const entries = database
      .query(`select change_seq, prev_seq from ${of}_history where ${isOfCell} order by change_seq`)
      .values()
    expect({ cell, day, entries }).toEqual({
      cell,
      day: [seqs.at(-1) ?? null],
      entries: seqs.map((seq, index) => [seq, seqs[index - 1] ?? null]),
    })
  }
  expect([...seqsOf.values()].some((seqs) => seqs.length === 0)).toBeTrue()
})

/** A database as the version before left it. @returns the changes of each cell */
function writeOldDatabase(file: string): Map<Cell, number[]> {
  using database = new Database(file, { create: true })
  const older = readMigrations('sqlite').filter(({ name }) => name <= LAST_BEFORE)
  migrate(drizzle({ client: database }), older)
  const seqsOf = new Map<Cell, number[]>(CELLS.map((cell) => [cell, []]))
  const insert = (cell: Cell, seq?: number) => {
    const { hotelId, roomCode, date, rateCode } = cell
    const row: Record<string, string | number> = {
      ...{ hotel_id: hotelId, room_code: roomCode, date, closed: 0 },
      ...(rateCode === null ? { available: 1 } : { rate_code: rateCode }),
      ...(seq === undefined ? {} : { change_seq: seq }),
    }
    const table = `${rateCode === null ? 'day' : 'rate_day'}${seq === undefined ? '' : '_history'}`
    const names = Object.keys(row)
    database
      .query(`insert into ${table} (${names}) values (${names.map(() => '?')})`)
      .run(...Object.values(row))
  }
  for (const cell of CELLS) insert(cell)
  for (let seq = 1; seq <= CHANGES; seq++)
    for (const [index, cell] of CELLS.entries()) {
      // A change is of one hotel; of some cells there is none.
      if (index === 0 || cell.hotelId !== (seq % 2) + 1 || (seq * 7 + index * 3) % 5 > 1) continue
      insert(cell, seq)
      seqsOf.get(cell)!.push(seq)
    }
  return seqsOf
}
