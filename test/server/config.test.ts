import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { findMisspelt, SETTINGS } from '../../src/config/misspelt.ts'
import { sharedSettings } from '../../src/config/shared-settings.ts'
import { readConfig, requireSecrets } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { warnOfMistakes } from '../../src/server/limits-off.ts'

const SECRET = '0123456789abcdef0123456789abcdef'
const URL_ = 'postgres://roomwire:geheim@db.example:5433/hotels?sslmode=verify-full'

const databaseOf = (env: Record<string, string>) => readConfig({}, env).database

function refusalOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}

test('without DATABASE_URL the database is a file of the data folder, with a path that file (contract §10)', () => {
  expect(databaseOf({ DATA_DIR: '/srv/data' })).toBe('/srv/data/roomwire.db')
  expect(databaseOf({ DATABASE_URL: 'sqlite:///srv/rooms.db' })).toBe('/srv/rooms.db')
})

test('postgres:// names the server, which is also the direct one unless that is named (contract §10)', () => {
  expect(databaseOf({ DATABASE_URL: URL_ })).toEqual({
    ...{ url: URL_, directUrl: URL_, prepare: true, leaseMs: 4_000, connections: undefined },
  })
  const direct = 'postgresql://roomwire@primary/hotels'
  expect(
    databaseOf({
      ...{ DATABASE_URL: URL_, DATABASE_DIRECT_URL: direct, DATABASE_PREPARE: '0' },
      ...{ WORKER_LEASE_MS: '1500', DATABASE_CONNECTIONS: '20' },
    }),
  ).toEqual({ url: URL_, directUrl: direct, prepare: false, leaseMs: 1_500, connections: 20 })
})

test.each([
  ['postgres://a:geheim@one:1,two:2/db', 'names several servers'],
  ['postgres://a:geheim@one,two/db', 'names several servers'],
  ['postgres:///db?host=one,two', 'names several servers'],
  ['postgres://a:geheim/wort@one/db', 'must be as postgres://user:password@host:port/database'],
  ['postgres:geheim', 'must be as postgres://user:password@host:port/database'],
  ['postgres:///db', 'names no server'],
  ['postgres://a:geheim@one', 'names no database'],
  ['POSTGRES://a:geheim@one/', 'names no database'],
  ['postgres://a:geheim@one/db?sslmode=strict', 'must have as sslmode disable, allow, prefer,'],
  ['postgres://a:geheim@one/db?sslmode=require&sslmode=no', 'must have as sslmode'],
])(
  'DATABASE_URL=%s is refused in one line without the password (contract §10)',
  (url, complaint) => {
    for (const env of [
      { DATABASE_URL: url },
      { DATABASE_URL: 'postgres://one/db', DATABASE_DIRECT_URL: url },
    ]) {
      const line = refusalOf(() => readConfig({}, env))
      const name = 'DATABASE_DIRECT_URL' in env ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
      expect(line).toStartWith(`${name} ${complaint}`)
      expect(line).not.toContain('geheim')
      expect(line).not.toContain('\n')
    }
  },
)

test.each([
  [{ DATABASE_PREPARE: 'no', DATABASE_URL: URL_ }, 'DATABASE_PREPARE is "no" but must be'],
  [{ DATABASE_PREPARE: '0', DATABASE_URL: URL_ }, 'DATABASE_DIRECT_URL must lead past it'],
  [{ DATABASE_PREPARE: '0' }, 'DATABASE_PREPARE is for PostgreSQL'],
  [{ DATABASE_DIRECT_URL: URL_ }, 'DATABASE_DIRECT_URL is for PostgreSQL'],
  [{ WORKER_LEASE_MS: '2000' }, 'WORKER_LEASE_MS is for PostgreSQL'],
  [{ DATABASE_CONNECTIONS: '20' }, 'DATABASE_CONNECTIONS is for PostgreSQL'],
  [{ DATABASE_CONNECTIONS: '9', DATABASE_URL: URL_ }, 'a whole number from 10 to 500'],
  [{ WORKER_LEASE_MS: '999', DATABASE_URL: URL_ }, 'a whole number from 1000 to 60000'],
  [{ DATABASE_DIRECT_URL: 'geheim.db', DATABASE_URL: URL_ }, 'DATABASE_DIRECT_URL must be as'],
  [{ DATABASE_URL: 'mysql://a:geheim@db/rooms' }, 'DATABASE_URL must be the path of'],
])('%p is refused (contract §10)', (env: Record<string, string>, complaint) => {
  const line = refusalOf(() => readConfig({}, env))
  expect(line).toContain(complaint)
  expect(line).not.toContain('geheim')
})

