import { SQL } from 'bun'
import { temporaryFolder } from './folder.ts'
import { nextVersion } from './next-version.ts'
import { freePort } from './postgres-server.ts'
import { type Child, launch, logLines, until } from './process.ts'
import { type Replicas, startReplicas } from './processes.ts'
import { hireAdmin, makeGround, makeHotel } from './replica-hotels.ts'
import { openRooms } from './steady-bookings.ts'

/** A replica of the next version, which answers by itself or waits. */
export type UpgradedReplica = Awaited<ReturnType<Upgrades['startNext']>>

export type Upgrades = Awaited<ReturnType<typeof startUpgrades>>

/** Of sessions that hold what an upgrade needs. */
const HOLDER = 'analyst'

/**
 * A replica that sells rooms of hotel `alfa`; replicas of the next version start next to it.
 *
 * @param migrationsOf what that version adds, by the names of the tables that are there
 */
export async function startUpgrades(migrationsOf: (tables: string[]) => Record<string, string[]>) {
  await using begun = new AsyncDisposableStack()
  const folder = begun.use(temporaryFolder())
  const replicas = begun.use(await startReplicas({ count: 1 }))
  const { sql, setup, server } = replicas
  const admin = await hireAdmin(replicas)
  await makeGround(admin, replicas.next())
  const rooms = [{ roomCode: 'DBL', totalRooms: null }]
  const alfa = await makeHotel(admin, replicas, { slug: 'alfa', rooms })
  await openRooms(replicas.next(), alfa.secret)
  const tables: { name: string }[] = await sql`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'roomwire_migration'
    order by relname collate "C"`
  const migrations = migrationsOf(tables.map(({ name }) => name))
  const program = await nextVersion(folder.path, migrations)
  const children: Child[] = []
  const owned = begun.move()

  /** Sessions of those who upgrade. */
  async function sessions(): Promise<{ waits: boolean }[]> {
    return await sql`select wait_event_type = 'Lock' as waits from pg_stat_activity
      where application_name = 'roomwire upgrade'`
  }

  return {
    old: replicas.all[0]!,
    names: Object.keys(migrations),
    sessions,
    startNext: async () => {
      const port = freePort()
      const child = await launch(['serve'], {
        ...{ folder: folder.path, program },
        env: { ...setup.env, PORT: `${port}` },
      })
      children.push(child)
      return nextAt(child, port)
    },
    /** A transaction of somebody else's, until it is disposed of. */
    hold: (statement: string, isolation?: string) => holdAt(server.url, statement, isolation),
    dump: () => dumpAt(replicas),
    applied: async (): Promise<string[]> => {
      const rows: { name: string }[] = await sql`select name from roomwire_migration
        where name like '2999%' order by name collate "C"`
      return rows.map(({ name }) => name)
    },
    /** Undefined when it is not there. */
    isValid: async (index: string): Promise<boolean | undefined> => {
      const [row] = await sql`select indisvalid as valid from pg_index
        where indexrelid = to_regclass(${index})`
      return row?.valid
    },
    /** Ends those that were started, and undoes what they did. */
    async reset(statements: readonly string[]): Promise<void> {
      for (const child of children.splice(0)) {
        child.process.kill('SIGKILL')
        await child.ended()
      }
      await until('no session of theirs is left', async () => (await sessions()).length === 0)
      for (const statement of statements) await sql.unsafe(statement)
      await sql`delete from roomwire_migration where name like '2999%'`
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function nextAt(child: Child, port: number) {
  const events = (event: string) => logLines(child.stderr()).filter((line) => line.event === event)
  const waitUntil: typeof until = (what, holds) =>
    until(what, () => {
      if (child.process.exitCode !== null) throw new Error('it ended')
      return holds()
    }).catch(({ message }) => {
      throw new Error(`${message}: ${child.stderr()}`)
    })
  return {
    child,
    events,
    until: waitUntil,
    /** Waits for a line of its log. */
    says: (event: string, holds: (line: any) => boolean = () => true) =>
      waitUntil(`it says ${event}`, () => events(event).some(holds)),
    call: (method: string, path: string) => fetch(`http://127.0.0.1:${port}${path}`, { method }),
  }
}

/** A transaction of somebody else, until it is disposed of. */
export async function holdAt(url: string, statement: string, isolation = 'read committed') {
  const client = new SQL({ url, max: 1, connection: { application_name: HOLDER } })
  const session = await client.reserve()
  await session.unsafe(`begin isolation level ${isolation}`)
  await session.unsafe(statement)
  return {
    async [Symbol.asyncDispose]() {
      await session.unsafe('rollback')
      await client.close({ timeout: 1 })
    },
  }
}

/** A dump of the database that has locked every table and is not read, until it is disposed of. */
async function dumpAt({ server, sql }: Replicas) {
  // More than the pipe to the reader holds.
  await sql`create table if not exists filler as
    select repeat('x', 1000) as filler from generate_series(1, 1000)`
  const script = 'exec 3<&0; pg_dump "$0" | { read -r _ <&3; cat >/dev/null; }'
  const dump = Bun.spawn(['sh', '-c', script, server.url], { stdin: 'pipe', stderr: 'inherit' })
  await until('the dump has locked the tables', async () => {
    const locks = await sql`select 1 from pg_locks join pg_stat_activity using (pid)
      where application_name = 'pg_dump' and relation = to_regclass('hotel')`
    return locks.length > 0
  })
  return {
    async [Symbol.asyncDispose]() {
      dump.stdin.end()
      await dump.exited
    },
  }
}
