import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { askMetrics } from '../support/metrics.ts'
import { onlyLine, runCommand, startProcess, until } from '../support/process.ts'
import { ownServer } from '../support/served-postgres.ts'

// What an operator of PostgreSQL meets (issue 15, contract §10).

setDefaultTimeout(120_000)

const { folder, server, run, addressOf, newDatabase, on } = ownServer()

const placeOf = (name: string) => `postgres://127.0.0.1:${server().port}/${name}`
const EMAIL = 'root@example.com'
const PASSWORD = 'correct horse battery'

test('migrate, create-admin and serve work on PostgreSQL, name it without the password and keep no file (contract §10)', async () => {
  const name = await newDatabase()
  const setup = on(addressOf(name, 'postgres:geheim'))
  for (const _ of [1, 2]) {
    const { stdout, stderr } = await runCommand(['migrate'], setup)
    expect(stderr).toBe('')
    expect(onlyLine(stdout)).toBe(`${placeOf(name)} is up to date`)
  }
  await using served = await startProcess(['serve'], setup)
  expect(JSON.parse(served.stderr().split('\n')[0]!)).toMatchObject({
    event: 'listening',
    database: placeOf(name),
  })
  const made = await runCommand(['create-admin', EMAIL], { ...setup, input: `${PASSWORD}\n` })
  expect(made.exitCode).toBe(0)
  const body = { email: EMAIL, password: PASSWORD }
  expect((await served.call('POST', '/v1/auth/login', { body })).status).toBe(200)
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
  const { text } = await askMetrics(served.call)
  for (const pool of ['write', 'read', 'long', 'request'])
    expect(text).toMatch(
      new RegExp(`^roomwire_database_connections\\{pool="${pool}"\\} \\d+$`, 'm'),
    )
  await until('it is the worker', async () =>
    /^roomwire_worker 1$/m.test((await askMetrics(served.call)).text),
  )
  expect(text).toMatch(/^roomwire_database_retries_total \d+$/m)
  expect(await run(`select key from meta where key like 'health%'`, name)).toEqual([])

  const { exitCode, stderr } = await served.stop()
  expect(exitCode).toBe(0)
  expect(stderr).not.toContain('geheim')
  expect(readdirSync(folder)).toEqual([])
})

test('the database that DATABASE_URL names is the one, whatever PGDATABASE says (contract §10)', async () => {
  const name = await newDatabase()
  const { stdout } = await runCommand(['migrate'], on(addressOf(name), { PGDATABASE: 'postgres' }))
  expect(onlyLine(stdout)).toBe(`${placeOf(name)} is up to date`)
  const made = `select to_regclass('booking') is not null as made`
  expect(await run(made, name)).toEqual([{ made: true }])
  expect(await run(made)).toEqual([{ made: false }])
})

test('backup and restore end with 1, for they do nothing, and print the line that does it, without the password; it works (contract §10, issue 35)', async () => {
  const name = await newDatabase()
  const setup = on(
    `${addressOf(name, 'postgres:geheim')}?prepare=1&sslmode=disable&password=geheim`,
  )
  await runCommand(['migrate'], setup)
  await run(`insert into board values ('XX', 'Of the backup', 1)`, name)
  const dump = join(folder, "it's a copy.dump")
  const told = async (command: string) => {
    const { exitCode, stdout, stderr } = await runCommand([command, dump], setup)
    expect(exitCode).toBe(1)
    expect(stdout + stderr).not.toContain('geheim')
    expect(onlyLine(stderr)).toMatch(
      /^(no backup is written|nothing is restored): PostgreSQL has its own tool/,
    )
    return onlyLine(stdout)
  }
  await $`sh -c ${await told('backup')}`.quiet()
  await run(`delete from board`, name)
  await $`sh -c ${await told('restore')}`.quiet()
  expect(await run(`select name from board where code = 'XX'`, name)).toEqual([
    { name: 'Of the backup' },
  ])
  expect((await runCommand(['migrate'], setup)).exitCode).toBe(0)
  await $`rm ${dump}`
})

test('what tells the secrets of a service from others goes with a copy: PostgreSQL refuses others, a file says so (contract §10)', async () => {
  const name = await newDatabase()
  const [file, back] = [join(folder, 'house.db'), join(folder, 'back.db')]
  const other = { ENCRYPTION_KEY: 'xyzuvwst'.repeat(4) }
  const copy = async (from: string, to: string) => {
    const { exitCode, stderr } = await runCommand(['copy', from, to], on(file))
    expect([exitCode, stderr]).toEqual([0, ''])
  }
  const complaints = async (url: string, env: Record<string, string> = {}) => {
    await using served = await startProcess(['serve'], on(url, env))
    const events = served
      .stderr()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    return events.flatMap(({ event, secret }) => (event === 'other_secret' ? [secret] : []))
  }
  expect(await complaints(file)).toEqual([])
  await copy(file, addressOf(name))
  const refused = await runCommand(['serve'], on(addressOf(name), other))
  expect(onlyLine(refused.stderr)).toStartWith('roomwire: ENCRYPTION_KEY is not the one')
  await (await startProcess(['serve'], on(addressOf(name)))).stop()

  await copy(addressOf(name), back)
  for (const said of [['ENCRYPTION_KEY'], []]) expect(await complaints(back, other)).toEqual(said)
  expect(await complaints(back)).toEqual(['ENCRYPTION_KEY'])
})

