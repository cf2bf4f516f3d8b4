import { expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { temporaryFolder } from '../support/folder.ts'
import { logLines, onlyLine, runCommand, startProcess, until } from '../support/process.ts'

// A file that is taken away from the service (issue 37): SQLite would go on to write the deleted one.

setDefaultTimeout(120_000)

const program = shelvedBinary()
const data = (folder: string) => join(folder, 'data')
const file = (folder: string) => join(data(folder), 'roomwire.db')

test.each<[string, (folder: string) => void]>([
  ['whose folder is deleted', (folder) => rmSync(data(folder), { recursive: true })],
  ['whose folder is moved', (folder) => renameSync(data(folder), join(folder, 'moved'))],
  [
    'whose file is replaced by another',
    (folder) => {
      copyFileSync(file(folder), join(folder, 'other.db'))
      renameSync(join(folder, 'other.db'), file(folder))
    },
  ],
])('a service %s says so and ends with 74 (issue 37)', async (_, take) => {
  using folder = temporaryFolder()
  await using served = await startProcess(['serve'], { folder: folder.path, program })
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
  take(folder.path)
  const { exitCode, stderr } = await served.ended()
  expect(exitCode).toBe(74)
  // One line: what failed with it, such as a pass, has none of its own.
  const told = logLines(stderr).filter(({ level }) => level === 'error')
  expect(told.map(({ error }) => error)).toEqual([
    `${file(folder.path)} was deleted, moved or replaced while it was served: restore a backup, or put it back, before the next start`,
  ])
})

test('a start without the database of which there are backups is refused until one is restored (issue 37)', async () => {
  using folder = temporaryFolder()
  const backups = join(folder.path, 'backups')
  const setup = { folder: folder.path, program, env: { BACKUP_DIR: backups } }
  const copies = () =>
    existsSync(backups) ? readdirSync(backups).filter((name) => /\.db$/.test(name)) : []
  {
    await using _ = await startProcess(['serve'], setup)
    await until('there is a backup', () => copies().length > 0)
  }
  rmSync(data(folder.path), { recursive: true })
  const refused = await runCommand(['serve'], setup)
  expect(refused.exitCode).toBe(1)
  expect(onlyLine(refused.stderr)).toBe(
    `roomwire: there is no database at ${file(folder.path)}, but ${backups} has backups of one: put the secret files back and run roomwire restore, or give a new service a BACKUP_DIR of its own`,
  )
  expect(existsSync(data(folder.path))).toBeFalse()
  const restored = await runCommand(['restore', join(backups, copies()[0]!)], setup)
  expect(restored.exitCode).toBe(0)
  await using served = await startProcess(['serve'], setup)
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
})
