#!/usr/bin/env bun
import pkg from '../package.json' with { type: 'json' }
import { readConfig } from './config.ts'
import { EXIT_IO, endAtOnce, untilSignal } from './server/signals.ts'
import { isDiskFailure, isOutOfRoom, sqliteError } from './store/sqlite/breakdown.ts'

const HELP = `Roomwire ${pkg.version}: hotel inventory and reservations, one binary, one data folder.

usage: roomwire [command]

  serve            answer requests (the default)
  demo             serve a seeded demo; prints addresses and API keys
  migrate          bring the database up to date, then end
  migrate --plan [--json]
                   say what that would do, lock and take, and who has the tables; change nothing
  create-admin <email>
                   make an administrator; the password is read from standard input
  backup <file>    write a copy of the database, also while the service runs
  restore <file>   put a backup in the database's place; the old one is kept beside it
                   (on PostgreSQL both print the command of its own tool)
  restore --check <file>
                   check a backup and say what it contains; nothing is changed
  missing <folder> print the bookings of a journal that are not in the database
  copy <from> <to> copy a database into an empty one, each a SQLite file or postgres://…
  connector <folder>
                   write a connector for a hotel's own system, in JavaScript, into a new folder
  kit <folder>     write files to run it with: systemd, proxies, alerts, a dashboard, replicas
  doctor           check configuration, folder, mail server, and all data, also while the
                   service runs, at a tenth of a processor; doctor --fast takes a whole one
  doctor --live    ask the running service for its health
  doctor --cluster check what several replicas on PostgreSQL need
  openapi          print the OpenAPI document that /openapi.json serves
  licenses         print the licences of the program and of all software in it

  --help  COMMAND --help  --version  --version --json

Settings are environment variables: HOST PORT DATA_DIR DATABASE_URL DATABASE_DIRECT_URL
DATABASE_PREPARE BRAND PUBLIC_URL PANEL_URL JWT_SECRET ENCRYPTION_KEY WEBHOOK_ALLOW_PRIVATE
TRUST_PROXY LOG_LEVEL PUBLIC_RATE_PER_MINUTE LOGIN_LIMITS FAIR_USE STRANGER_LIMITS
PUBLIC_PAGES MANAGE_BY_EMAIL METRICS_TOKEN SECURITY_CONTACT SMTP_URL MAIL_FROM CACHE_MB
WORKER_LEASE_MS DATABASE_CONNECTIONS BACKUP_DIR BACKUP_EVERY_HOURS BACKUP_KEEP_DAYS
BACKUP_KEEP_WEEKS BACKUP_KEEP_MONTHS BACKUP_JOURNAL_HOURS OTEL_EXPORTER_OTLP_ENDPOINT
OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER_ARG.
The guide explains each: /docs/operating of a running service.
`

const commands = () => import('./cli/commands.ts')

type Command = (args: string[]) => Promise<number>

/**
 * The commands. Each is imported only when it runs, so that a start of the service does not wait for the others. Each
 * returns the exit code; an error is printed as one line and ends with 1, or with 74 if the disk failed.
 */
const COMMANDS: Record<string, Command> = {
  serve: async () => {
    const config = readConfig()
    return await untilSignal(async (signal) => {
      const { startService } = await import('./server/start.ts')
      return await startService(config, { signal })
    })
  },
  demo: async () => {
    const { DEMO_DEFAULTS, runDemo } = await import('./demo/run.ts')
    const config = readConfig(DEMO_DEFAULTS)
    return await untilSignal((signal) => runDemo(config, signal))
  },
  migrate: async (flags) => {
    if (!flags.includes('--plan')) return (await commands()).migrateDatabase(readConfig())
    const { printPlan } = await import('./cli/plan-migrations.ts')
    return await printPlan(readConfig(), flags.includes('--json'))
  },
  'create-admin': async ([email]) => {
    const { createAdminFor } = await import('./cli/create-admin.ts')
    return await createAdminFor(readConfig(), email)
  },
  backup: async ([file]) => (await commands()).backupTo(readConfig(), file),
  restore: async (args) => {
    const file = args.find((word) => word !== '--check')
    if (args.includes('--check')) return (await import('./cli/check-backup.ts')).checkBackup(file)
    return (await commands()).restoreFrom(readConfig(), file)
  },
  missing: async ([folder]) => {
    const { printMissing } = await import('./cli/missing.ts')
    return await printMissing(readConfig(), folder)
  },
  copy: async ([from, to]) => (await import('./cli/copy.ts')).copyTo(readConfig(), from, to),
  connector: async ([folder]) => {
    const { writeConnector } = await import('./cli/connector.ts')
    return await writeConnector(readConfig(), folder)
  },
  kit: async ([folder]) => (await import('./cli/kit.ts')).writeKit(folder),
  doctor: async ([flag]) => (await import('./cli/doctor.ts')).doctor(readConfig(), flag),
  openapi: async () => (await commands()).printOpenApi(readConfig()),
  licenses: async () => (await import('./cli/licenses.ts')).printLicenses(),
  '--help': async () => print(HELP),
  '-h': async () => print(HELP),
  help: async () => print(HELP),
  '--version': async ([json]) =>
    json ? (await import('./cli/version.ts')).printVersion() : print(`${pkg.version}\n`),
}

