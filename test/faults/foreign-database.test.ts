import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { FUTURE_MIGRATION, markFileNewer, markNewer } from '../support/damage.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { filesIn, temporaryFolder } from '../support/folder.ts'
import { onlyLine, runCommand, startProcess } from '../support/process.ts'

setDefaultTimeout(120_000)

const program = shelvedBinary()

/** Every command that would write. */
const WRITERS = ['serve', 'demo', 'migrate']

test.each(WRITERS)(
  '%s refuses a database of a newer version in one line and leaves every byte of it (issue 2 §2)',
  async (command) => {
    using folder = temporaryFolder()
    await prepareDemo({ folder: folder.path, program })
    markFileNewer(join(folder.path, 'data/roomwire.db'))
    const before = filesIn(folder.path)

    const { exitCode, stderr, stdout } = await runCommand([command], {
      folder: folder.path,
      program,
    })
    expect(exitCode).toBe(1)
    expect(onlyLine(stderr)).toContain('was written by a newer roomwire')
    expect(onlyLine(stderr)).toContain(FUTURE_MIGRATION)
    expect(stdout).toBe('')
    expect(filesIn(folder.path)).toEqual(before)
  },
)

test('a newer database that was never closed is refused too, its log untouched (issue 2 §2)', async () => {
  using folder = temporaryFolder()
  const served = await startProcess(['demo'], { folder: folder.path, program })
  await served.stop('SIGKILL')
  const log = join(folder.path, 'data/roomwire.db-wal')
  expect(readFileSync(log).length).toBeGreaterThan(0)
  const newer = new Database(join(folder.path, 'data/roomwire.db'))
  markNewer(newer)
  // As a process that was killed leaves it: the mark is in the log only.
  const before = filesIn(folder.path)
  newer.close()
  for (const [path, bytes] of before) if (bytes) writeFileSync(join(folder.path, path), bytes)

  const { exitCode, stderr } = await runCommand(['serve'], { folder: folder.path, program })
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toContain('was written by a newer roomwire')
  expect(filesIn(folder.path)).toEqual(before)
})

test.each([
  ['a text', 'rooms and prices\n'.repeat(500)],
  ['a short text', 'rooms and prices\n'],
  ['a page of zeros', '\0'.repeat(8_192)],
  ['the head of a database and then something else', `SQLite format 3\0${'x'.repeat(8_176)}`],
])(
  '%s in the database’s place is refused in one line and left alone (contract §10)',
  async (_, text) => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'data/roomwire.db')
    mkdirSync(join(folder.path, 'data'))
    writeFileSync(file, text)
    for (const command of WRITERS) {
      const { exitCode, stderr } = await runCommand([command], { folder: folder.path, program })
      expect(exitCode).toBe(1)
      expect(onlyLine(stderr)).toContain(`${file} cannot be read as a database`)
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
    expect([...filesIn(folder.path).keys()]).toEqual(['data/roomwire.db'])
  },
)

test.each(['delete', 'wal'])(
  'the database of another program, with journal_mode %s, is refused in one line and left alone (contract §10)',
  async (mode) => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'other.db')
    const other = new Database(file)
    other.run(`pragma journal_mode = ${mode}`)
    other.run('create table guests (name text)')
    other.close()
    const before = filesIn(folder.path)
    expect([...before.keys()]).toEqual(['other.db'])
    const how = { folder: folder.path, program, env: { DATABASE_URL: file } }
    for (const command of [...WRITERS.map((each) => [each]), ['backup', 'copy.db']]) {
      const { exitCode, stderr } = await runCommand(command, how)
      expect(exitCode).toBe(1)
      expect(onlyLine(stderr)).toBe(`roomwire: ${file} is a database of another program`)
    }
    expect(filesIn(folder.path)).toEqual(before)
  },
)

test('a database by another name is the same one: a second process is refused (issue 2 §2)', async () => {
  using folder = temporaryFolder()
  await using _served = await startProcess(['serve'], { folder: folder.path, program })
  symlinkSync(join(folder.path, 'data/roomwire.db'), join(folder.path, 'link.db'))

  const { exitCode, stderr } = await runCommand(['migrate'], {
    folder: folder.path,
    program,
    env: { DATABASE_URL: join(folder.path, 'link.db') },
  })
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toContain('another roomwire process is already using')
})
