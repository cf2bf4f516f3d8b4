import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { CLOCK_AHEAD_MS, TRUE_CLOCK_ENV } from './clock.ts'

/** A PostgreSQL server of a test's own, which it may stop, kill and fill. */
export type PostgresServer = {
  /** Of its database `postgres`. */
  url: string
  port: number
  folder: string
  /** Runs `pg_ctl`. */
  control: (...words: string[]) => Promise<void>
  /**
   * Starts a standby of this server, which reaches it at a port; from then on every commit here waits for the standby.
   */
  standby: (byPort?: number) => Promise<PostgresServer>
  /** Ends all its processes at once, as a machine that dies. */
  kill: () => Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type ServerMeans = { parent: string; settings: Record<string, string> }

/**
 * Starts a server on a free port of loopback, in memory unless said otherwise; a missing Debian package is a failure. It
 * sorts as Turkish does where nothing else is said.
 *
 * @param words more of `initdb`
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
  words: string[] = [],
): Promise<PostgresServer> {
  const server = await start({ parent, settings }, async (data) => {
    await quiet`${run('initdb')} -D ${data} -A trust -U postgres -E UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=tr-TR --no-sync ${words}`
  })
  if (CLOCK_AHEAD_MS !== 0)
    for (const name of ['template1', 'postgres'])
      await quiet`${run('psql')} ${server.url.replace(/postgres$/, name)} -qc ${CLOCK}`
  return server
}

/**
 * The clock of the tests in each database of a server that runs by the true one: under libfaketime a signal that
 * interrupts a wait is handled by the true clock, so that no time-out of the server would ever end.
 */
const CLOCK = `create function public.clock_timestamp() returns timestamptz language sql volatile
  as $$ select pg_catalog.clock_timestamp() + interval '${CLOCK_AHEAD_MS} milliseconds' $$`

/** @param fill makes the data in a folder that is not there yet */
async function start(
  { parent, settings }: ServerMeans,
  fill: (data: string) => Promise<void>,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(parent, 'roomwire-postgres-'))
  const port = freePort()
  if (isRoot) await $`chown postgres ${folder}`
  const data = join(folder, 'data')
  await fill(data)
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: process.env.PG_DURABLE === '1' ? 'on' : 'off',
    max_connections: '200',
    // Functions of `public` go before those of the server.
    ...(CLOCK_AHEAD_MS !== 0 && { search_path: '"$user", public, pg_catalog' }),
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'`)
  await Bun.write(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  const control = async (...words: string[]) =>
    void (await quiet`${run('pg_ctl')} -D ${data} -l ${join(folder, 'log')} -w ${words}`)
  await control('start')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    port,
    folder,
    control,
    async standby(byPort = port) {
      const primary = `host=127.0.0.1 port=${port} user=postgres`
      const way = primary.replace(String(port), String(byPort))
      const follower = await start(
        { parent, settings: { ...settings, primary_conninfo: way } },
        async (copy) => {
          await quiet`${run('pg_basebackup')} -d ${primary} -D ${copy} -R -c fast --no-sync`
        },
      )
      await quiet`${run('psql')} ${url} -qc ${"alter system set synchronous_standby_names = '*'"} -c ${'select pg_reload_conf()'}`
      return follower
    },
    async kill() {
      const [postmaster] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      const children = await $`ps -o pid= --ppid ${postmaster}`.nothrow().text()
      for (const pid of [postmaster!, ...children.split('\n').filter(Boolean)])
        try {
          process.kill(Number(pid), 'SIGKILL')
        } catch {
          // It ended by itself when the first was gone.
        }
    },
    async [Symbol.asyncDispose]() {
      await control('stop', '-m', 'immediate').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Who starts servers that root must not run. */
export const isRoot = userInfo().uid === 0

/**
 * Runs a command by the true clock. A process of another owner must not meet libfaketime: it would find the semaphore
 * that a killed process of root with the same number left, and end.
 */
const quiet = (...shell: Parameters<typeof $>) =>
  $(...shell)
    .env(TRUE_CLOCK_ENV)
    .quiet()

/** One of the server's programs. */
const run = (program: string) => asOwner(join(binariesFolder(), program))

/** A command of those that refuse to be run by root. */
export const asOwner = (...words: string[]): string[] =>
  isRoot ? ['runuser', '-u', 'postgres', '--', ...words] : words

/** PG_BIN, or where Debian keeps the newest server's programs. */
function binariesFolder(): string {
  if (process.env.PG_BIN) return process.env.PG_BIN
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1)
  if (!newest) throw new Error('these tests need PostgreSQL: apt-get install postgresql')
  return join(root, newest, 'bin')
}

/** A port of loopback that nothing listens on. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}
