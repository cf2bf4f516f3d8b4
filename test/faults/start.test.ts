import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { damageRoot, forgetNewestMigration } from '../support/damage.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { filesIn, temporaryFolder } from '../support/folder.ts'
import { onlyLine, runCommand, startProcess } from '../support/process.ts'

// A start says what is wrong, and changes nothing (issue 11).

setDefaultTimeout(120_000)

const program = shelvedBinary()
/** Every command that would write. */
const WRITERS = ['serve', 'demo', 'migrate']
const fileIn = (folder: string) => join(folder, 'data/roomwire.db')

type How = { program: string[]; env?: Record<string, string>; isServed?: boolean }

/** What a command says in its one line, having failed and left every file as it was, and none beside them. */
async function refusal(
  folder: string,
  command: string,
  { isServed = false, ...how }: How = { program },
) {
  // Who serves writes its log meanwhile.
  const look = () => (isServed ? [...filesIn(folder).keys()] : filesIn(folder))
  const before = look()
  const { exitCode, stderr, stdout } = await runCommand([command], { folder, ...how })
  expect(exitCode).toBe(1)
  expect(stdout).toBe('')
  expect(look()).toEqual(before)
  return onlyLine(stderr)
}

test('a damaged database is refused: where a table begins, without a table, cut off (issue 11)', async () => {
  using folder = temporaryFolder()
  await prepareDemo({ folder: folder.path, program })
  const file = fileIn(folder.path)
  const sound = readFileSync(file)
  const faults: Record<string, () => void> = {
    booking: () => damageRoot(file, 'booking'),
    day: () => damageRoot(file, 'day'),
    'no table review': () => drop(file, 'review'),
    'no table review before an upgrade': () => {
      drop(file, 'review')
      forgetNewestMigration(file)
    },
    malformed: () => truncateSync(file, sound.length >> 1),
  }
  for (const [what, inflict] of Object.entries(faults)) {
    writeFileSync(file, sound)
    inflict()
    for (const command of WRITERS) {
      const line = await refusal(folder.path, command)
      expect(line, what).toStartWith(`roomwire: ${file} `)
      expect(line, what).toMatch(/is damaged|cannot be read as a database/)
    }
    const doctor = await runCommand(['doctor'], { folder: folder.path, program })
    expect(doctor.exitCode, what).toBe(1)
  }
})

test('a file of 0 bytes is a database that was lost, not a new one (issue 11)', async () => {
  using folder = temporaryFolder()
  const file = fileIn(folder.path)
  mkdirSync(join(folder.path, 'data'))
  writeFileSync(file, '')
  for (const command of WRITERS)
    expect(await refusal(folder.path, command)).toStartWith(`roomwire: ${file} is empty, 0 bytes`)
  const doctor = await runCommand(['doctor'], { folder: folder.path, program })
  expect(doctor.stdout).toContain(`FAIL ${file} is empty, 0 bytes`)
  const backup = await runCommand(['backup', 'copy.db'], { folder: folder.path, program })
  expect(onlyLine(backup.stderr)).toContain('is empty, 0 bytes')
  expect(existsSync(join(folder.path, 'copy.db'))).toBeFalse()
})

test('a database that is gone while its log is there is not begun anew (issue 11)', async () => {
  using folder = temporaryFolder()
  const served = await startProcess(['demo'], { folder: folder.path, program })
  await served.stop('SIGKILL')
  const file = fileIn(folder.path)
  rmSync(file)
  expect(readFileSync(`${file}-wal`).length).toBeGreaterThan(0)
  for (const command of WRITERS)
    expect(await refusal(folder.path, command)).toContain(`${file} is missing, but its log`)
  expect((await runCommand(['doctor'], { folder: folder.path, program })).exitCode).toBe(1)
})

test('a folder that cannot be written is refused, closed well or not (issue 11)', async () => {
  using folder = temporaryFolder()
  await prepareDemo({ folder: folder.path, program })
  const file = fileIn(folder.path)
  // Root may write where permissions forbid it, but not on what is mounted to be read only.
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
  const apart = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount]
  const how = { program: [...apart, join(folder.path, 'data'), ...program], env: {} }
  const refuse = async () => {
    for (const command of WRITERS) {
      const line = await refusal(folder.path, command, how)
      expect(line).toStartWith(`roomwire: no database can be kept at ${file} (EROFS`)
    }
  }
  await refuse()
  const served = await startProcess(['serve'], { folder: folder.path, program })
  await served.stop('SIGKILL')
  await refuse()
  const doctor = await runCommand(['doctor'], { folder: folder.path, ...how })
  expect(doctor.exitCode).toBe(1)
  expect(doctor.stdout).toContain('EROFS')
})

test('a second name of the file (a hard link) is refused, whether or not the first is served (issue 11)', async () => {
  using folder = temporaryFolder()
  await prepareDemo({ folder: folder.path, program })
  const file = fileIn(folder.path)
  const second = join(folder.path, 'second.db')
  const served = await startProcess(['serve'], { folder: folder.path, program })
  linkSync(file, second)
  const how = { program, env: { DATABASE_URL: second }, isServed: true }
  for (const command of WRITERS)
    expect(await refusal(folder.path, command, how)).toContain(`${second} has 2 names (hard links)`)
  for (const command of [['doctor'], ['backup', 'copy.db']])
    expect((await runCommand(command, { folder: folder.path, ...how })).exitCode).toBe(1)
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
  expect((await served.stop()).exitCode).toBe(0)

  expect(await refusal(folder.path, 'serve')).toContain(`${file} has 2 names (hard links)`)
  rmSync(second)
  await using again = await startProcess(['serve'], { folder: folder.path, program })
  expect((await again.call('GET', '/v1/health')).status).toBe(200)
})

test('a link to where no database is yet leads to the one that is made there (issue 11)', async () => {
  using folder = temporaryFolder()
  const link = join(folder.path, 'link.db')
  const target = join(folder.path, 'target.db')
  symlinkSync(target, link)
  const env = { DATABASE_URL: link }
  await using _served = await startProcess(['serve'], { folder: folder.path, program, env })
  expect(existsSync(target)).toBeTrue()
  const how = { program, env: { DATABASE_URL: target }, isServed: true }
  expect(await refusal(folder.path, 'serve', how)).toContain('another roomwire process')
})

/** Drops a table as no migration does. */
function drop(file: string, table: string): void {
  using database = new Database(file)
  database.run(`drop table ${table}`)
  database.run('pragma wal_checkpoint(truncate)')
}
