import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folder.ts'
import { eventually } from '../support/http.ts'
import {
  type CommandResult,
  onlyLine,
  runCommand,
  type ServiceProcess,
  type Setup,
  startProcess,
} from '../support/process.ts'
import { runAtTerminal } from '../support/terminal.ts'

setDefaultTimeout(120_000)

const EMAIL = 'root@example.com'
const PASSWORD = 'correct horse battery'

const createAdmin = (
  setup: Setup,
  email = EMAIL,
  input = `${PASSWORD}\n`,
): Promise<CommandResult> => runCommand(['create-admin', email], { input, ...setup })

const login = ({ call }: ServiceProcess, password = PASSWORD) =>
  call('POST', '/v1/auth/login', { body: { email: EMAIL, password } })

const databaseIn = (folder: string) => join(folder, 'data/roomwire.db')

const accounts = (folder: string) => {
  using database = new Database(databaseIn(folder), { readonly: true })
  return database.query('select email, role from user').all()
}

/** The lines of a log that tell how to make an admin. */
const hints = ({ stderr }: ServiceProcess) =>
  stderr()
    .split('\n')
    .filter((line) => line.includes('roomwire create-admin <email>'))

test('create-admin makes an administrator who can log in, and prints no password (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path }
  const { exitCode, stdout, stderr } = await createAdmin(setup, ' Root@Example.com ')
  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
  expect(onlyLine(stdout)).toBe(
    `${EMAIL} is an administrator; sign in at /admin, or with POST /v1/auth/login`,
  )

  await using served = await startProcess(['serve'], setup)
  const { status, body } = await login(served)
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ email: EMAIL, role: 'admin', status: 'active' })
  expect((await served.call('GET', '/v1/auth/me', { key: body.token })).status).toBe(200)
  // The hint comes a second after the start.
  await eventually(async () => (await served.call('GET', '/v1/health')).body.uptimeSeconds >= 2)
  expect(hints(served)).toEqual([])
})

test('a service without an administrator says in one line how to make one, and that works while it runs (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path }
  await using served = await startProcess(['serve'], setup)
  await eventually(() => hints(served).length > 0)
  expect(hints(served)).toHaveLength(1)
  expect((await login(served)).status).toBe(401)

  expect((await createAdmin(setup)).exitCode).toBe(0)
  expect((await login(served)).status).toBe(200)
  // The service goes on writing beside it.
  const guest = { email: 'grace@example.com', password: PASSWORD, name: 'Grace' }
  expect((await served.call('POST', '/v1/auth/register', { body: guest })).status).toBe(201)
  expect((await served.stop()).exitCode).toBe(0)
  expect(accounts(folder.path)).toHaveLength(2)
})

test('four administrators are made at once while the service takes registrations (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path }
  await using served = await startProcess(['serve'], {
    ...setup,
    env: { PUBLIC_RATE_PER_MINUTE: '0', LOGIN_LIMITS: '0', FAIR_USE: '0' },
  })
  const registrations = Array.from({ length: 12 }, (_, index) =>
    served.call('POST', '/v1/auth/register', {
      body: { email: `guest${index}@example.com`, password: PASSWORD, name: 'Guest' },
    }),
  )
  const made = Array.from({ length: 4 }, (_, index) => createAdmin(setup, `a${index}@example.com`))
  expect((await Promise.all(made)).map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0])
  for (const { status } of await Promise.all(registrations)) expect(status).toBe(201)
  expect(accounts(folder.path)).toHaveLength(16)
})

test('a database that the running service knows by another version is left alone (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path }
  await using served = await startProcess(['serve'], setup)
  {
    using database = new Database(databaseIn(folder.path))
    // The service writes, too.
    database.run('pragma busy_timeout = 5000')
    database.run(
      'delete from __drizzle_migrations where id = (select max(id) from __drizzle_migrations)',
    )
  }
  const { exitCode, stderr } = await createAdmin(setup)
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toContain('another version of roomwire')
  expect(accounts(folder.path)).toEqual([])
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
})

test('an address that has an account is refused and its account left as it is (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path }
  await createAdmin(setup)
  const { exitCode, stderr } = await createAdmin(setup, EMAIL.toUpperCase(), 'another password\n')
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toBe(
    `roomwire: there is an account ${EMAIL} already; nothing was changed`,
  )
  await using served = await startProcess(['serve'], setup)
  expect((await login(served)).status).toBe(200)
  expect((await login(served, 'another password')).status).toBe(401)
})

