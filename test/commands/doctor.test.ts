import { expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { damage, forgetNewestMigration, markFileNewer } from '../support/damage.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { onlyLine, runCommand, startProcess } from '../support/process.ts'

setDefaultTimeout(120_000)

const program = shelvedBinary()

test('doctor says ok of a folder to be, of a database at rest and of one in use (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const fresh = await runCommand(['doctor'], setup)
  expect(fresh.exitCode).toBe(0)
  expect(fresh.stdout).toMatch(/^ok {3}data folder .* can be written\nok {3}no database yet/)

  await prepareDemo(setup)
  const atRest = await runCommand(['doctor'], setup)
  expect(atRest.exitCode).toBe(0)
  expect(atRest.stdout).toMatch(/ok {3}database .* is sound, at migration \d{14}_/)
  expect(atRest.stdout).toContain(
    'ok   statements of agencies are as their lines and adjustments say',
  )
  expect(atRest.stdout).toContain('ok   what agencies owe is as their bookings say')
  forgetNewestMigration(join(folder.path, 'data/roomwire.db'))
  const older = await runCommand(['doctor'], setup)
  expect(older.exitCode).toBe(0)
  expect(older.stdout).toMatch(/at migration \d{14}_[\w-]+; serve adds 1 more, and what is stored/)
  expect(older.stdout).not.toContain('what agencies owe')
  await using served = await startProcess(['serve'], setup)
  const inUse = await runCommand(['doctor'], setup)
  expect(inUse.exitCode).toBe(0)
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
})

test('doctor ends with 1 and names what is wrong (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  await prepareDemo(setup)
  const file = join(folder.path, 'data/roomwire.db')
  const findings = async (env: Record<string, string> = {}) => {
    const { exitCode, stdout, stderr } = await runCommand(['doctor'], { ...setup, env })
    expect(exitCode).toBe(1)
    expect(stderr).toBe('')
    return onlyLine(stdout.replaceAll(/^ok .*$/gm, ''))
  }
  writeFileSync(join(folder.path, 'a-file'), '')
  expect(await findings({ DATA_DIR: 'a-file' })).toStartWith('FAIL data folder')

  copyFileSync(file, join(folder.path, 'newer.db'))
  markFileNewer(join(folder.path, 'newer.db'))
  expect(await findings({ DATABASE_URL: 'newer.db' })).toContain('was written by a newer roomwire')

  damage(file)
  expect(await findings()).toStartWith(`FAIL ${file}`)
  rmSync(file)
  writeFileSync(file, 'rooms and prices')
  expect(await findings()).toContain('cannot be read as a database')
})

test('doctor --live asks the running service for its health, and knows no other flag (contract §10)', async () => {
  using folder = temporaryFolder()
  const served = await startProcess(['serve'], { folder: folder.path, program })
  const { port } = new URL(served.url)
  const live = (env: Record<string, string>) =>
    runCommand(['doctor', '--live'], { folder: folder.path, program, env })
  for (const HOST of ['127.0.0.1', '0.0.0.0']) {
    const well = await live({ PORT: port, HOST })
    expect(well.exitCode).toBe(0)
    expect(onlyLine(well.stdout)).toBe(`ok   ${served.url}/v1/health answers 200`)
  }
  await served.stop()
  const gone = await live({ PORT: port })
  expect(gone.exitCode).toBe(1)
  expect(onlyLine(gone.stdout)).toBe(`FAIL nothing answers at ${served.url}`)

  const detail = 'The database is being migrated.'
  for (const [body, said] of [
    [JSON.stringify({ detail }), `: ${detail}`],
    ['<p>a proxy', ''],
  ] as const) {
    using ill = Bun.serve({ port: 0, fetch: () => new Response(body, { status: 503 }) })
    const { exitCode, stdout } = await live({ PORT: String(ill.port) })
    expect(exitCode).toBe(1)
    expect(onlyLine(stdout)).toBe(`FAIL http://127.0.0.1:${ill.port}/v1/health answers 503${said}`)
  }

  const other = await runCommand(['doctor', '--dead'], { folder: folder.path, program })
  expect(other.exitCode).toBe(1)
  expect(onlyLine(other.stderr)).toContain('doctor has no --dead')
})
