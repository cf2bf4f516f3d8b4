import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { type BackupConfig, readBackups } from './config/backups.ts'
import { type MailConfig, readMail } from './config/mail.ts'
import { findMisspelt, type Misspelt } from './config/misspelt.ts'
import { isPostgresAddress, refuseAddress } from './config/postgres-address.ts'
import { readTraces, type TracesConfig } from './config/traces.ts'
import {
  contact,
  type Environment,
  integer,
  matching,
  webAddress,
  webOrigin,
  wrong,
} from './config/variables.ts'
import { isLogLevel, type LogLevel } from './log.ts'

/** The settings of one start (contract §10), read once from the environment. */
export type Config = Readonly<{
  host: string
  port: number
  dataDir: string
  /** A SQLite file, or the address of PostgreSQL. */
  database: string | PostgresAddress
  brand: string
  /** The address that others use, without a slash at the end. */
  publicUrl: string
  /** The panel's address for hotel managers. */
  panelUrl: string
  /** Signs sessions; undefined: the secret in the data folder. */
  jwtSecret: string | undefined
  /** Seals the secrets of webhooks; undefined: the secret in the data folder. */
  encryptionKey: string | undefined
  /** True if webhooks may go to private addresses and without TLS, for development. */
  allowPrivateWebhooks: boolean
  /** True if webhooks may go to this machine: in the demo, while it listens on loopback (contract §4). */
  allowLoopbackWebhooks: boolean
  trustedProxies: number
  logLevel: LogLevel
  publicRatePerMinute: number
  /** Bearer token that opens `/metrics`; undefined: `/metrics` is closed. */
  metricsToken: string | undefined
  /** The address for reports of faults of security, a `mailto:` or `https:` address; undefined: no `security.txt`. */
  securityContact: string | undefined
  /** True if log-ins, registrations and mailed links are limited by address; failures of an account always are. */
  loginLimits: boolean
  /** True if the days that are pushed to a hotel are limited. */
  fairUse: boolean
  /** The limits on strangers' bookings, in addition to the size of one booking. */
  strangerLimits: 'all' | 'night' | 'none'
  /** True if `/stay`, `/my` and the rest of the pages that sell to guests are served. */
  publicPages: boolean
  /** True for the demo, where newcomers may try everything. */
  isDemo: boolean
  /** True if code and e-mail work as a manage token. */
  manageByEmail: boolean
  /** The size of all caches together. */
  cacheMb: number
  /** The mail server and the sender of mails; undefined: no mail is sent. */
  mail: MailConfig | undefined
  /** The scheduled backups; undefined: none are made. */
  backups: BackupConfig | undefined
  /** Traces by OpenTelemetry; undefined: none are made. */
  traces: TracesConfig | undefined
  /** Fetches at once; Bun reads this variable of its own when the process starts. */
  fetchesMax: number
  /** Variables that are probably meant for a setting. */
  misspelt: readonly Misspelt[]
}>

/** The addresses of PostgreSQL; each names one server and a database. */
export type PostgresAddress = {
  url: string
  /** The address past a transaction pooler, for notices and migrations; equal to `url` without a pooler. */
  directUrl: string
  /** True if statements are prepared. */
  prepare: boolean
  /** The term of the worker's lease without a renewal. */
  leaseMs: number
  /** All connections of the replica; undefined: by what the server grants. */
  connections: number | undefined
}

/** A command's own defaults, for variables that the environment leaves out. */
type Defaults = Partial<Pick<Config, 'publicRatePerMinute' | 'strangerLimits' | 'isDemo'>>

/**
 * Reads the configuration (contract §10); an empty variable counts as absent.
 *
 * @throws Error one line with the variable, its value and the values that it may have
 */
export function readConfig(
  { publicRatePerMinute = 300, strangerLimits = 'all', isDemo = false }: Defaults = {},
  env: Environment = process.env,
): Config {
  const host = env.HOST || '127.0.0.1'
  const port = integer(env, 'PORT', 3_000, 0, 65_535)
  const dataDir = resolve(env.DATA_DIR || './data')
  // A name, because an IP address cannot have passkeys.
  const name = isDemo && host === '127.0.0.1' ? 'localhost' : host
  const place = database(env, dataDir)
  const publicUrl = webOrigin(env, 'PUBLIC_URL') ?? localUrl(name, port)
  return Object.freeze({
    host,
    port,
    dataDir,
    database: place,
    brand: matching(
      env,
      'BRAND',
      'service',
      /^[a-z][a-z0-9-]{0,31}$/,
      'lower-case letters, digits and hyphens',
    ),
    publicUrl,
    panelUrl: webAddress(env, 'PANEL_URL') ?? `${publicUrl}/panel`,
    jwtSecret: secret(env, 'JWT_SECRET'),
    encryptionKey: secret(env, 'ENCRYPTION_KEY'),
    allowPrivateWebhooks: integer(env, 'WEBHOOK_ALLOW_PRIVATE', 0, 0, 1) === 1,
    allowLoopbackWebhooks: false,
    trustedProxies: integer(env, 'TRUST_PROXY', 0, 0, 10),
    logLevel: logLevel(env),
    publicRatePerMinute: integer(env, 'PUBLIC_RATE_PER_MINUTE', publicRatePerMinute, 0, 1_000_000),
    metricsToken: newSecret(env, 'METRICS_TOKEN'),
    securityContact: contact(env, 'SECURITY_CONTACT'),
    loginLimits: integer(env, 'LOGIN_LIMITS', 1, 0, 1) === 1,
    fairUse: integer(env, 'FAIR_USE', 1, 0, 1) === 1,
    strangerLimits: integer(env, 'STRANGER_LIMITS', 1, 0, 1) === 0 ? 'none' : strangerLimits,
    isDemo,
    publicPages: integer(env, 'PUBLIC_PAGES', isDemo ? 1 : 0, 0, 1) === 1,
    manageByEmail: integer(env, 'MANAGE_BY_EMAIL', 0, 0, 1) === 1,
    cacheMb: integer(env, 'CACHE_MB', cacheMbOfMachine(), 16, 1_048_576),
    mail: readMail(env.SMTP_URL, env.MAIL_FROM),
    backups: readBackups(env.BACKUP_DIR, typeof place === 'string', (...of) => integer(env, ...of)),
    traces: readTraces(
      env.OTEL_EXPORTER_OTLP_ENDPOINT,
      env.OTEL_SERVICE_NAME,
      env.OTEL_TRACES_SAMPLER_ARG,
    ),
    fetchesMax: integer(env, 'BUN_CONFIG_MAX_HTTP_REQUESTS', 256, 64, 65_336),
    misspelt: findMisspelt(env),
  })
}

