import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { MIGRATIONS } from '../../src/store/sqlite/refuse.ts'
import { shelvedBinary } from '../support/binary.ts'
import { temporaryFolder } from '../support/folder.ts'
import { runCommand, startProcess } from '../support/process.ts'

setDefaultTimeout(120_000)

const program = shelvedBinary()

/** Rows whose migration takes a second or more. */
const ENTRIES = 60_000
/** The longest time without any answer while the database is migrated: half a second on a machine that has the time. */
const GAP_MS_MAX = 3_000

/** A database of the first version, with a long history of days. */
function makeOld(folder: string): void {
  mkdirSync(join(folder, 'data'))
  using database = new Database(join(folder, 'data/roomwire.db'), { create: true })
  database.run('pragma journal_mode = WAL')
  migrate(drizzle({ client: database }), MIGRATIONS.slice(0, 1))
  database.run(`with recursive "entry" ("at") as (
      select 0 union all select "at" + 1 from "entry" where "at" < ${ENTRIES - 1}
    ) insert into "day_history"
    ("hotel_id", "room_code", "date", "change_seq", "available", "closed")
    select 1, 'R' || ("at" % 50), date('2020-01-01', ("at" % 2000) || ' days'), "at", 1, 0 from "entry"`)
}

function freePort(): number {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  return port!
}

type Answered = {
  status: number
  code: string | undefined
  secondsLeft?: number
  retryAfter: number
  atMs: number
}

/** Asks for health again and again until it is 200. @returns every answer */
async function askUntilWell(port: number): Promise<Answered[]> {
  const answers: Answered[] = []
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/health`).catch(() => undefined)
    if (answer) {
      const { code, secondsLeft } = (await answer.json()) as Pick<Answered, 'code' | 'secondsLeft'>
      const retryAfter = Number(answer.headers.get('retry-after'))
      const atMs = performance.now()
      answers.push({
        ...{ status: answer.status, code, retryAfter, atMs },
        ...(secondsLeft && { secondsLeft }),
      })
      if (answer.status === 200) return answers
    }
    await Bun.sleep(10)
  }
}

/** Opens the panel as a browser does, as soon as anything answers. */
async function openWhileMigrating(port: number): Promise<string> {
  for (;;) {
    const headers = { accept: 'text/html' }
    const page = await fetch(`http://127.0.0.1:${port}/panel`, { headers }).catch(() => undefined)
    if (page) return await page.text()
    await Bun.sleep(5)
  }
}

test('an upgrade of a large file answers everything from its first second on, 503 with the seconds, then as ever (issue 35)', async () => {
  using folder = temporaryFolder()
  makeOld(folder.path)
  const port = freePort()
  const setup = { folder: folder.path, program, env: { PORT: String(port) } }
  const asking = askUntilWell(port)
  const opened = openWhileMigrating(port)
  await using served = await startProcess(['serve'], setup)
  const answers = await asking

  const refused = answers.slice(0, -1)
  expect(refused.length).toBeGreaterThan(10)
  expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['503 migrating']),
  )
  expect(refused.at(-1)!.secondsLeft).toBeGreaterThan(0)
  for (const { retryAfter, secondsLeft = 5 } of refused)
    expect(retryAfter).toBe(Math.min(60, secondsLeft))
  const gaps = answers.slice(1).map(({ atMs }, index) => atMs - answers[index]!.atMs)
  expect(Math.max(...gaps)).toBeLessThan(GAP_MS_MAX)
  expect(served.stderr()).toContain('"event":"upgrade_done"')
  expect(await opened).toContain('<meta http-equiv="refresh"')
})

/** Asks a thousand times a second from the first answer to the first 200. @returns the errors of connections */
async function askWithoutRest(port: number): Promise<string[]> {
  const errors: string[] = []
  const asked: Promise<void>[] = []
  let answers = 0
  let isWell = false
  const ask = async () => {
    try {
      const { status } = await fetch(`http://127.0.0.1:${port}/v1/health`, { keepalive: false })
      answers++
      isWell ||= status === 200
    } catch (error) {
      if (answers > 0) errors.push((error as { code: string }).code)
    }
  }
  while (!isWell) {
    asked.push(ask())
    await Bun.sleep(1)
  }
  await Promise.all(asked)
  return errors
}

test('no connection is refused or reset at the end of an upgrade (issue 35)', async () => {
  using folder = temporaryFolder()
  makeOld(folder.path)
  const port = freePort()
  const asking = askWithoutRest(port)
  await using _served = await startProcess(['serve'], {
    ...{ folder: folder.path, program, env: { PORT: String(port) } },
  })
  expect(await asking).toEqual([])
})

test('an upgrade that is killed leaves the old database, which the next start migrates whole (issue 35)', async () => {
  using folder = temporaryFolder()
  makeOld(folder.path)
  const port = freePort()
  const setup = { folder: folder.path, program, env: { PORT: String(port) } }
  const child = Bun.spawn([...(await program), 'serve'], {
    ...{ cwd: folder.path, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
    env: { PATH: process.env.PATH!, HOME: folder.path, PORT: String(port) },
  })
  while (!(await fetch(`http://127.0.0.1:${port}/v1/health`).catch(() => undefined)))
    await Bun.sleep(5)
  child.kill('SIGKILL')
  await child.exited

  const namesIn = () => {
    using database = new Database(join(folder.path, 'data/roomwire.db'))
    return database.query('select name from __drizzle_migrations').values().length
  }
  expect(namesIn()).toBe(1)
  expect((await runCommand(['migrate'], setup)).exitCode).toBe(0)
  expect(namesIn()).toBe(MIGRATIONS.length)
})