/** The most words that may follow a command; 0 for a command that is not listed. */
const WORDS: Record<string, number> = {
  backup: 1,
  'create-admin': 1,
  restore: 1,
  missing: 1,
  copy: 2,
  connector: 1,
  kit: 1,
  doctor: 1,
}

/** The options of commands. `doctor` says itself what it does not know. */
const OPTIONS: Record<string, string[]> = {
  migrate: ['--plan', '--json'],
  restore: ['--check'],
  '--version': ['--json'],
}

async function main([name = 'serve', ...args]: string[]): Promise<number> {
  const command = commandOf(name, args)
  if (typeof command === 'string') {
    process.stderr.write(`roomwire: ${command}; see roomwire --help\n`)
    return 2
  }
  // The service writes to standard error alone.
  if (name === 'serve') return await outcomeOf(command, args)
  process.stdout.on('error', (error) => {
    if (!isClosedPipe(error)) process.stderr.write(`roomwire: ${error.message}\n`)
    process.exit(isClosedPipe(error) ? 0 : 1)
  })
  const code = await outcomeOf(command, args)
  await drained()
  return code
}

/** Returns what is to be run, the help of a command included, or what is wrong with the words. */
function commandOf(name: string, args: string[]): Command | string {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) return `no command ${name}`
  if (args.some((word) => word === '--help' || word === '-h'))
    return async () => print(helpOf(name))
  const words = args.filter((word) => !OPTIONS[name]?.includes(word))
  if (words.length > (WORDS[name] ?? 0)) return 'too many words'
  const option = words.find((word) => word.startsWith('-') && name !== 'doctor')
  if (option) return `no option ${option}`
  const isLone = name === 'migrate' && args.includes('--json') && !args.includes('--plan')
  return isLone ? 'migrate takes --json with --plan alone' : command
}

/** Runs a command. @returns its exit code; the one for an error, which is told in a line */
async function outcomeOf(command: Command, args: string[]): Promise<number> {
  try {
    return await command(args)
  } catch (error) {
    if (isClosedPipe(error)) return 0
    const message = error instanceof Error ? error.message : String(error)
    // A full disk is told by SQLite alone.
    const reason = sqliteError(error)?.message ?? (await refusalBehind(error))
    const line = message.includes(reason) ? message : `${message} (${reason})`
    const deed = isOutOfRoom(error) ? '; make room on that disk, then run this again' : ''
    process.stderr.write(`roomwire: ${line.trim().replace(/\s*\n\s*/g, ' ')}${deed}\n`)
    return isDiskFailure(error) ? EXIT_IO : 1
  }
}

/** Why a server refused what a command needs, which the service does not tell its callers; empty without a reason. */
async function refusalBehind(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return ''
  const { cause } = error
  const isRefused = (error as { code?: unknown }).code === 'unavailable'
  if (!isRefused || !(cause instanceof Error)) return await refusalBehind(cause)
  const { explainError } = await import('./store/postgres/look.ts')
  // A query's own error has the statement in its words.
  return explainError(cause.cause ?? cause)
}

/** True if the reader of the output has closed it early, as `head` does. */
const isClosedPipe = (error: unknown) => (error as { code?: unknown }).code === 'EPIPE'

/** Returns the lines of the help that are about one command; all of it for an option. */
function helpOf(name: string): string {
  const lines = HELP.match(new RegExp(`^  ${name} .*\n(?: {5,}.*\n)*`, 'gm'))
  if (!lines) return HELP
  return `usage:\n\n${lines
    .join('')
    .replace(/^ {2}(?! )/gm, '  roomwire ')
    .replace(/^ {5,}/gm, '$&         ')}`
}

/** Resolves when the reader has taken all that was printed: the exit would cut off what a pipe does not hold, 64 KiB. */
const drained = () => new Promise<void>((resolve) => process.stdout.end(() => resolve()))

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

// Stored data names guests and holds secrets: other users of the machine must not read it.
process.umask(0o077)
const code = await main(process.argv.slice(2))
if (code === EXIT_IO) await endAtOnce(code)
process.exit(code)