/** What doctor says of sound data. */
const INVARIANTS = [
  'ok   rooms sold of each night, and the share of strangers in them, are as the bookings say',
  'ok   bookings are as their revisions say, in the feed in that order, and taken off their nights',
  'ok   days are as their history says, and no change of them is missing in the feed',
  'ok   events, deliveries and mails have ended, or are on their way',
  'ok   reservations of several stays are whole',
  'ok   days packed for search are as the days are',
  'ok   sums of hotels are as their bookings say',
]

test('doctor says ok of an empty database and of one that is served (contract §10)', async () => {
  const name = await newDatabase()
  const setup = on(addressOf(name, 'postgres:geheim'))
  const empty = await runCommand(['doctor'], setup)
  expect(empty.stdout).toContain('ok   it is still empty; serve makes the tables\n')
  expect(empty.exitCode).toBe(0)
  await using _served = await startProcess(['serve'], setup)
  const { exitCode, stdout, stderr } = await runCommand(['doctor'], setup)
  expect(stderr).toBe('')
  expect(stdout.split('\n')).toEqual([
    'ok   JWT_SECRET and ENCRYPTION_KEY are set',
    expect.stringContaining(`${placeOf(name)} answers, PostgreSQL `),
    'ok   it is a primary and can be written, UTF8',
    'ok   role postgres may create tables in schema public',
    expect.stringMatching(/its clock is \d+ ms (behind|ahead of) that of this machine$/),
    expect.stringMatching(/its tables are at migration \d{14}_[\w-]+$/),
    expect.stringMatching(/its \d+ connections are enough for \d replicas?; each may take/),
    'ok   statements work, prepared',
    'ok   a notice comes back (LISTEN, NOTIFY)',
    'ok   what is paid is as the payments say',
    'ok   statements of agencies are as their lines and adjustments say',
    'ok   what agencies owe is as their bookings say',
    'ok   what agencies draw of nights is as their bookings say',
    'ok   deadlines of free cancellation are as the bookings say',
    ...INVARIANTS,
    'ok   no mail is sent: SMTP_URL is not set',
    '',
  ])
  expect(exitCode).toBe(0)
})

test('a command that lacks a connection on its way names the reason (contract §10)', async () => {
  await run('create role few login connection limit 9')
  const name = await newDatabase()
  await run(`alter database ${name} owner to few`)
  const setup = on(addressOf(name, 'few'))
  expect((await runCommand(['migrate'], setup)).exitCode).toBe(0)
  await run('alter role few connection limit 3')
  const { exitCode, stderr } = await runCommand(['create-admin', EMAIL], {
    ...setup,
    input: `${PASSWORD}\n`,
  })
  expect(exitCode).toBe(1)
  expect(onlyLine(stderr)).toBe(
    'roomwire: The database cannot be used at the moment. (too many connections for role "few"; see max_connections and roomwire doctor)',
  )
})

test('doctor ends with 1 and names what is wrong with a database (contract §10)', async () => {
  const name = await newDatabase()
  const complaints = async (url: string, env: Record<string, string> = {}) => {
    const { exitCode, stdout, stderr } = await runCommand(['doctor'], on(url, env))
    expect(exitCode).toBe(1)
    expect(stderr).toBe('')
    expect(stdout).not.toContain('geheim')
    return stdout.split('\n').filter((line) => line.startsWith('FAIL'))
  }
  expect(await complaints('postgres://a:geheim@127.0.0.1:1/db')).toEqual([
    'FAIL postgres://127.0.0.1:1/db cannot be used: it cannot be reached (Failed to connect)',
  ])
  expect(await complaints(addressOf(name), { JWT_SECRET: '' })).toEqual([
    'FAIL on PostgreSQL JWT_SECRET must be set, the same in every replica: 32 characters or more',
  ])
  await run('create role narrow login connection limit 9')
  expect(await complaints(addressOf(name, 'narrow'))).toEqual([
    'FAIL role narrow may not create tables in schema public; let its owner run: alter schema public owner to narrow',
    expect.stringMatching(/^FAIL its 9 connections are enough for 0 replicas; each may/),
  ])
  await run('alter role narrow connection limit 2')
  const tooFew = (await complaints(addressOf(name, 'narrow'))).join('\n')
  expect(tooFew).toContain('statements, prepared, fail at')
  expect(tooFew).not.toContain('pooler')
  const other = await newDatabase()
  expect(await complaints(addressOf(name), { DATABASE_DIRECT_URL: addressOf(other) })).toEqual([
    `FAIL ${placeOf(name)} is not the database of DATABASE_DIRECT_URL`,
  ])
  await (await startProcess(['serve'], on(addressOf(name)))).stop()
  expect(await complaints(addressOf(name), { ENCRYPTION_KEY: 'xyzuvwst'.repeat(4) })).toEqual([
    'FAIL ENCRYPTION_KEY is not the one this database was first served with',
  ])
  await run(`insert into roomwire_migration (name) values ('29990101000000_later')`, name)
  expect(await complaints(addressOf(name))).toEqual([
    'FAIL its tables were made by a newer version of roomwire (it has 29990101000000_later)',
  ])
})
