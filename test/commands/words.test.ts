import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { shelvedBinary } from '../support/binary.ts'
import { temporaryFolder } from '../support/folder.ts'
import { onlyLine, runCommand, startProcess } from '../support/process.ts'

setDefaultTimeout(120_000)

const program = shelvedBinary()

const COMMANDS = [
  'serve',
  'demo',
  'migrate',
  'backup',
  'restore',
  'doctor',
  'openapi',
  'connector',
  'kit',
]

test('--help lists every command and setting, and touches nothing (contract §10)', async () => {
  using folder = temporaryFolder()
  for (const word of ['--help', '-h', 'help']) {
    const { exitCode, stdout, stderr } = await runCommand([word], { folder: folder.path, program })
    expect(exitCode).toBe(0)
    expect(stderr).toBe('')
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'))
    for (const setting of ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'BRAND', 'PUBLIC_URL'])
      expect(stdout).toContain(setting)
  }
  expect(readdirSync(folder.path)).toEqual([])
})

test('each command explains itself with --help, and does nothing else (issue 37)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program }
  const all = (await runCommand(['--help'], setup)).stdout
  const names = new Set([...all.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name]) => name!))
  expect(names).toContain('create-admin')
  for (const name of names) {
    const { exitCode, stdout, stderr } = await runCommand([name, 'a', '--help'], setup)
    expect({ name, exitCode, stderr }).toEqual({ name, exitCode: 0, stderr: '' })
    const [usage, ...lines] = stdout.trimEnd().split(/\n+/)
    expect(usage).toBe('usage:')
    expect(lines[0]).toStartWith(`  roomwire ${name} `)
    for (const line of lines) {
      expect(line).toMatch(new RegExp(`^ {2}roomwire ${name} | {28}`))
      expect(all).toContain(line.replace(/^ {2}roomwire /, '').trim())
    }
  }
  expect(readdirSync(folder.path)).toEqual([])
})

test('--version prints the version of the package (contract §10)', async () => {
  using folder = temporaryFolder()
  const { exitCode, stdout } = await runCommand(['--version'], { folder: folder.path, program })
  expect(exitCode).toBe(0)
  expect(stdout).toBe(`${pkg.version}\n`)
})

test.each([
  [['sreve'], 'no command sreve'],
  [['constructor'], 'no command constructor'],
  [['--port=80'], 'no command --port=80'],
  [['serve', 'now'], 'too many words'],
  [['migrate', '--force'], 'too many words'],
  [['migrate', '--json'], 'migrate takes --json with --plan alone'],
  [['backup', 'a.db', 'b.db'], 'too many words'],
  [['connector', 'a', 'b'], 'too many words'],
  [['backup', '--helm'], 'no option --helm'],
])('%j ends with 2 and one line that leads to --help (contract §10)', async (words, complaint) => {
  using folder = temporaryFolder()
  const { exitCode, stdout, stderr } = await runCommand(words, { folder: folder.path, program })
  expect(exitCode).toBe(2)
  expect(stdout).toBe('')
  expect(onlyLine(stderr)).toBe(`roomwire: ${complaint}; see roomwire --help`)
  expect(readdirSync(folder.path)).toEqual([])
})

test('without a word the service serves (contract §10)', async () => {
  using folder = temporaryFolder()
  await using served = await startProcess([], { folder: folder.path, program })
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
  expect(existsSync(join(folder.path, 'data/roomwire.db'))).toBeTrue()
})

test('migrate makes the database, says where, and may be repeated (contract §10)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'data/roomwire.db')
  for (const _ of [1, 2]) {
    const { exitCode, stdout, stderr } = await runCommand(['migrate'], {
      folder: folder.path,
      program,
    })
    expect(exitCode).toBe(0)
    expect(onlyLine(stdout)).toBe(`${file} is up to date`)
    expect(stderr).toBe('')
  }
  expect(existsSync(file)).toBeTrue()
})

