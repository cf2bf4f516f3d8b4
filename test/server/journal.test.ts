import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createJournal } from '../../src/server/journal.ts'
import { book, sell } from '../support/bookings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { isOnPostgres } from '../support/postgres.ts'
import { runCommand, SOURCE } from '../support/process.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestService } from '../support/service.ts'
import { sqliteDb } from '../support/sql.ts'

// The journal beside the backups (issue 37, 5).

setDefaultTimeout(60_000)

/** A journal, its lines so far, and a new process that goes on with it. */
function journalOf({ context }: TestService, folder: string) {
  return {
    begin: () => createJournal(folder, 48, context),
    lines: (): Record<string, any>[] =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl'))
        .toSorted()
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
        .map((line) => JSON.parse(line)),
  }
}

/** The database as it is now, in a folder where the program finds it. */
function copyOf({ store }: TestService, folder: string): void {
  const [row] = sqliteDb(store.db).all<{ file: string }>(
    sql`select file from pragma_database_list where name = 'main'`,
  )
  mkdirSync(join(folder, 'data'), { recursive: true })
  using database = new Database(row!.file, { readonly: true })
  database.run('vacuum into ?', [join(folder, 'data/roomwire.db')])
}

test('the journal has what was committed since it began, once, across a restart; a restored backup lacks it by name', async () => {
  await using service = await startService()
  using folder = temporaryFolder()
  const at = join(folder.path, 'journal')
  const journal = journalOf(service, at)
  await sell(service)
  const known = (await book(service.call)).body.code
  let pass = journal.begin()
  await pass()
  expect(readdirSync(at)).toEqual(['place'])
  if (!isOnPostgres) copyOf(service, folder.path)

  const missed = (await book(service.call)).body.code
  await pass()
  await service.call('POST', `/v1/bookings/${missed}/cancel`, { body: {} })
  await sell(service, { nights: 3, priceCents: 12_300 })
  pass = journal.begin()
  await pass()
  await pass()
  const lines = journal.lines()
  const codes = lines.flatMap(({ booking }) => (booking ? [booking.code] : []))
  expect(new Set(codes)).toEqual(new Set([missed]))
  const seqs = lines.flatMap(({ seq }) => (seq ? [seq] : []))
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
  const days = lines.flatMap((line) => line.days ?? [])
  expect(days.filter(({ priceCents }) => priceCents === 12_300)).toHaveLength(3)
  expect(lines.find(({ pushId }) => pushId)).toMatchObject({ actorType: 'key' })

  if (isOnPostgres) return
  const setup = { folder: folder.path, program: SOURCE }
  const { stdout, exitCode } = await runCommand(['missing', 'journal'], setup)
  expect(exitCode).toBe(0)
  expect(stdout).toContain(`${missed}  confirmed  alfa  1 DBL  2027-04-01  2027-04-03  Carla`)
  expect(stdout).not.toContain(known)
  expect(stdout).toContain('1 bookings of the journal are not in the database')
  expect(stdout).toContain('alfa: 3 days were changed since')
})

test('sandboxes are no part of it, old files go, and a line cut off by a kill harms no other', async () => {
  await using service = await startService()
  using folder = temporaryFolder()
  const at = join(folder.path, 'journal')
  const journal = journalOf(service, at)
  const pass = journal.begin()
  await pass()
  writeFileSync(join(at, '2027-03-08T08Z.jsonl'), '')
  writeFileSync(join(at, '2027-03-08T10Z.jsonl'), '{"seq": 1')
  writeFileSync(join(at, 'notes.txt'), '')
  const sandbox = await openSandbox(service)
  await bookTest(sandbox)
  await pass()
  expect(readdirSync(at).toSorted()).toEqual([
    '2027-03-08T10Z.jsonl',
    '2027-03-10T09Z.jsonl',
    'notes.txt',
    'place',
  ])
  expect(readFileSync(join(at, '2027-03-10T09Z.jsonl'), 'utf8')).toBe('')
})

