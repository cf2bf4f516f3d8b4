import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { insertRoomType } from '../../src/store/catalog/catalog.ts'
import { upsertDays } from '../../src/store/days/availability.ts'
import { ANY } from '../../src/store/engine/versions.ts'
import { openStore } from '../../src/store/open.ts'
import { temporaryFolder } from '../support/folder.ts'
import { room } from '../support/service.ts'
import { sqliteDb } from '../support/sql.ts'
import { watchStatements } from '../support/statements.ts'
import { allDays, change, startStore } from '../support/store.ts'

// What is true of SQLite alone (house-style §2).

const MIGRATIONS = readdirSync(join(import.meta.dir, '../../migrations/sqlite')).toSorted()

const inspect = (file: string, query: string) => {
  const database = new Database(file, { readonly: true })
  try {
    return database.query(query).values().flat()
  } finally {
    database.close()
  }
}

const messageOf = async (body: () => Promise<unknown>): Promise<string> => {
  try {
    await body()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('every table of ours is STRICT (house-style §2)', async () => {
  await using test = await startStore()
  const tables = inspect(
    test.file,
    `select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0
       and name not like 'sqlite\\_%' escape '\\'`,
  )
  // The migrator makes its own table.
  expect(tables).toEqual(['__drizzle_migrations'])
  const values = [1, 'DBL', '2027-05-01', 'two', null, 0]
  const insert = sql`insert into day values (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
  const written = test.store.tx(async ({ db }) => void (await sqliteDb(db).run(insert)))
  expect((await Promise.allSettled([written]))[0].status).toBe('rejected')
})

test('the writer waits for the disk, checks references and logs ahead; the reader only reads (house-style §2)', async () => {
  await using test = await startStore()
  const { store } = test
  const pragma = (name: string) => sql.raw(`pragma ${name}`)
  const names = ['synchronous', 'foreign_keys', 'journal_mode']

  const writer = await store.tx(async ({ db }) =>
    names.map((name) => sqliteDb(db).get<Record<string, unknown>>(pragma(name))),
  )

  expect(writer).toEqual([{ synchronous: 2 }, { foreign_keys: 1 }, { journal_mode: 'wal' }])
  expect(sqliteDb(store.db).get<Record<string, unknown>>(pragma('query_only'))).toEqual({
    query_only: 1,
  })
  const orphan = store.tx((tx) => insertRoomType(tx, 404, room({ roomCode: 'DBL' })))
  expect((await Promise.allSettled([orphan]))[0].status).toBe('rejected')
})

test('the file of a closed database may go: that is no loss of it', async () => {
  const troubles: string[] = []
  const folder = temporaryFolder()
  const store = await openStore(join(folder.path, 'roomwire.db'), {
    onTrouble: (trouble) => troubles.push(trouble),
  })
  await store.close()
  folder[Symbol.dispose]()
  expect([store.breakdown(), troubles]).toEqual([undefined, []])
})

test('nobody is answered while another body of the same commit is still at work (house-style §2)', async () => {
  await using test = await startStore()
  const { store } = test
  const isAtWork = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const answered: string[] = []
  // The clock of the commit group stands still, so that both bodies are in it on a busy machine, too.
  using _clock = spyOn(performance, 'now').mockReturnValue(performance.now())

  const first = store.tx((tx) => upsertDays(tx, 1, [change('DBL', '2027-05-01')]))
  const second = store.tx(async () => {
    isAtWork.resolve()
    await gate.promise
  })
  const all = Promise.all([first.then(() => answered.push('first')), second])
  await isAtWork.promise
  await new Promise<void>((resolve) => setImmediate(resolve))

  expect(answered).toEqual([])
  expect(await test.daysSeenOutside()).toBe(0)
  gate.resolve()
  await all
  expect(answered).toEqual(['first'])
  expect(await test.daysSeenOutside()).toBe(1)
})

test('a full disk refuses the write that does not fit and no other, and all goes on when there is room again', async () => {
  await using test = await startStore()
  const { store } = test
  const days = Array.from({ length: 3_000 }, (_, n) => change(`R${n}`, '2027-05-01'))
  const limitPages = (pages: string) =>
    store.tx(async ({ db }) => void sqliteDb(db).get(sql.raw(`pragma max_page_count = ${pages}`)))
  await limitPages('1')

  const [big, small] = await Promise.allSettled([
    store.tx((tx) => upsertDays(tx, 1, days)),
    store.tx(async () => 'small'),
  ])

  expect(big).toMatchObject({
    status: 'rejected',
    reason: { code: 'unavailable', cause: { code: 'SQLITE_FULL' } },
  })
  expect(small).toEqual({ status: 'fulfilled', value: 'small' })
  expect(await test.daysSeenOutside()).toBe(0)
  await limitPages('1000000')
  await store.tx((tx) => upsertDays(tx, 1, days))
  expect(await test.daysSeenOutside()).toBe(3_000)
})

test('of bodies that share a commit one that fails half done leaves nothing, whichever of them it is (house-style §2)', async () => {
  const bodies = ['A', 'B', 'C', 'D']
  for (const failing of [['A'], ['B'], ['D'], ['A', 'B'], ['A', 'C', 'D'], bodies]) {
    using statements = watchStatements()
    await using test = await startStore()
    const { store } = test
    // The clock of the commit group stands still, so that all bodies are in it on a busy machine, too.
    using clock = spyOn(performance, 'now').mockReturnValue(performance.now())
    const outcomes: PromiseSettledResult<string>[] = []
    const seen = await statements.during(async () => {
      const all = bodies.map((name) =>
        store.tx(async (tx) => {
          await upsertDays(tx, 1, [change(name, '2027-05-01')])
          if (failing.includes(name)) throw new Error(name)
          return name
        }),
      )
      outcomes.push(...(await Promise.allSettled(all)))
    })
    clock.mockRestore()

    expect(outcomes.map((outcome) => outcome.status === 'rejected')).toEqual(
      bodies.map((name) => failing.includes(name)),
    )
    const kept = (await allDays(store, 1, ...bodies)).map(({ roomCode }) => roomCode)
    expect(kept).toEqual(bodies.filter((name) => !failing.includes(name)))
    // Those before the first that is kept have no savepoint, which would copy the pages that they change.
    const first = bodies.findIndex((name) => !failing.includes(name))
    const saved = first < 0 ? [] : bodies.slice(first + 1)
    expect(seen.filter((text) => text === 'savepoint body')).toHaveLength(saved.length)
    expect(seen.filter((text) => text === 'commit')).toHaveLength(1)
  }
})

test('a commit that fails is answered to everybody in it as unavailable, and nothing of it stays', async () => {
  await using test = await startStore()
  const { store } = test
  const versions = () => [ANY, 'days:1'].map(store.version)
  expect(versions()).toEqual([0, 0])
  // The clock of the commit group stands still, so that both bodies are in it on a busy machine, too.
  using clock = spyOn(performance, 'now').mockReturnValue(performance.now())
  const orphan = store.tx(async (tx) => {
    // Only the commit itself looks at references now, so it is the commit that fails.
    await sqliteDb(tx.db).run(sql`pragma defer_foreign_keys = on`)
    await insertRoomType(tx, 404, room({ roomCode: 'DBL' }))
  })
  const day = store.tx((tx) => upsertDays(tx, 1, [change('DBL', '2027-05-01')]))

  for (const call of await Promise.allSettled([orphan, day]))
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  clock.mockRestore()

  expect([await test.daysSeenOutside(), ...versions()]).toEqual([0, 0, 0])
  await store.tx((tx) => upsertDays(tx, 1, [change('DBL', '2027-05-01')]))
  expect(await test.daysSeenOutside()).toBe(1)
})

test('opening again changes nothing: migrations run once (issue 2)', async () => {
  await using test = await startStore()
  await test.store.tx((tx) => upsertDays(tx, 1, [change('DBL', '2027-05-01')]))
  await test.close()
  const look = () => [
    inspect(test.file, 'select name from __drizzle_migrations order by id'),
    inspect(test.file, 'select name || sql from sqlite_master where sql is not null'),
  ]
  const before = look()

  const reopened = await openStore(test.file)

  expect(await allDays(reopened, 1, 'DBL')).toHaveLength(1)
  await reopened.close()
  expect(look()).toEqual(before)
  expect(before[0]).toEqual(MIGRATIONS)
})

test('a closed store leaves one file behind, beside its lock', async () => {
  await using test = await startStore()
  await test.store.tx((tx) => upsertDays(tx, 1, [change('DBL', '2027-05-01')]))
  await test.close()

  const left = readdirSync(join(test.file, '..')).filter((name) => !name.includes('.lock'))
  expect(left).toEqual(['roomwire.db'])
})

test('a second store on the same file says who has it, and opens when the first is closed (issue 2)', async () => {
  await using test = await startStore()

  expect(await messageOf(() => openStore(test.file))).toBe(
    `another roomwire process is already using ${test.file}`,
  )
  await test.store.tx((tx) => upsertDays(tx, 1, [change('DBL', '2027-05-01')]))
  await test.close()
  const reopened = await openStore(test.file)
  expect(await allDays(reopened, 1, 'DBL')).toHaveLength(1)
  await reopened.close()
})

test('a process that is killed gives its lock back', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  const open = join(import.meta.dir, '../../src/store/open.ts')
  const script = `(await import(${JSON.stringify(open)})).openStore(${JSON.stringify(file)})
    console.log('open'); setInterval(() => {}, 1_000)`
  const holder = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
  try {
    for await (const _ of holder.stdout) break
    expect(await messageOf(() => openStore(file))).toMatch(
      /another roomwire process is already using/,
    )
  } finally {
    holder.kill('SIGKILL')
    await holder.exited
  }
  await (await openStore(file)).close()
})

test('a database of a newer version is refused by name and left as it is, time and again (issue 2)', async () => {
  await using test = await startStore()
  await test.close()
  const database = new Database(test.file)
  database.run(
    `insert into __drizzle_migrations (hash, created_at, name, applied_at)
       values ('', 0, '29990101000000_teleport', '')`,
  )
  database.close()
  const before = readFileSync(test.file)

  for (let time = 0; time < 2; time++)
    expect(await messageOf(() => openStore(test.file))).toMatch(
      /was written by a newer roomwire \(it knows 29990101000000_teleport/,
    )

  expect(readFileSync(test.file).equals(before)).toBe(true)
  // Looking at it may leave a log beside it, in which nothing stands.
  expect(Bun.file(`${test.file}-wal`).size).toBe(0)
})

test('a file that is no database of ours is refused with one clear line and left as it is', async () => {
  using folder = temporaryFolder()
  const text = join(folder.path, 'text.db')
  writeFileSync(
    text,
    'not a database, but long enough to have a header of a hundred bytes '.repeat(9),
  )
  const other = join(folder.path, 'other.db')
  const database = new Database(other)
  database.run('create table hotel (stars text)')
  database.close()
  const before = [text, other].map((file) => readFileSync(file))

  expect(await messageOf(() => openStore(text))).toBe(
    `${text} cannot be read as a database: file is not a database`,
  )
  expect(await messageOf(() => openStore(other))).toBe(`${other} is a database of another program`)

  for (const [index, file] of [text, other].entries()) {
    expect(readFileSync(file).equals(before[index]!)).toBe(true)
    expect(existsSync(`${file}-wal`)).toBe(false)
  }
})