test('a pipe that is read slowly gets the whole OpenAPI document (contract §10)', async () => {
  using folder = temporaryFolder()
  // The reader begins when the writer has long filled the pipe, which holds 64 KiB.
  const slowly = ['sh', '-c', '"$@" | { sleep 1; cat; }', 'sh', ...program]
  const { stdout } = await runCommand(['openapi'], { folder: folder.path, program: slowly })
  expect(stdout.length).toBeGreaterThan(65_536)
  expect(JSON.parse(stdout).info.title).toBe('Roomwire')
})

test('openapi needs no data folder and leaves none (contract §10)', async () => {
  using folder = temporaryFolder()
  const scratch = join(folder.path, 'scratch')
  mkdirSync(scratch)
  const { exitCode } = await runCommand(['openapi'], {
    folder: folder.path,
    program,
    env: { TMPDIR: scratch },
  })
  expect(exitCode).toBe(0)
  expect(readdirSync(folder.path)).toEqual(['scratch'])
  expect(readdirSync(scratch)).toEqual([])
})

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '3000 '],
  ['HOST', 'no.such.host.invalid'],
  ['HOST', '300.1.1.1'],
  ['DATA_DIR', 'a-file'],
  ['DATA_DIR', 'a-file/data'],
  ['DATABASE_URL', 'postgres://roomwire:geheim@one,two/roomwire'],
  ['DATABASE_URL', 'mysql://roomwire:geheim@db/roomwire'],
  ['DATABASE_URL', 'a-file/roomwire.db'],
  ['DATABASE_URL', ':memory:'],
  ['DATABASE_URL', 'POSTGRES://roomwire:geheim@db'],
  ['DATABASE_URL', 'file:./q.db?mode=ro'],
  ['DATABASE_DIRECT_URL', 'postgres://roomwire:geheim@db/roomwire'],
  ['DATABASE_PREPARE', '2'],
  ['BRAND', 'Two Words'],
  ['BRAND', '9lives'],
  ['PUBLIC_URL', 'rooms.example'],
  ['PUBLIC_URL', 'ftp://rooms.example'],
  ['PANEL_URL', 'panel'],
  ['JWT_SECRET', 'geheim'],
  ['ENCRYPTION_KEY', 'geheim'],
  ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '11'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_LEVEL', 'two\nlines'],
  ['SMTP_URL', 'smtp://rooms:geheim@mail.example'],
  ['SMTP_URL', 'http://rooms:geheim@mail.example'],
  ['PUBLIC_RATE_PER_MINUTE', '-1'],
  ['PUBLIC_RATE_PER_MINUTE', '1e3'],
  ['LOGIN_LIMITS', '2'],
  ['FAIR_USE', 'no'],
  ['STRANGER_LIMITS', '-1'],
  ['MANAGE_BY_EMAIL', 'yes'],
  ['SECURITY_CONTACT', 'our desk'],
  ['SECURITY_CONTACT', 'http://example.com/report'],
  ['METRICS_TOKEN', 'geheim'],
  ['METRICS_TOKEN', 'g'.repeat(40)],
  ['METRICS_TOKEN', 'no header has this geheim word, for it has spaces'],
])('%s=%j stops the start with one line that names it (contract §10)', async (name, value) => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, 'a-file'), 'not a folder')
  const { exitCode, stdout, stderr } = await runCommand(['serve'], {
    folder: folder.path,
    program,
    env: { [name]: value },
  })
  expect(exitCode).toBe(1)
  expect(stdout).toBe('')
  expect(onlyLine(stderr)).toStartWith('roomwire: ')
  expect(stderr).toContain(name)
  expect(stderr).not.toContain('geheim')
})

test('an empty variable counts as absent (contract §10)', async () => {
  using folder = temporaryFolder()
  const names = [
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'BRAND',
    'PUBLIC_URL',
    'PANEL_URL',
    'ENCRYPTION_KEY',
    'WEBHOOK_ALLOW_PRIVATE',
    'TRUST_PROXY',
    'LOG_LEVEL',
    'SMTP_URL',
    'MAIL_FROM',
  ]
  const env = Object.fromEntries(names.map((name) => [name, '']))
  await using served = await startProcess(['serve'], { folder: folder.path, program, env })
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
})