test('a booking is whole in the journal after a line that was cut off, and on a disk that writes a part', async () => {
  await using service = await startService()
  using folder = temporaryFolder()
  const at = join(folder.path, 'journal')
  const pass = journalOf(service, at).begin()
  await pass()
  const file = join(at, '2027-03-10T09Z.jsonl')
  writeFileSync(file, '{"seq":1,"at":"2027-03-10T09:')
  await sell(service)
  const { code } = (await book(service.call)).body
  const probe = await open(file)
  const { write } = probe
  using _ = spyOn(Object.getPrototypeOf(probe), 'write').mockImplementation(function (
    this: typeof probe,
    text: string,
  ) {
    return write.call(this, text.slice(0, 10))
  } as never)
  await probe.close()
  await pass()
  const [torn, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(torn).toBe('{"seq":1,"at":"2027-03-10T09:')
  expect(lines.map((line) => JSON.parse(line).booking?.code)).toContain(code)
})

test('a damaged place is told, and found anew from the lines: nothing is left out', async () => {
  await using service = await startService()
  using folder = temporaryFolder()
  const at = join(folder.path, 'journal')
  const journal = journalOf(service, at)
  await journal.begin()()
  await sell(service)
  const first = (await book(service.call)).body.code
  await journal.begin()()
  const place = Number(readFileSync(join(at, 'place'), 'utf8'))
  for (const damaged of ['', '12\u0000', 'NaN', '-1']) {
    const { code } = (await book(service.call)).body
    writeFileSync(join(at, 'place'), damaged)
    await journal.begin()()
    const codes = journal.lines().flatMap(({ booking }) => (booking ? [booking.code] : []))
    expect(codes).toContain(code)
    expect(codes).toContain(first)
  }
  expect(Number(readFileSync(join(at, 'place'), 'utf8'))).toBeGreaterThan(place)
  for (const file of readdirSync(at).filter((name) => name.endsWith('.jsonl')))
    writeFileSync(join(at, file), '')
  writeFileSync(join(at, 'place'), 'x')
  await journal.begin()()
  const all = journal.lines().flatMap(({ booking }) => (booking ? [booking.code] : []))
  expect(all).toContain(first)
})

test('an hour that is full is told once, has bookings and no days, and the next has them again', async () => {
  await using service = await startService()
  using folder = temporaryFolder()
  const told: [event: string, facts: unknown][] = []
  const tell = (event: string, facts: unknown) => void told.push([event, facts])
  const log = { ...service.context.log, warn: tell, info: tell }
  const pass = createJournal(folder.path, 48, { ...service.context, log })
  await pass()
  const file = join(folder.path, '2027-03-10T09Z.jsonl')
  writeFileSync(file, '')
  truncateSync(file, 512 * 1_048_576)
  for (const priceCents of [10_100, 10_200]) {
    await sell(service, { priceCents })
    await pass()
  }
  expect(told).toEqual([['journal_full', { file, hint: 'days are left out until the next hour' }]])
  expect(
    await Bun.file(file)
      .slice(512 * 1_048_576)
      .text(),
  ).not.toContain('"days"')

  service.clock.advance(3_600_000)
  await sell(service, { priceCents: 10_300 })
  await pass()
  const next = join(folder.path, '2027-03-10T10Z.jsonl')
  expect(told.slice(1)).toEqual([['journal_has_room', { file: next, after: file }]])
  expect(readFileSync(next, 'utf8')).toContain('"days"')
})

test('the place is on disk before it has its name, and its name before the pass ends', async () => {
  await using service = await startService()
  using folder = temporaryFolder()
  const pass = journalOf(service, folder.path).begin()
  await pass()
  await sell(service)
  const place = () => Number(readFileSync(join(folder.path, 'place'), 'utf8'))
  const before = place()
  const probe = await open(join(folder.path, 'place'))
  const prototype = Object.getPrototypeOf(probe)
  await probe.close()
  const atSync: number[] = []
  const { sync } = prototype
  using _ = spyOn(prototype, 'sync').mockImplementation(function (this: typeof probe) {
    atSync.push(place())
    return sync.call(this)
  } as never)
  await pass()
  expect(place()).toBeGreaterThan(before)
  expect(atSync).toEqual([before, place()])
})