test.each([
  ['nothing on standard input', EMAIL, '', 'the password is missing'],
  ['an empty line', EMAIL, '\n', 'the password is missing'],
  ['a short password', EMAIL, 'short\n', 'the password is refused: Must be 8 to 200'],
  [
    'the e-mail as password',
    EMAIL,
    `${EMAIL}\n`,
    'the password is refused: Must not be the name or address',
  ],
  ['a word that is no address', 'root', `${PASSWORD}\n`, '"root" is no e-mail address'],
])(
  '%s ends with 1, one line and no data folder (contract §10)',
  async (_, email, input, complaint) => {
    using folder = temporaryFolder()
    const { exitCode, stdout, stderr } = await createAdmin({ folder: folder.path }, email, input)
    expect(exitCode).toBe(1)
    expect(stdout).toBe('')
    expect(onlyLine(stderr)).toStartWith(`roomwire: ${complaint}`)
    expect(existsSync(join(folder.path, 'data'))).toBeFalse()
  },
)

test('create-admin without an address says what is missing (contract §10)', async () => {
  using folder = temporaryFolder()
  const { exitCode, stderr } = await runCommand(['create-admin'], { folder: folder.path })
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toBe('roomwire: name the e-mail address: roomwire create-admin <email>')
})

test.each([
  ['a line end of Windows', `${PASSWORD}\r\n`],
  ['no line end', PASSWORD],
  ['more lines', `${PASSWORD}\nnot this\n`],
])('the password is the first line, with %s (contract §10)', async (_, input) => {
  using folder = temporaryFolder()
  expect((await createAdmin({ folder: folder.path }, EMAIL, input)).exitCode).toBe(0)
  await using served = await startProcess(['serve'], { folder: folder.path })
  expect((await login(served)).status).toBe(200)
})

test('at a terminal the password is asked for twice and never shown (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path }
  const { exitCode, seen } = await runAtTerminal(['create-admin', EMAIL], setup, [
    { after: 'Password (not shown): ', keys: 'correct horse batteri\x7fy\r' },
    { after: 'Once more: ', keys: `${PASSWORD}\r` },
  ])
  expect(exitCode).toBe(0)
  expect(seen).not.toMatch(/correct|horse|batter/)
  await using served = await startProcess(['serve'], setup)
  expect((await login(served)).status).toBe(200)
})

test.each([
  ['two that differ', [`${PASSWORD}\r`, 'something else\r'], 'the two passwords differ'],
  ['Ctrl+C', ['corr\x03'], 'the password is missing'],
  ['Ctrl+D', ['\x04'], 'the password is missing'],
])('at a terminal %s makes nothing (contract §10)', async (_, typed, complaint) => {
  using folder = temporaryFolder()
  const prompts = ['Password (not shown): ', 'Once more: ']
  const script = typed.map((keys, index) => ({ after: prompts[index]!, keys }))
  const { exitCode, seen } = await runAtTerminal(
    ['create-admin', EMAIL],
    { folder: folder.path },
    script,
  )
  expect(exitCode).not.toBe(0)
  expect(seen).toContain(complaint)
  expect(existsSync(join(folder.path, 'data'))).toBeFalse()
})

test('the secret of sessions is made once, for its owner only, and outlives a restart (contract §10)', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path }
  await createAdmin(setup)
  const served = await startProcess(['serve'], setup)
  const { token } = (await login(served)).body
  await served.stop()

  const file = join(folder.path, 'data/jwt.secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^[\w+/]{43}=$/)
  {
    await using again = await startProcess(['serve'], setup)
    expect((await again.call('GET', '/v1/auth/me', { key: token })).status).toBe(200)
  }
  const env = { JWT_SECRET: 'a secret from elsewhere, long enough' }
  await using other = await startProcess(['serve'], { ...setup, env })
  expect((await other.call('GET', '/v1/auth/me', { key: token })).status).toBe(401)
  expect((await login(other)).status).toBe(200)
})

test('a JWT_SECRET that is too short stops the start and is not repeated (contract §10)', async () => {
  using folder = temporaryFolder()
  const env = { JWT_SECRET: 'too short to be one' }
  const { exitCode, stderr } = await runCommand(['serve'], { folder: folder.path, env })
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toBe('roomwire: JWT_SECRET must have at least 32 characters')
})