test('both secrets are required with postgres:// and not with a file (contract §10)', () => {
  const missing = (env: Record<string, string>) => () => requireSecrets(readConfig({}, env))
  expect(missing({})).not.toThrow()
  expect(missing({ DATABASE_URL: URL_ })).toThrow('JWT_SECRET and ENCRYPTION_KEY must be set')
  expect(missing({ DATABASE_URL: URL_, JWT_SECRET: SECRET })).toThrow(
    'on PostgreSQL ENCRYPTION_KEY must be set',
  )
  expect(missing({ DATABASE_URL: URL_, JWT_SECRET: SECRET, ENCRYPTION_KEY: SECRET })).not.toThrow()
})

const mailOf = (url: string, from = 'Rooms <mail@example.com>') =>
  readConfig({}, { SMTP_URL: url, MAIL_FROM: from }).mail

test.each([
  ['smtp://mail.example', 'mail.example', 587, 'starttls'],
  ['smtp://mail.example:25?tls=never', 'mail.example', 25, 'plain'],
  ['smtp://localhost:1025', 'localhost', 1025, 'plain'],
  ['smtp://[::1]:1025', '::1', 1025, 'plain'],
  ['smtp://127.0.0.1?tls=always', '127.0.0.1', 587, 'starttls'],
  ['smtps://mail.example', 'mail.example', 465, 'tls'],
] as const)(
  'SMTP_URL=%s says the server, and when it is talked to without TLS',
  (url, host, port, security) => {
    expect(mailOf(url)?.server).toEqual({ host, port, security, login: undefined })
  },
)

test('a log-in is written as in any address, whom mails are from with a name or without', () => {
  const login = { user: 'a@b.example', pass: 'ge/heim#?' }
  expect(mailOf('smtps://a%40b.example:ge%2Fheim%23%3F@mail.example')?.server.login).toEqual(login)
  expect(mailOf('smtps://m.example', '"Otel, Şişli" <a@b.example>')?.from).toEqual({
    name: 'Otel, Şişli',
    address: 'a@b.example',
  })
  expect(mailOf('smtps://m.example', 'a@b.example')?.from.address).toBe('a@b.example')
  expect(readConfig({}, {}).mail).toBeUndefined()
  expect(readConfig({}, { MAIL_FROM: 'a@b.example' }).mail).toBeUndefined()
})

test.each([
  ['https://rooms.example/hotels'],
  ['https://rooms.example/?a=b'],
  ['https://a@rooms.example'],
  ['rooms.example'],
])('PUBLIC_URL=%s is refused in one line: every route is at the root', (address) => {
  const line = refusalOf(() => readConfig({}, { PUBLIC_URL: address }))
  expect(line).toStartWith(`PUBLIC_URL is "${address}" but must be an http or https address`)
})

test('PUBLIC_URL is a name, also with a slash at its end, and PANEL_URL may have a path', () => {
  const { publicUrl, panelUrl } = readConfig(
    {},
    { PUBLIC_URL: 'https://rooms.example:8443/', PANEL_URL: 'https://panel.example/p' },
  )
  expect([publicUrl, panelUrl]).toEqual(['https://rooms.example:8443', 'https://panel.example/p'])
})

test.each([
  ['http://a:geheim@mail.example', 'SMTP_URL must be as smtp://'],
  ['mail.example:587', 'SMTP_URL must be as smtp://'],
  ['smtp://a:geheim/wort@mail.example', 'SMTP_URL must'],
  ['smtp://a:geheim@mail.example/x', 'SMTP_URL must end with the port'],
  ['smtp://a:geheim@mail.example?tls=maybe', 'SMTP_URL may have ?tls='],
  ['smtp://a:geheim@mail.example?starttls=1', 'SMTP_URL may have ?tls='],
  ['smtps://a:geheim@mail.example?tls=never', 'SMTP_URL says smtps://'],
  ['smtp://a:geheim%@mail.example', 'SMTP_URL has a %'],
])('SMTP_URL=%s is refused in one line without the password', (url, complaint) => {
  const line = refusalOf(() => mailOf(url))
  expect(line).toStartWith(complaint)
  expect(line).not.toContain('geheim')
  expect(line).not.toContain('\n')
})