/** Returns the environment for a process of this program that works on the SQLite file of a configuration. */
export const environmentOf = ({ dataDir, database }: Config): Environment => ({
  ...process.env,
  DATA_DIR: dataDir,
  ...(typeof database === 'string' && { DATABASE_URL: database }),
})

/** Returns a sixteenth of the memory of the machine or its container: 64 to 1,024 MiB. */
function cacheMbOfMachine(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(1_024, Math.max(64, Math.floor(bytes / 16 / 1_048_576)))
}

function database(env: Environment, dataDir: string): Config['database'] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = env
  const prepare = integer(env, 'DATABASE_PREPARE', 1, 0, 1) === 1
  const leaseMs = integer(env, 'WORKER_LEASE_MS', 4_000, 1_000, 60_000)
  const isSet = env.DATABASE_CONNECTIONS !== undefined && env.DATABASE_CONNECTIONS !== ''
  const connections = isSet ? integer(env, 'DATABASE_CONNECTIONS', 0, 10, 500) : undefined
  if (!url || !isPostgresAddress(url)) {
    const [needless] = [
      directUrl && 'DATABASE_DIRECT_URL',
      !prepare && 'DATABASE_PREPARE',
      env.WORKER_LEASE_MS && 'WORKER_LEASE_MS',
      isSet && 'DATABASE_CONNECTIONS',
    ].filter(Boolean)
    if (needless) throw new Error(`${needless} is for PostgreSQL, but DATABASE_URL names none`)
    return url ? databaseFile(url) : join(dataDir, 'roomwire.db')
  }
  refuseAddress('DATABASE_URL', url)
  if (directUrl) refuseAddress('DATABASE_DIRECT_URL', directUrl)
  if (!prepare && !directUrl)
    throw new Error(
      'DATABASE_PREPARE=0 means that DATABASE_URL leads to a pooler: DATABASE_DIRECT_URL must lead past it',
    )
  return { url, directUrl: directUrl || url, prepare, leaseMs, connections }
}

function databaseFile(url: string): string {
  const file = url.replace(/^(file:|sqlite:)(\/\/)?/i, '')
  // `:memory:` and parameters would become the name of a file.
  if (!file || /^[a-z]*:|\?/i.test(file))
    // The message does not repeat the address, which may hold a password.
    throw new Error('DATABASE_URL must be the path of a SQLite file or a postgres:// address')
  return resolve(file)
}

/** Returns the address of a service on this machine. @throws Error for a host that is no address, such as 300.1.1.1 */
export function localUrl(host: string, port: number): string {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (!URL.canParse(url)) throw wrong('HOST', host, 'an address of this machine or its name')
  return url
}

function secret(env: Environment, name: string): string | undefined {
  const text = env[name] || undefined
  if (text !== undefined && text.length < 32)
    throw new Error(`${name} must have at least 32 characters`)
  return text
}

/** The fewest different characters in a secret: one letter forty times is no secret. */
const SECRET_VARIETY_MIN = 8

/** True if a secret is long but easily guessed, because too few of its characters differ. */
export const isPlainSecret = (secret: string): boolean => new Set(secret).size < SECRET_VARIETY_MIN

/** Returns the complaint about a plain secret. */
export const plainSecret = (name: string): string =>
  `${name} must have at least ${SECRET_VARIETY_MIN} different characters`

/** Reads a secret that is sent in a header and has sealed or signed nothing yet, so that a plain one can be refused. */
function newSecret(env: Environment, name: string): string | undefined {
  const text = secret(env, name)
  if (text !== undefined && isPlainSecret(text)) throw new Error(plainSecret(name))
  if (/[^!-~]/.test(text ?? '')) throw new Error(`${name} must be letters of ASCII without spaces`)
  return text
}

/**
 * Requires both secrets on PostgreSQL, because replicas share no folder that could keep one (contract §10).
 *
 * @throws Error one line with the missing variables
 */
export function requireSecrets({ database, jwtSecret, encryptionKey }: Config): void {
  if (typeof database === 'string') return
  const missing = [!jwtSecret && 'JWT_SECRET', !encryptionKey && 'ENCRYPTION_KEY'].filter(Boolean)
  if (missing.length > 0)
    throw new Error(
      `on PostgreSQL ${missing.join(' and ')} must be set, the same in every replica: 32 characters or more`,
    )
}

function logLevel(env: Environment): LogLevel {
  const level = env.LOG_LEVEL || 'info'
  if (!isLogLevel(level)) throw wrong('LOG_LEVEL', level, 'debug, info, warn or error')
  return level
}
