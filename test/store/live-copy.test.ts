import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyLive } from '../../src/store/sqlite/live-copy.ts'
import { followLog, TrackLost } from '../../src/store/sqlite/log-follower.ts'
import { temporaryFolder } from '../support/folder.ts'

// The copy of a database that is written, checkpointed and begun anew while it is copied (issue 37, scheduled backups).

const PAGE = 4_096
const KEPT_LOG = 50_000_000
const open: number[] = []
afterEach(() => {
  for (const handle of open.splice(0)) closeSync(handle)
})

/** A database whose every commit raises the same count in three tables, on pages far apart. */
function scene({ rows = 400, logLimit = KEPT_LOG } = {}) {
  const folder = temporaryFolder()
  const file = join(folder.path, 'a.db')
  const database = new Database(file, { create: true, readwrite: true })
  for (const pragma of ['journal_mode = wal', 'synchronous = off', 'wal_autocheckpoint = 0'])
    database.run(`pragma ${pragma}`)
  database.run(`pragma journal_size_limit = ${logLimit}`)
  database.run('create table first (id integer primary key, n integer not null, filler blob)')
  database.run('create index first_n on first (n)')
  database.run('begin')
  for (let row = 0; row < rows; row++)
    database.run('insert into first (n, filler) values (0, randomblob(3000))')
  database.run('commit')
  database.run('create table last (n integer not null)')
  database.run('insert into last values (0)')
  let commits = 0
  const write = (end = 'commit') => {
    const n = commits + 1
    database.run('begin immediate')
    database.run('update first set n = ?, filler = randomblob(3000) where id = ?', [
      n,
      1 + (n % rows),
    ])
    database.run('insert into first (n, filler) values (?, randomblob(500))', [n])
    database.run('update last set n = ?', [n])
    database.run(end)
    if (end === 'commit') commits = n
  }
  const follow = () => {
    const pages = new Map<number, Uint8Array>()
    const [log, index] = ['-wal', '-shm'].map((end) => openSync(file + end, 'r'))
    open.push(log!, index!)
    const catchUp = followLog({ log: log!, index: index!, pageSize: PAGE }, (page, content) =>
      pages.set(page, content),
    )
    return { pages, catchUp }
  }
  return {
    ...{ file, database, write, follow, commits: () => commits },
    copy: join(folder.path, 'copy.db'),
    checkpoint: (kind = 'passive') => database.run(`pragma wal_checkpoint(${kind})`),
    [Symbol.dispose]() {
      database.close()
      folder[Symbol.dispose]()
    },
  }
}

/** What a file would be with some pages over it. */
function withPages(before: Buffer, pages: ReadonlyMap<number, Uint8Array>, count: number): Buffer {
  const file = Buffer.alloc(count * PAGE)
  before.copy(file)
  for (const [page, content] of pages) file.set(content, (page - 1) * PAGE)
  return file
}

test.each([
  ['all pages of the log wait in memory', undefined],
  ['few of them do', 8],
])(
  'a copy made while others write is the database as of one commit after its begin, and sound: %s',
  async (_, newerMax) => {
    using at = scene({ rows: 4_000 })
    at.checkpoint()
    let isOver = false
    let begun = 0
    const writing = (async () => {
      for (let n = 1; !isOver; n++) {
        at.write(n % 7 === 0 ? 'rollback' : 'commit')
        if (n % 100 === 0) {
          at.checkpoint()
          begun++
        }
        // The copy looks into the log every 20 ms, in the same process: several times before it is begun anew.
        await Bun.sleep(1)
      }
    })()
    while (begun < 3) {
      const before = at.commits()
      expect(await copyLive(at.file, at.copy, newerMax)).toBeTrue()
      using copy = new Database(at.copy, { readonly: true })
      const found = copy
        .query('select (select n from last) last, (select max(n) from first) first')
        .get() as { last: number; first: number }
      expect(found.last).toBe(found.first)
      expect(found.last).toBeWithin(before, at.commits() + 1)
      expect(copy.query('pragma integrity_check').values()).toEqual([['ok']])
      expect(copy.query('pragma journal_mode').values()).toEqual([['delete']])
      rmSync(at.copy)
    }
    isOver = true
    await writing
  },
  60_000,
)

test('commits whose log was begun anew are read from what is left of it, and rolled back pages are not', () => {
  using at = scene()
  at.checkpoint()
  const before = readFileSync(at.file)
  const { pages, catchUp } = at.follow()
  at.write()
  catchUp()
  for (let n = 0; n < 5; n++) at.write()
  // Pages of a transaction that outgrows the cache stand in the log before it ends.
  at.database.run('pragma cache_size = 10')
  at.database.run('begin immediate')
  at.database.run('update first set filler = zeroblob(3000)')
  at.database.run('rollback')
  at.checkpoint()
  at.write()
  const last = catchUp()
  at.checkpoint('truncate')
  expect(withPages(before, pages, last.pages).equals(readFileSync(at.file))).toBeTrue()
})

test.each([
  ['is cut off', { logLimit: 0 }, 1],
  ['is written over', { logLimit: KEPT_LOG }, 300],
])('a log that %s before it was read is noticed', (_, options, commits) => {
  using at = scene(options)
  const { catchUp } = at.follow()
  catchUp()
  for (let n = 0; n < 5; n++) at.write()
  at.checkpoint()
  for (let n = 0; n < commits; n++) at.write()
  expect(catchUp).toThrow(TrackLost)
})

test('a database without a log, and one that nobody has open, are left to SQLite or copied', async () => {
  using at = scene()
  at.write()
  at.checkpoint('truncate')
  expect(await copyLive(at.file, at.copy)).toBeTrue()
  expect(await copyLive(at.copy, `${at.copy}.again`)).toBeFalse()
})