test.each([
  '',
  'nobody',
  'a@b, c@d.example',
  'Eve\r\nBcc: <a@b.example>',
  'a@b.example <',
  '<a b@c.example>',
])('MAIL_FROM=%j is refused where there is a mail server', (from) => {
  expect(refusalOf(() => mailOf('smtp://localhost', from))).toStartWith('MAIL_FROM ')
})

test('a variable whose name is nearly that of a setting is found, and others are not (issue 37)', async () => {
  const main = await Bun.file(join(import.meta.dir, '../../src/main.ts')).text()
  const listed = main.match(/Settings are environment variables: ([\s\S]*?)\.\n/)![1]!.split(/\s+/)
  expect(SETTINGS).toEqual([...listed, 'BUN_CONFIG_MAX_HTTP_REQUESTS'])
  const found = (env: Record<string, string>) => findMisspelt(env).map(({ meant }) => meant)
  for (const [name, meant] of [
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['SMTP_URI', 'SMTP_URL'],
    ['BACKUP_FOLDER_DIR', undefined],
    ['backup_dir', 'BACKUP_DIR'],
    ['HTTP_URL', undefined],
    ['PUBLIC_KEY', undefined],
    ['HOME', undefined],
    ['LOGNAME', undefined],
  ] as const)
    expect([name, ...found({ [name]: 'x' })]).toEqual(meant ? [name, meant] : [name])
  // A person who sets both knows what the other is.
  expect(found({ SMTP_URI: 'x', SMTP_URL: 'smtp://mail.example' })).toEqual([])
  expect(found(Object.fromEntries(SETTINGS.map((name) => [name, 'x'])))).toEqual([])
  expect(readConfig({}, { PUBLIC_ULR: 'x' }).misspelt).toHaveLength(1)
})

test('an address that leads nowhere is warned of at the start, and so is a misspelt setting (issue 37)', () => {
  const told = (env: Record<string, string>) => {
    const lines: string[] = []
    warnOfMistakes(
      readConfig({}, env),
      createLog('info', (line) => void lines.push(line)),
    )
    return lines.map((line) => JSON.parse(line).event)
  }
  expect(told({ HOST: '0.0.0.0' })).toEqual(['public_url_missing'])
  expect(told({ HOST: '::' })).toEqual(['public_url_missing'])
  expect(told({ HOST: '0.0.0.0', PUBLIC_URL: 'https://rooms.example' })).toEqual([])
  expect(told({})).toEqual([])
  expect(told({ TRUST_PROXIES: '1' })).toEqual(['setting_unknown'])
})

/** The settings that each replica may have otherwise, and those of SQLite. */
const OF_EACH =
  `HOST PORT DATA_DIR DATABASE_URL DATABASE_DIRECT_URL DATABASE_PREPARE DATABASE_CONNECTIONS WORKER_LEASE_MS
  LOG_LEVEL CACHE_MB BACKUP_DIR BACKUP_EVERY_HOURS BACKUP_KEEP_DAYS BACKUP_KEEP_WEEKS BACKUP_KEEP_MONTHS
  BACKUP_JOURNAL_HOURS OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER_ARG
  BUN_CONFIG_MAX_HTTP_REQUESTS`.split(/\s+/)

test('every setting is of each replica or one that all need alike, which are told without the password of the mail server', () => {
  const env = { SMTP_URL: 'smtps://post:geheim@mail.example', MAIL_FROM: 'desk@hotel.example' }
  const shared = sharedSettings(readConfig({}, env))
  expect([...Object.keys(shared), ...OF_EACH].toSorted()).toEqual(SETTINGS.toSorted())
  expect(shared.SMTP_URL).toMatchObject({ host: 'mail.example', login: 'post' })
  expect(JSON.stringify(shared)).not.toContain('geheim')
})
